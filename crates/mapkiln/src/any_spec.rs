//! Any maker's spec, for programs that make whatever they are asked for.

use mapkiln_board::catan::CatanSpec;
use mapkiln_board::terra::TerraMysticaSpec;
use mapkiln_core::{Fault, Made, MakeError, Maker, Origin, Run, Spec};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::classic::ClassicSpec;
use mapkiln_grammar::{LevelPlanSpec, LevelSpec};
use mapkiln_maps::AnyMap;
use mapkiln_maps::document::Document;
use mapkiln_tiles::WorldSpec;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything that has one line for each maker.
macro_rules! makers {
    ($($(#[$doc:meta])* $name:ident($spec:ident)),* $(,)?) => {
        /// The spec of any maker; as data it has the maker's name in the field `maker`.
        ///
        /// ```
        /// use mapkiln::{AnyMap, AnySpec, Run};
        ///
        /// let spec = AnySpec::from_json(r#"{"maker": "level", "grammar": "lock-and-key"}"#)?;
        /// let made = spec.make(&mut Run::new("cellar"))?;
        /// assert!(matches!(made.map, AnyMap::LevelGraph(_)));
        /// # Ok::<(), mapkiln::AnyError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "maker", rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum AnySpec {
            $($(#[$doc])* $name($spec),)*
        }

        impl AnySpec {
            /// The names of all makers.
            pub const MAKERS: &'static [&'static str] = &[$($spec::MAKER),*];

            /// The default spec of a maker.
            pub fn named(maker: &str) -> Option<AnySpec> {
                match maker {
                    $($spec::MAKER => Some(AnySpec::$name($spec::default())),)*
                    _ => None,
                }
            }

            /// The stable name of its maker, such as `dungeon`.
            pub fn maker(&self) -> &'static str {
                match self {
                    $(AnySpec::$name(_) => $spec::MAKER,)*
                }
            }

            /// The kind of map it makes, such as `plan`.
            pub fn map_kind(&self) -> &'static str {
                match self {
                    $(AnySpec::$name(_) => <<$spec as Spec>::Map as Document>::KIND,)*
                }
            }

            /// The version of its maker.
            pub fn version(&self) -> u32 {
                match self {
                    $(AnySpec::$name(_) => $spec::VERSION,)*
                }
            }

            /// Says what is out of range, and what to write instead.
            pub fn check(&self) -> Result<(), AnyError> {
                match self {
                    $(AnySpec::$name(spec) => spec.check().map_err(AnyError::new),)*
                }
            }

            /// Checks the spec and loads what it refers to, to make many maps.
            pub fn into_maker(self) -> Result<AnyMaker, AnyError> {
                match self {
                    $(AnySpec::$name(spec) => Maker::new(spec).map(AnyMaker::$name).map_err(AnyError::new),)*
                }
            }

            /// Reads the spec of the maker with this name; an error names the field.
            pub fn read(maker: &str, fields: Value) -> Result<AnySpec, AnyError> {
                match maker {
                    $($spec::MAKER => read_spec(fields).map(AnySpec::$name),)*
                    _ => {
                        let makers = AnySpec::MAKERS.join(", ");
                        Err(AnyError::wish(format!("there is no maker {maker:?}; makers are {makers}")))
                    }
                }
            }
        }

        /// A spec of any maker that was checked and loaded.
        #[non_exhaustive]
        pub enum AnyMaker {
            $($(#[$doc])* $name(Maker<$spec>),)*
        }

        impl AnyMaker {
            /// Makes the map of the run's seed.
            pub fn make(&self, run: &mut Run<'_>) -> Result<Made<AnyMap>, AnyError> {
                match self {
                    $(AnyMaker::$name(maker) => {
                        maker.make(run).map(|made| made.map(AnyMap::from)).map_err(AnyError::new)
                    })*
                }
            }
        }

        $(impl From<$spec> for AnySpec {
            fn from(spec: $spec) -> Self {
                AnySpec::$name(spec)
            }
        }

        impl TryFrom<AnySpec> for $spec {
            type Error = AnyError;

            fn try_from(spec: AnySpec) -> Result<Self, AnyError> {
                match spec {
                    AnySpec::$name(spec) => Ok(spec),
                    other => Err(AnyError::wish(format!(
                        "it is for the maker {:?}, and this is {:?}",
                        other.maker(),
                        $spec::MAKER
                    ))),
                }
            }
        })*
    };
}

makers! {
    /// A dungeon for a game master.
    Dungeon(DungeonSpec),
    /// The dungeon of the thesis.
    ClassicDungeon(ClassicSpec),
    /// A Catan board.
    Catan(CatanSpec),
    /// A Terra Mystica board.
    TerraMystica(TerraMysticaSpec),
    /// A level as a graph.
    Level(LevelSpec),
    /// A level laid out in space.
    LevelPlan(LevelPlanSpec),
    /// A tile world.
    World(WorldSpec),
}

impl AnySpec {
    /// Reads a spec from JSON.
    pub fn from_json(json: &str) -> Result<AnySpec, AnyError> {
        AnySpec::from_value(serde_json::from_str(json).map_err(AnyError::spec)?)
    }

    /// Reads a spec from data of any source: an object with the field `maker` and those of its spec.
    pub fn from_value(mut data: Value) -> Result<AnySpec, AnyError> {
        let maker = match data.as_object_mut().map(|fields| fields.remove("maker")) {
            Some(Some(Value::String(maker))) => maker,
            _ => {
                let makers = AnySpec::MAKERS.join(", ");
                return Err(AnyError::wish(format!("a spec names its `maker`, one of {makers}")));
            }
        };
        AnySpec::read(&maker, data)
    }

    /// The spec that a map was made from.
    pub fn from_origin(origin: &Origin) -> Result<AnySpec, AnyError> {
        let fields = serde_json::from_str(origin.recipe.spec()).map_err(AnyError::spec)?;
        AnySpec::read(origin.recipe.maker(), fields)
    }

    /// Makes one map.
    pub fn make(&self, run: &mut Run<'_>) -> Result<Made<AnyMap>, AnyError> {
        self.clone().into_maker()?.make(run)
    }
}

fn read_spec<S: Spec>(fields: Value) -> Result<S, AnyError> {
    serde_path_to_error::deserialize(fields).map_err(|e| {
        let field = e.path().to_string();
        let place = if field == "." { String::new() } else { format!("`{field}`: ") };
        AnyError::wish(format!("{place}{}", e.inner()))
    })
}

impl<'de> Deserialize<'de> for AnySpec {
    fn deserialize<D: serde::Deserializer<'de>>(data: D) -> Result<Self, D::Error> {
        AnySpec::from_value(Value::deserialize(data)?).map_err(serde::de::Error::custom)
    }
}

/// Makes a map again from its origin; the same to the byte, on any machine.
///
/// ```
/// use mapkiln::{AnyMap, AnySpec, Run, remake};
///
/// let made = AnySpec::named("catan").unwrap().make(&mut Run::new("final"))?;
/// let document = made.map.to_json(Some(&made.origin));
/// let origin = AnyMap::from_json(&document)?.origin.unwrap();
/// let again = remake(&origin, &mut |run| run)?;
/// assert_eq!(again.map.to_json(Some(&again.origin)), document);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `set_up` may give the run observers, threads or a way to cancel.
pub fn remake<'a>(
    origin: &Origin,
    set_up: &mut dyn FnMut(Run<'a>) -> Run<'a>,
) -> Result<Made<AnyMap>, AnyError> {
    if !origin.repeatable {
        return Err(AnyError::wish(
            "a clock ended the making of this map, so it cannot be made again".to_owned(),
        ));
    }
    let spec = AnySpec::from_origin(origin)?;
    let (made_by, known) = (origin.recipe.version(), spec.version());
    if made_by != known {
        return Err(AnyError::wish(format!(
            "this map was made by version {made_by} of the maker {}, and this program has version {known}; \
             another version makes other maps",
            spec.maker()
        )));
    }
    let mut run = Run::new(origin.seed.clone());
    if let Some(steps) = origin.budget {
        run = run.with_budget(steps);
    }
    spec.make(&mut set_up(run))
}

/// An error of any maker.
#[derive(Debug)]
pub struct AnyError(Box<dyn MakeError>);

impl AnyError {
    fn new(error: impl MakeError) -> Self {
        AnyError(Box::new(error))
    }

    fn wish(problem: String) -> Self {
        AnyError::new(WrongSpec(problem))
    }

    fn spec(error: serde_json::Error) -> Self {
        AnyError::wish(error.to_string())
    }
}

impl std::fmt::Display for AnyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for AnyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl MakeError for AnyError {
    fn fault(&self) -> Fault {
        self.0.fault()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct WrongSpec(String);

impl MakeError for WrongSpec {
    fn fault(&self) -> Fault {
        Fault::Wish
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_tagged_by_their_makers() {
        for &maker in AnySpec::MAKERS {
            let spec = AnySpec::named(maker).unwrap();
            let json = serde_json::to_value(&spec).unwrap();
            assert_eq!(json["maker"], maker);
            assert_eq!(AnySpec::from_json(&json.to_string()).unwrap(), spec);
            let short = format!("{{\"maker\":\"{maker}\"}}");
            assert_eq!(AnySpec::from_json(&short).unwrap(), spec, "all fields have defaults");
        }
        let error = |json: &str| AnySpec::from_json(json).unwrap_err();
        assert_eq!(error(r#"{"maker":"sandwich"}"#).fault(), Fault::Wish);
        assert!(error(r#"{"maker":"sandwich"}"#).to_string().contains("classic-dungeon"));
        assert!(error(r#"{"size":"small"}"#).to_string().contains("maker"));
        assert!(error(r#"{"maker":"dungeon","siez":"small"}"#).to_string().contains("siez"));
        let deep = error(r#"{"maker":"dungeon","layout":{"population":-4}}"#).to_string();
        assert!(deep.contains("`layout.population`") && deep.contains("-4"), "{deep}");
    }
}
