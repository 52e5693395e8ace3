//! Fields: worlds with shapes larger than a tile.
//!
//! Adjacency alone gives texture. A [`Field`] has a value at every place; [`Steps`], [`Cover`] and
//! [`Region`] say what it means for the weights of tiles there. Everything depends on the seed and the
//! place alone, so endless worlds have fields too.

mod atlas;
mod data;
mod links;
mod network;
mod noise;
mod packed;
mod rooms;
mod scattered;
mod weigh;

pub(crate) use atlas::{Atlas, Extent, Spot};
pub use data::{
    Compass, Cost, Cover, Discs, Distance, Edge, Field, Gradient, Layout, Network, Noise, Place, Profile,
    Region, Rooms, Side, Spots, Steps, Warp,
};
pub(crate) use noise::hash;
pub(crate) use weigh::{FieldRules, Weigher};
