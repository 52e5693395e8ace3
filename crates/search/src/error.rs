//! What can be wrong with an optimiser's parameters.

use std::borrow::Cow;

use mapkiln_core::{Fault, MakeError};

/// Why an optimiser could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A parameter is out of range.
    #[error("`{field}` is {value}; {advice}")]
    Params {
        /// The field, by its name in a spec file.
        field: Cow<'static, str>,
        /// Its value.
        value: String,
        /// What to write instead.
        advice: &'static str,
    },
}

impl Error {
    /// The same error for parameters that are part of something larger: `population` becomes
    /// `brkga.population`.
    ///
    /// ```
    /// use mapkiln_search::brkga::Params;
    /// let params = Params { islands: 0, ..Params::default() };
    /// let error = params.check().map_err(|e| e.within("brkga")).unwrap_err();
    /// assert_eq!(error.to_string(), "`brkga.islands` is 0; write a number from 1 to 1000");
    /// ```
    pub fn within(self, part: &str) -> Self {
        match self {
            Error::Params { field, value, advice } => {
                Error::Params { field: format!("{part}.{field}").into(), value, advice }
            }
        }
    }
}

impl MakeError for Error {
    fn fault(&self) -> Fault {
        Fault::Wish
    }
}

/// Refuses a value unless it is right.
pub(crate) fn require(
    right: bool,
    field: &'static str,
    value: impl ToString,
    advice: &'static str,
) -> Result<(), Error> {
    if right {
        return Ok(());
    }
    Err(Error::Params { field: field.into(), value: value.to_string(), advice })
}

/// Refuses more than 100 percent.
pub(crate) fn require_percent(field: &'static str, percent: u32) -> Result<(), Error> {
    require(percent <= 100, field, percent, "write a percentage from 0 to 100")
}

/// The most members or ants: more would exhaust the memory before they are of use.
pub(crate) const MOST: usize = 1_000_000;

/// Refuses a population that is too small for the algorithm, or for the memory.
pub(crate) fn require_members(
    field: &'static str,
    count: usize,
    least: usize,
    advice: &'static str,
) -> Result<(), Error> {
    require((least..=MOST).contains(&count), field, count, advice)
}
