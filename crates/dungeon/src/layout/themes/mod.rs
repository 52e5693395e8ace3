//! The decoders: a layout of its own kind for every theme.

mod cavern;
mod crypt;
mod kit;
mod lair;
mod mine;
mod ruin;
mod sewer;
mod temple;
mod tower;

use super::themed::Decoder;

/// The decoder of a theme; `None` if it has none of its own.
pub(crate) fn decoder(theme: &str) -> Option<&'static dyn Decoder> {
    let decoder: &dyn Decoder = match theme {
        "crypt" => &crypt::Crypt,
        "temple" => &temple::Temple,
        "bandit-lair" => &lair::Lair,
        "ruin" => &ruin::Ruin,
        "wizards-tower" => &tower::Tower,
        "mine" => &mine::Mine,
        "cavern" => &cavern::Cavern,
        "sewer" => &sewer::Sewer,
        _ => return None,
    };
    Some(decoder)
}
