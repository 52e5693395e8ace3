//! Furniture, dressing and lights: what stands in a level and can be seen on entering.

use serde::{Deserialize, Serialize};

use super::Room;
use crate::{Language, Rgb};
use mapkiln_core::{Direction, Point, Rect};

/// Something that stands, lies or hangs in a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thing {
    /// What it is.
    pub kind: ThingKind,
    /// The north-west cell of its footprint.
    pub at: Point,
    /// Columns and rows of its footprint as it stands, after any turn.
    #[serde(default = "one_cell", skip_serializing_if = "is_one_cell")]
    pub size: [u8; 2],
    /// The direction its front faces: the foot of a bed, the seat of a throne. South on a plain
    /// drawing.
    #[serde(default = "south", skip_serializing_if = "is_south")]
    pub facing: Direction,
    /// The light it gives; `None` if it gives none or is out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<Light>,
}

fn one_cell() -> [u8; 2] {
    [1, 1]
}

fn is_one_cell(size: &[u8; 2]) -> bool {
    *size == one_cell()
}

fn south() -> Direction {
    Direction::South
}

fn is_south(facing: &Direction) -> bool {
    *facing == Direction::South
}

impl Thing {
    /// A thing of its usual size, with its light burning if it has one.
    pub fn new(kind: ThingKind, at: Point, facing: Direction) -> Self {
        let [width, depth] = kind.size();
        let size = match facing {
            Direction::North | Direction::South => [width, depth],
            Direction::East | Direction::West => [depth, width],
        };
        Thing { kind, at, size, facing, light: kind.light() }
    }

    /// The cells it stands on.
    pub fn footprint(&self) -> Rect {
        Rect::new(self.at.x, self.at.y, i32::from(self.size[0]), i32::from(self.size[1]))
    }

    /// Is it in a room, or a niche in its wall?
    pub fn is_in(&self, room: &Room) -> bool {
        let outline = &room.outline;
        outline.contains(self.at)
            || self.kind == ThingKind::BurialNiche && outline.contains(self.at.step(self.facing))
    }
}

/// The light of a lamp or a fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Light {
    /// How far it is bright, in feet.
    pub bright: u32,
    /// How far one sees at all, in feet; at least `bright`.
    pub dim: u32,
    /// Its colour.
    pub colour: Rgb,
}

/// What a thing does to those who walk and look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// Flat or hanging: one walks over or under it.
    Nothing,
    /// In the way, too low or too thin for cover.
    Steps,
    /// In the way, and gives half cover to whoever crouches behind it.
    HalfCover,
    /// In the way, and gives three-quarters cover.
    ThreeQuartersCover,
    /// In the way and as tall as a wall: blocks sight too.
    Sight,
}

const FIRE: Rgb = Rgb([0xff, 0xb3, 0x5c]);
const FUNGUS: Rgb = Rgb([0x8f, 0xe3, 0xb0]);
const CRYSTAL: Rgb = Rgb([0x9f, 0xb8, 0xff]);
const DAY: Rgb = Rgb([0xff, 0xf6, 0xd8]);
const LAVA: Rgb = Rgb([0xff, 0x7a, 0x3c]);

macro_rules! things {
    ($($kind:ident $english:literal $portuguese:literal $width:literal x $depth:literal $obstacle:ident
        $(lit $bright:literal $dim:literal $colour:ident)?;)*) => {
        /// The kinds of things.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum ThingKind {
            $(#[doc = $english] $kind,)*
        }

        impl ThingKind {
            /// All kinds, in the order of the table.
            pub const ALL: &[ThingKind] = &[$(ThingKind::$kind),*];

            /// What it is called, in lower case and without an article.
            pub fn name(self, language: Language) -> &'static str {
                match self { $(ThingKind::$kind => [$english, $portuguese][language.index()],)* }
            }

            /// Its usual width and depth in cells when it faces south.
            pub fn size(self) -> [u8; 2] {
                match self { $(ThingKind::$kind => [$width, $depth],)* }
            }

            /// What it does to those who walk and look.
            pub fn obstacle(self) -> Obstacle {
                match self { $(ThingKind::$kind => Obstacle::$obstacle,)* }
            }

            /// The light it gives when it burns or glows.
            pub fn light(self) -> Option<Light> {
                match self {
                    $($(ThingKind::$kind => Some(Light { bright: $bright, dim: $dim, colour: $colour }),)?)*
                    _ => None,
                }
            }
        }
    };
}

things! {
    // To sleep and to sit on.
    Bed "bed" "cama" 1 x 2 Steps;
    Bunk "bunk" "beliche" 1 x 2 HalfCover;
    Bedroll "bedroll" "saco de dormir" 1 x 2 Nothing;
    StrawPallet "straw pallet" "enxerga de palha" 1 x 2 Nothing;
    Hammock "hammock" "rede" 1 x 2 Steps;
    Chair "chair" "cadeira" 1 x 1 Nothing;
    Armchair "armchair" "poltrona" 1 x 1 Steps;
    Stool "stool" "banquinho" 1 x 1 Nothing;
    Bench "bench" "banco" 2 x 1 Steps;
    Pew "pew" "banco de igreja" 3 x 1 HalfCover;
    Throne "throne" "trono" 1 x 1 HalfCover;
    // To work at.
    Table "table" "mesa" 2 x 1 HalfCover;
    LongTable "long table" "mesa comprida" 4 x 1 HalfCover;
    RoundTable "round table" "mesa redonda" 1 x 1 HalfCover;
    Desk "desk" "escrivaninha" 2 x 1 HalfCover;
    Lectern "lectern" "atril" 1 x 1 Steps;
    Workbench "workbench" "bancada" 2 x 1 HalfCover;
    AlchemyBench "alchemy bench" "bancada de alquimia" 2 x 1 HalfCover;
    MapTable "map table" "mesa de mapas" 2 x 2 HalfCover;
    Counter "counter" "balcão" 3 x 1 HalfCover;
    Loom "loom" "tear" 2 x 1 ThreeQuartersCover;
    Grindstone "grindstone" "rebolo" 1 x 1 HalfCover;
    PrintingPress "printing press" "prensa" 2 x 1 ThreeQuartersCover;
    Scales "scales" "balança" 1 x 1 Steps;
    // To keep things in.
    Barrel "barrel" "barril" 1 x 1 HalfCover;
    KegRack "keg rack" "estante de barris" 2 x 1 HalfCover;
    Crate "crate" "caixote" 1 x 1 HalfCover;
    CrateStack "stack of crates" "pilha de caixotes" 2 x 1 ThreeQuartersCover;
    Sacks "sacks" "sacos" 1 x 1 Steps;
    Chest "chest" "baú" 1 x 1 Steps;
    Strongbox "strongbox" "cofre" 1 x 1 Steps;
    Shelf "shelf" "prateleira" 2 x 1 ThreeQuartersCover;
    Bookcase "bookcase" "estante de livros" 2 x 1 Sight;
    Wardrobe "wardrobe" "armário" 1 x 1 Sight;
    Urn "urn" "urna" 1 x 1 Steps;
    Jars "jars" "jarros" 1 x 1 Steps;
    Baskets "baskets" "cestos" 1 x 1 Nothing;
    WeaponRack "weapon rack" "suporte de armas" 2 x 1 HalfCover;
    ArmourStand "armour stand" "manequim de armadura" 1 x 1 HalfCover;
    CoinHeap "heap of coins" "monte de moedas" 1 x 1 Nothing;
    Gems "gems" "gemas" 1 x 1 Nothing;
    KeyBoard "key board" "quadro de chaves" 1 x 1 Nothing;
    Scrolls "scrolls" "pergaminhos" 1 x 1 Nothing;
    // Of worship and of death.
    Altar "altar" "altar" 2 x 1 HalfCover;
    Shrine "shrine" "oratório" 1 x 1 HalfCover;
    Statue "statue" "estátua" 1 x 1 ThreeQuartersCover;
    BrokenStatue "broken statue" "estátua quebrada" 1 x 1 HalfCover;
    Idol "idol" "ídolo" 2 x 2 Sight;
    Font "font" "pia batismal" 1 x 1 HalfCover;
    Obelisk "obelisk" "obelisco" 1 x 1 Sight;
    Sarcophagus "sarcophagus" "sarcófago" 1 x 2 HalfCover;
    OpenSarcophagus "open sarcophagus" "sarcófago aberto" 1 x 2 HalfCover;
    Coffin "coffin" "caixão" 1 x 2 Steps;
    Bier "bier" "essa" 1 x 2 HalfCover;
    BurialNiche "burial niche" "nicho funerário" 1 x 1 Nothing;
    Bones "bones" "ossos" 1 x 1 Nothing;
    Skeleton "skeleton" "esqueleto" 1 x 2 Nothing;
    Gong "gong" "gongo" 1 x 1 HalfCover;
    MagicCircle "magic circle" "círculo mágico" 3 x 3 Nothing;
    Rune "rune" "runa" 1 x 1 Nothing;
    Blood "blood" "sangue" 1 x 1 Nothing;
    Slab "slab" "laje" 1 x 2 HalfCover;
    Censer "censer" "turíbulo" 1 x 1 Nothing;
    // Fire and light.
    Torch "torch" "tocha" 1 x 1 Nothing lit 20 40 FIRE;
    Sconce "sconce" "arandela" 1 x 1 Nothing lit 10 20 FIRE;
    Brazier "brazier" "braseiro" 1 x 1 Steps lit 20 40 FIRE;
    Candles "candles" "velas" 1 x 1 Nothing lit 5 10 FIRE;
    Candelabrum "candelabrum" "candelabro" 1 x 1 Steps lit 10 20 FIRE;
    Lamp "lamp" "lamparina" 1 x 1 Nothing lit 15 45 FIRE;
    Lantern "lantern" "lanterna" 1 x 1 Nothing lit 30 60 FIRE;
    Chandelier "chandelier" "lustre" 2 x 2 Nothing lit 20 40 FIRE;
    Campfire "campfire" "fogueira" 1 x 1 Steps lit 20 40 FIRE;
    Hearth "hearth" "lareira" 2 x 1 Steps lit 20 40 FIRE;
    Forge "forge" "forja" 2 x 1 HalfCover lit 15 30 FIRE;
    Anvil "anvil" "bigorna" 1 x 1 Steps;
    Oven "oven" "forno" 1 x 1 HalfCover;
    Stove "stove" "fogão" 1 x 1 Steps;
    Cauldron "cauldron" "caldeirão" 1 x 1 Steps;
    GlowFungus "glowing fungus" "fungo luminoso" 1 x 1 Nothing lit 5 10 FUNGUS;
    Crystals "crystals" "cristais" 1 x 1 Steps lit 10 20 CRYSTAL;
    DaylightShaft "shaft of daylight" "réstia de sol" 1 x 1 Nothing lit 10 20 DAY;
    // Water and works.
    Fountain "fountain" "chafariz" 2 x 2 HalfCover;
    Well "well" "poço" 1 x 1 Steps;
    Trough "trough" "cocho" 2 x 1 Steps;
    Basin "basin" "bacia" 1 x 1 Steps;
    Lever "lever" "alavanca" 1 x 1 Nothing;
    Winch "winch" "guincho" 1 x 1 HalfCover;
    Pump "pump" "bomba" 1 x 1 HalfCover;
    SluiceWheel "sluice wheel" "volante da comporta" 1 x 1 Nothing;
    Cage "cage" "jaula" 1 x 1 Steps;
    Stocks "stocks" "tronco de castigo" 1 x 1 Steps;
    TortureRack "rack" "potro" 1 x 2 Steps;
    Manacles "manacles" "grilhões" 1 x 1 Nothing;
    Grate "grate" "grade" 1 x 1 Nothing;
    Trapdoor "trapdoor" "alçapão" 1 x 1 Nothing;
    PressurePlate "pressure plate" "placa de pressão" 1 x 1 Nothing;
    Ladder "ladder" "escada de mão" 1 x 1 Nothing;
    Rails "rails" "trilhos" 1 x 1 Nothing;
    MineCart "mine cart" "vagonete" 1 x 1 HalfCover;
    Cart "cart" "carroça" 2 x 1 HalfCover;
    Boat "boat" "barco" 1 x 2 HalfCover;
    Ballista "ballista" "balista" 2 x 2 HalfCover;
    Bridge "bridge" "ponte" 1 x 1 Nothing;
    Lift "lift" "elevador" 2 x 2 Nothing;
    TimberSet "timber prop" "escora" 1 x 1 Steps;
    Scaffold "scaffold" "andaime" 2 x 1 Steps;
    Telescope "telescope" "telescópio" 1 x 1 HalfCover;
    Globe "globe" "globo" 1 x 1 Steps;
    Mirror "mirror" "espelho" 1 x 1 Nothing;
    // Nature and decay.
    RubbleHeap "rubble" "entulho" 1 x 1 Nothing;
    Boulder "boulder" "rochedo" 1 x 1 ThreeQuartersCover;
    Stalagmite "stalagmite" "estalagmite" 1 x 1 HalfCover;
    FallenPillar "fallen pillar" "coluna caída" 3 x 1 HalfCover;
    BrokenBeam "broken beam" "viga quebrada" 3 x 1 Nothing;
    Roots "roots" "raízes" 1 x 1 Nothing;
    Vines "vines" "trepadeiras" 1 x 1 Nothing;
    Mushrooms "mushrooms" "cogumelos" 1 x 1 Nothing;
    Web "web" "teia" 1 x 1 Nothing;
    Nest "nest" "ninho" 1 x 1 Nothing;
    Eggs "eggs" "ovos" 1 x 1 Nothing;
    Cocoon "cocoon" "casulo" 1 x 1 Steps;
    Stump "stump" "toco" 1 x 1 Steps;
    Tree "tree" "árvore" 1 x 1 ThreeQuartersCover;
    Weeds "weeds" "mato" 1 x 1 Nothing;
    Moss "moss" "musgo" 1 x 1 Nothing;
    Puddle "puddle" "poça" 1 x 1 Nothing;
    Slime "slime" "gosma" 1 x 1 Nothing;
    Mud "mud" "lama" 1 x 1 Nothing;
    Ice "ice" "gelo" 1 x 1 Nothing;
    Lava "lava" "lava" 1 x 1 Steps lit 20 40 LAVA;
    OreVein "ore vein" "veio de minério" 1 x 1 Nothing;
    Straw "straw" "palha" 1 x 1 Nothing;
    Midden "midden" "monturo" 1 x 1 Nothing;
    // Cloth and tools.
    Rug "rug" "tapete" 2 x 1 Nothing;
    Curtain "curtain" "cortina" 2 x 1 Nothing;
    Tapestry "tapestry" "tapeçaria" 2 x 1 Nothing;
    Banner "banner" "estandarte" 1 x 1 Nothing;
    Tent "tent" "tenda" 2 x 2 Sight;
    LinenRail "linen rail" "varal de linho" 2 x 1 Nothing;
    Hooks "hooks" "ganchos" 1 x 1 Nothing;
    Tools "tools" "ferramentas" 1 x 1 Nothing;
    Paintings "wall paintings" "pinturas na parede" 2 x 1 Nothing;
}

impl ThingKind {
    /// Is it part of a trap or of a treasure, so that no players' map may show it?
    pub fn is_hidden(self) -> bool {
        matches!(self, ThingKind::PressurePlate | ThingKind::CoinHeap | ThingKind::Gems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_thing_turns_its_footprint() {
        let bed = |facing| Thing::new(ThingKind::Bed, Point::new(3, 4), facing).footprint();
        assert_eq!(bed(Direction::South), Rect::new(3, 4, 1, 2));
        assert_eq!(bed(Direction::West), Rect::new(3, 4, 2, 1));
    }

    #[test]
    fn names_are_told_apart() {
        for language in [Language::English, Language::Portuguese] {
            let mut names: Vec<&str> = ThingKind::ALL.iter().map(|k| k.name(language)).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), ThingKind::ALL.len());
        }
    }
}
