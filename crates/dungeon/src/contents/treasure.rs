//! Treasure: parcels that add up to the gold of a level, and a few magic items.

use mapkiln_core::{StableSort, Stream};
use mapkiln_maps::Language;
use mapkiln_maps::plan::Parcel;

use super::Party;
use crate::codex::{Codex, MagicItem, Rarity, Rules};
use crate::story::Relic;

/// The gold that a party finds while it rises by one level: the mean of four parcels.
pub(crate) fn gold_of_a_level(party: &Party) -> u32 {
    let (count, sides, factor) = Rules::get().gold(party.tier());
    // The mean of one die is (sides + 1) / 2, so four parcels are twice the sum.
    2 * count * (sides + 1) * factor
}

/// Kinds of valuables, in English and Portuguese, by the least gold that they may be worth: nobody
/// carries four thousand coins in a purse.
const GOODS: [(u32, [[&str; 2]; 12]); 3] = [
    (
        0,
        [
            ["coins in a leather purse", "moedas em uma bolsa de couro"],
            ["a casket of mixed coin", "um cofrezinho de moedas variadas"],
            ["a silver goblet with garnets", "um cálice de prata com granadas"],
            ["a handful of uncut gems", "um punhado de gemas brutas"],
            ["a gold ring with a seal", "um anel de ouro com sinete"],
            ["trade bars stamped by a lost mint", "barras cunhadas por uma casa extinta"],
            ["an ivory game set", "um jogo de tabuleiro de marfim"],
            ["a brocade mantle", "um manto de brocado"],
            ["a string of river pearls", "um fio de pérolas de rio"],
            ["a gilded reliquary", "um relicário dourado"],
            ["a belt sewn with old coins", "um cinto costurado com moedas antigas"],
            ["a jade figurine", "uma estatueta de jade"],
        ],
    ),
    (
        500,
        [
            ["a locked coffer of gold coin", "um cofre trancado de moedas de ouro"],
            ["a silver ewer with a lion's spout", "um jarro de prata com bico de leão"],
            ["a necklace of black pearls", "um colar de pérolas negras"],
            ["six cut garnets in a velvet fold", "seis granadas lapidadas em veludo"],
            ["a gold chain of office", "um colar de ofício em ouro"],
            ["two stamped ingots of silver", "dois lingotes de prata com selo"],
            ["a crystal decanter set in gold", "uma garrafa de cristal com aro de ouro"],
            ["a bolt of cloth of gold", "uma peça de tecido de ouro"],
            ["a jewelled dagger, blunt", "uma adaga de joias, sem fio"],
            ["a bishop's ring with an amethyst", "um anel de bispo com ametista"],
            ["a casket of saffron and ambergris", "um cofrezinho de açafrão e âmbar-gris"],
            ["a jade tiger with ruby eyes", "um tigre de jade com olhos de rubi"],
        ],
    ),
    (
        3000,
        [
            ["a chest of old imperial gold", "um baú de ouro imperial antigo"],
            ["a queen's diadem of sapphires", "um diadema de rainha, de safiras"],
            ["an uncut emerald, fist-sized", "uma esmeralda bruta do tamanho de um punho"],
            ["a sceptre of ivory and gold", "um cetro de marfim e ouro"],
            ["twelve gold plates in a crate", "doze pratos de ouro em um caixote"],
            ["a star ruby in a lead box", "um rubi-estrela em uma caixa de chumbo"],
            ["a mask of beaten gold", "uma máscara de ouro batido"],
            ["a pouch of flawless diamonds", "uma bolsinha de diamantes sem falha"],
            ["a painted altarpiece by a dead master", "um retábulo de um mestre morto"],
            ["a crown from a drowned kingdom", "uma coroa de um reino afogado"],
            ["a robe sewn with seed pearls", "um manto bordado de pérolas"],
            ["a clockwork bird of gold", "um pássaro de corda, de ouro"],
        ],
    ),
];

/// The name of a valuable of such worth; the number chooses.
fn good(worth: u32, number: usize) -> [&'static str; 2] {
    let tier = GOODS.iter().rev().find(|(least, _)| worth >= *least).unwrap_or(&GOODS[0]);
    tier.1[number % tier.1.len()]
}

/// What a room with nothing else has, in English and Portuguese.
const COPPERS: [&str; 2] = ["a few worn coppers", "alguns cobres gastos"];

/// The treasure of one dungeon.
pub(crate) struct Hoard<'a> {
    /// Gold to share out.
    pub(crate) gold: u32,
    /// Magic items that lie in rooms that are kept.
    pub(crate) items_kept: usize,
    pub(crate) party: &'a Party,
    pub(crate) codex: &'a Codex,
    pub(crate) language: Language,
    /// What the richest room has instead of goods.
    pub(crate) relic: Option<Relic>,
}

impl Hoard<'_> {
    /// The parcels of each room. Rooms with a greater weight get more.
    pub(crate) fn share_out(&self, weights: &[u64], rng: &mut Stream) -> Vec<Vec<Parcel>> {
        let mut rooms: Vec<Vec<Parcel>> = vec![Vec::new(); weights.len()];
        if weights.is_empty() {
            return rooms;
        }
        let language = self.language.index();
        let sum: u64 = weights.iter().sum::<u64>().max(1);
        let mut goods: Vec<usize> = (0..GOODS[0].1.len()).collect();
        rng.shuffle(&mut goods);
        let mut left = self.gold;
        for (i, weight) in weights.iter().enumerate() {
            let last = i + 1 == weights.len();
            let share = if last { left } else { (u64::from(self.gold) * weight / sum) as u32 };
            left -= share.min(left);
            let name = good(share, goods[i % goods.len()])[language].to_owned();
            // Drawn for every parcel, so that a parcel without gold does not shift later draws.
            let hidden = rng.percent(30);
            if share > 0 {
                rooms[i].push(Parcel { name, gold: share, hidden, ..Parcel::default() });
            }
        }
        let richest = (0..weights.len()).max_by_key(|&i| (weights[i], std::cmp::Reverse(i)));
        if let (Some(relic), Some(parcel)) = (self.relic, richest.and_then(|i| rooms[i].first_mut())) {
            parcel.name = relic.name[language].to_owned();
        }
        self.add_magic_items(&mut rooms, weights, rng);
        // A room marked for treasure has some, however poor the party.
        for room in rooms.iter_mut().filter(|r| r.is_empty()) {
            let name = COPPERS[language].to_owned();
            room.push(Parcel { name, ..Parcel::default() });
        }
        rooms
    }

    /// One magic item for every two characters, those of kept rooms counted; the first where the weight is greatest.
    fn add_magic_items(&self, rooms: &mut [Vec<Parcel>], weights: &[u64], rng: &mut Stream) {
        let wanted = self.party.levels().len().div_ceil(2).saturating_sub(self.items_kept);
        let mut order: Vec<usize> = (0..weights.len()).collect();
        order.stable_sort_by_key(|&i| std::cmp::Reverse(weights[i]));
        let rarities = self.party.tier().rarities();
        let mut given: Vec<&str> = Vec::new();
        for n in 0..wanted {
            let drawn = rng.weighted(rarities.iter().map(|r| r.1));
            let rarity = drawn.map_or(Rarity::Uncommon, |i| rarities[i].0);
            let fits = |i: &&MagicItem| i.rarity == rarity && !given.contains(&i.name.as_str());
            let items: Vec<&MagicItem> = self.codex.items.iter().filter(fits).collect();
            let hidden = rng.percent(25);
            if let Some(item) = rng.pick(&items) {
                given.push(&item.name);
                let parcel = Parcel {
                    name: item.name.clone(),
                    gold: Rules::get().item_value(rarity),
                    rarity: rarity.to_string(),
                    hidden,
                    ..Parcel::default()
                };
                rooms[order[n % order.len()]].push(parcel);
            }
        }
    }
}
