//! One file per command.

pub(crate) mod art;
pub(crate) mod batch;
pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod codex;
pub(crate) mod draw;
pub(crate) mod dungeon;
pub(crate) mod export;
pub(crate) mod level;
pub(crate) mod make;
pub(crate) mod menu;
pub(crate) mod play;
pub(crate) mod remake;
pub(crate) mod reproduce;
pub(crate) mod see;
pub(crate) mod studio;
pub(crate) mod world;
