//! Fields: worlds with shapes larger than a tile.
//!
//! Adjacency alone gives texture. A [`Field`] has a value at every place; [`Steps`], [`Cover`] and
//! [`Region`] say what it means for the weights of tiles there. Everything depends on the seed and the
//! place alone, so endless worlds have fields too.

mod atlas;
mod coarse;
mod curve;
mod data;
mod discs;
mod draft;
mod links;
mod network;
mod noise;
mod packed;
mod rooms;
mod scattered;
mod streets;
mod weigh;

pub(crate) use atlas::{Atlas, Extent, Spot, WRAP};
pub use data::{
    CoarseValues, CoarseWorld, Compass, Cover, Discs, Distance, Edge, Field, Gradient, Layout, MapPoint,
    Network, Noise, PathCost, Profile, Region, Rooms, SideStreets, Spots, Steps, Warp,
};
pub(crate) use noise::hash;
pub(crate) use weigh::{FieldRules, Weigher};
