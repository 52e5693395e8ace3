//! The frozen hash behind seeds and golden tests: FNV-1a with 128 bits.
//!
//! It is implemented here, not taken from std or a crate, because every map of every seed depends on
//! it: it must never change.

const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;

/// A hash in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fnv(u128);

impl Fnv {
    pub(crate) const fn new() -> Self {
        Fnv(BASIS)
    }

    pub(crate) const fn bytes(mut self, bytes: &[u8]) -> Self {
        let mut i = 0;
        while i < bytes.len() {
            self.0 = (self.0 ^ bytes[i] as u128).wrapping_mul(PRIME);
            i += 1;
        }
        self
    }

    /// Adds bytes preceded by their length, so that ("ab", "c") and ("a", "bc") differ.
    pub(crate) const fn text(self, text: &str) -> Self {
        self.number(text.len() as u64).bytes(text.as_bytes())
    }

    pub(crate) const fn number(self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) const fn value(self) -> u128 {
        self.0
    }
}

/// The fingerprint of a document as 32 hexadecimal digits, for golden tests.
///
/// ```
/// assert_eq!(mapkiln_core::fingerprint(b""), "6c62272e07bb014262b821756295c58d");
/// ```
pub fn fingerprint(bytes: &[u8]) -> String {
    format!("{:032x}", Fnv::new().bytes(bytes).value())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_vectors() {
        // From the FNV reference tables (128-bit FNV-1a).
        assert_eq!(fingerprint(b"a"), "d228cb696f1a8caf78912b704e4a8964");
        assert_eq!(fingerprint(b"foobar"), "343e1662793c64bf6f0d3597ba446f18");
    }

    #[test]
    fn length_separates_texts() {
        assert_ne!(Fnv::new().text("ab").text("c"), Fnv::new().text("a").text("bc"));
    }
}
