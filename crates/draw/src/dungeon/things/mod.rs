//! Furniture, dressing and lights as they look from above: one symbol per kind.
//!
//! A symbol is drawn in its footprint with its front towards the reader, then turned. It names
//! materials, never colours, so that every look can show it.

mod cloth;
mod fire;
mod nature;
mod pen;
mod rest;
mod storage;
mod work;
mod works;
mod worship;

use mapkiln_core::{Direction, Point};
use mapkiln_maps::plan::{Thing, ThingKind};

pub(crate) use pen::{Affine, At, Pen, closed_curve, open_curve, star};

use super::style::Look;
use crate::scene::Layer;

/// Draws a thing from above.
pub(crate) fn draw(layer: &mut Layer, thing: &Thing, look: &Look) {
    let place = Affine::placing(thing.at, thing.size, thing.facing);
    symbol(&mut Pen::new(layer, look, place, own_size(thing), thing.at, look.shadow), thing.kind);
}

/// Draws a thing from above through another projection, without shadows.
pub(crate) fn draw_projected(layer: &mut Layer, thing: &Thing, look: &Look, projection: Affine) {
    let place = projection.after(Affine::placing(thing.at, thing.size, thing.facing));
    symbol(&mut Pen::new(layer, look, place, own_size(thing), thing.at, false), thing.kind);
}

/// Width and depth of a thing in its own coordinates.
pub(crate) fn own_size(thing: &Thing) -> [f32; 2] {
    let [columns, rows] = thing.size.map(|side| f32::from(side.max(1)));
    match thing.facing {
        Direction::North | Direction::South => [columns, rows],
        Direction::East | Direction::West => [rows, columns],
    }
}

/// Draws in one cell what is built into a level and has a symbol of its own.
pub(crate) fn in_cell(layer: &mut Layer, look: &Look, cell: Point, draw: impl FnOnce(&mut Pen<'_>)) {
    let place = Affine::placing(cell, [1, 1], Direction::South);
    draw(&mut Pen::new(layer, look, place, [1.0, 1.0], cell, look.shadow));
}

pub(crate) use nature::{pillar, pit};

/// Lies flat or hangs overhead, so that what stands on the same cells is drawn over it?
pub(crate) fn is_flat(kind: ThingKind) -> bool {
    use ThingKind::*;
    matches!(
        kind,
        Rug | MagicCircle
            | Rune
            | Blood
            | Grate
            | Rails
            | Bridge
            | Moss
            | Puddle
            | Slime
            | Mud
            | Ice
            | Lava
            | Straw
            | DaylightShaft
            | PressurePlate
            | Trapdoor
            | StrawPallet
            | Bedroll
            | Weeds
    )
}

/// The symbol of a kind.
pub(crate) fn symbol(pen: &mut Pen<'_>, kind: ThingKind) {
    use ThingKind::*;
    match kind {
        Bed => rest::bed(pen),
        Bunk => rest::bunk(pen),
        Bedroll => rest::bedroll(pen),
        StrawPallet => rest::straw_pallet(pen),
        Hammock => rest::hammock(pen),
        Chair => rest::chair(pen),
        Armchair => rest::armchair(pen),
        Stool => rest::stool(pen),
        Bench => rest::bench(pen),
        Pew => rest::pew(pen),
        Throne => rest::throne(pen),
        Table => work::table(pen),
        LongTable => work::long_table(pen),
        RoundTable => work::round_table(pen),
        Desk => work::desk(pen),
        Lectern => work::lectern(pen),
        Workbench => work::workbench(pen),
        AlchemyBench => work::alchemy_bench(pen),
        MapTable => work::map_table(pen),
        Counter => work::counter(pen),
        Loom => work::loom(pen),
        Grindstone => work::grindstone(pen),
        PrintingPress => work::printing_press(pen),
        Scales => work::scales(pen),
        Barrel => storage::barrel(pen),
        KegRack => storage::keg_rack(pen),
        Crate => storage::crate_(pen),
        CrateStack => storage::crate_stack(pen),
        Sacks => storage::sacks(pen),
        Chest => storage::chest(pen),
        Strongbox => storage::strongbox(pen),
        Shelf => storage::shelf(pen),
        Bookcase => storage::bookcase(pen),
        Wardrobe => storage::wardrobe(pen),
        Urn => storage::urn(pen),
        Jars => storage::jars(pen),
        Baskets => storage::baskets(pen),
        WeaponRack => storage::weapon_rack(pen),
        ArmourStand => storage::armour_stand(pen),
        CoinHeap => storage::coin_heap(pen),
        Gems => storage::gems(pen),
        KeyBoard => storage::key_board(pen),
        Scrolls => storage::scrolls(pen),
        Altar => worship::altar(pen),
        Shrine => worship::shrine(pen),
        Statue => worship::statue(pen),
        BrokenStatue => worship::broken_statue(pen),
        Idol => worship::idol(pen),
        Font => worship::font(pen),
        Obelisk => worship::obelisk(pen),
        Sarcophagus => worship::sarcophagus(pen),
        OpenSarcophagus => worship::open_sarcophagus(pen),
        Coffin => worship::coffin(pen),
        Bier => worship::bier(pen),
        BurialNiche => worship::burial_niche(pen),
        Bones => worship::bones(pen),
        Skeleton => worship::skeleton(pen),
        Gong => worship::gong(pen),
        MagicCircle => worship::magic_circle(pen),
        Rune => worship::rune(pen),
        Blood => worship::blood(pen),
        Slab => worship::slab(pen),
        Censer => worship::censer(pen),
        Torch => fire::torch(pen),
        Sconce => fire::sconce(pen),
        Brazier => fire::brazier(pen),
        Candles => fire::candles(pen),
        Candelabrum => fire::candelabrum(pen),
        Lamp => fire::lamp(pen),
        Lantern => fire::lantern(pen),
        Chandelier => fire::chandelier(pen),
        Campfire => fire::campfire(pen),
        Hearth => fire::hearth(pen),
        Forge => fire::forge(pen),
        Anvil => fire::anvil(pen),
        Oven => fire::oven(pen),
        Stove => fire::stove(pen),
        Cauldron => fire::cauldron(pen),
        GlowFungus => fire::glow_fungus(pen),
        Crystals => fire::crystals(pen),
        DaylightShaft => fire::daylight_shaft(pen),
        Fountain => works::fountain(pen),
        Well => works::well(pen),
        Trough => works::trough(pen),
        Basin => works::basin(pen),
        Lever => works::lever(pen),
        Winch => works::winch(pen),
        Pump => works::pump(pen),
        SluiceWheel => works::sluice_wheel(pen),
        Cage => works::cage(pen),
        Stocks => works::stocks(pen),
        TortureRack => works::torture_rack(pen),
        Manacles => works::manacles(pen),
        Grate => works::grate(pen),
        Trapdoor => works::trapdoor(pen),
        PressurePlate => works::pressure_plate(pen),
        Ladder => works::ladder(pen),
        Rails => works::rails(pen),
        MineCart => works::mine_cart(pen),
        Cart => works::cart(pen),
        Boat => works::boat(pen),
        Ballista => works::ballista(pen),
        Bridge => works::bridge(pen),
        Lift => works::lift(pen),
        TimberSet => works::timber_set(pen),
        Scaffold => works::scaffold(pen),
        Telescope => works::telescope(pen),
        Globe => works::globe(pen),
        Mirror => works::mirror(pen),
        RubbleHeap => nature::rubble(pen),
        Boulder => nature::boulder(pen),
        Stalagmite => nature::stalagmite(pen),
        FallenPillar => nature::fallen_pillar(pen),
        BrokenBeam => nature::broken_beam(pen),
        Roots => nature::roots(pen),
        Vines => nature::vines(pen),
        Mushrooms => nature::mushrooms(pen),
        Web => nature::web(pen),
        Nest => nature::nest(pen),
        Eggs => nature::eggs(pen),
        Cocoon => nature::cocoon(pen),
        Stump => nature::stump(pen),
        Tree => nature::tree(pen),
        Weeds => nature::weeds(pen),
        Moss => nature::moss(pen),
        Puddle => nature::puddle(pen),
        Slime => nature::slime(pen),
        Mud => nature::mud(pen),
        Ice => nature::ice(pen),
        Lava => nature::lava(pen),
        OreVein => nature::ore_vein(pen),
        Straw => nature::straw(pen),
        Midden => nature::midden(pen),
        Rug => cloth::rug(pen),
        Curtain => cloth::curtain(pen),
        Tapestry => cloth::tapestry(pen),
        Banner => cloth::banner(pen),
        Tent => cloth::tent(pen),
        LinenRail => cloth::linen_rail(pen),
        Hooks => cloth::hooks(pen),
        Tools => cloth::tools(pen),
        Paintings => cloth::paintings(pen),
        // A kind that this version cannot draw yet.
        _ => pen.frame(0.2, 0.2, pen.w - 0.4, pen.d - 0.4),
    }
}
