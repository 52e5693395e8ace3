/** Which sprite stands for a thing or a creature. */
import type { Atlas } from './atlas';
import type { Plate } from './stage';

export interface Figure { sprite: number; scale?: number; bright?: boolean; tint?: number; plate?: Plate }

/** Words in names of creatures, in both languages, and the figure that they call for; the first that fits counts. */
const kinds: [string, RegExp][] = [
  ['undead', /skelet|esquelet|zomb|ghoul|carniçal|wight|wraith|ghost|fantasma|specter|espectro|mummy|múmia|vampir|lich|shadow|sombra|undead|morto/i],
  ['dragon', /dragon|dragão|drake|wyrm|wyvern|kobold/i],
  ['ooze', /ooze|slime|jelly|pudding|gosma|limo|gelatin|cube/i],
  ['beast', /rat|rato|wolf|lobo|bear|urso|boar|javali|snake|cobra|serpent|bat|morcego|lion|leão|hyena|jackal|dog|cão|cat|crocod|toad|sapo|frog|hawk|beast|fera/i],
  ['monstrosity', /spider|aranha|centip|scorpion|escorpi|worm|verme|basilisk|mimic|mímico|hydra|ettercap|minotaur|owlbear|harpy|harpia|manticore|medusa|gorgon|crawler|bug|beetle/i],
  ['fiend', /imp|demon|demônio|devil|diabo|quasit|fiend|hell/i],
  ['construct', /golem|armou?r|armadura|animated|construct|gargoyle|gárgula|statue/i],
  ['elemental', /elemental|mephit|magmin|flame|fogo|spark/i],
  ['giant', /ogre|ogro|troll|giant|gigante|ettin|cyclop|hill/i],
  ['plant', /shrub|shrieker|fungus|fungo|violet|plant|vine|treant|mold|myconid/i],
  ['fey', /fey|pixie|sprite|dryad|hag|bruxa|satyr/i],
  ['aberration', /aberration|gibber|otyugh|choker|nothic|grick|aboleth/i],
  ['celestial', /angel|anjo|pegasus|unicorn|couatl/i],
];

export function creatureOf(name: string): string {
  return kinds.find(([, words]) => words.test(name))?.[0] ?? 'humanoid';
}

const first = (atlas: Atlas, names: string[]) => names.map((n) => atlas.variants(n)[0] ?? -1).find((id) => id >= 0) ?? -1;

/** The figure of a creature that looks in a direction (`se`, `sw`, `ne`, `nw`), standing or in one of four paces. */
export function creature(atlas: Atlas, name: string, boss: boolean, way = 'se', pace = -1): Figure | null {
  const type = boss && creatureOf(name) === 'humanoid' ? 'fiend' : creatureOf(name);
  const sprite = first(atlas, [`creature/${type}/m/${way}/${pace < 0 ? 'stand' : `walk${pace}`}`, `creature/humanoid/m/${way}/stand`]);
  return sprite < 0 ? null : { sprite, scale: boss ? 1.4 : 1 };
}

/** The leaf of a door by how it stands and the way through it. */
export function doorOf(atlas: Atlas, kind: string, open: boolean, facing: string): Figure | null {
  const look = open ? 'open' : ['locked', 'barred', 'portcullis', 'arch'].includes(kind) ? kind : 'closed';
  const across = facing === 'north' || facing === 'south';
  const sprite = atlas.id(`door/${look}/r${across ? 0 : 1}`);
  const rgb = look === 'locked' ? 0xb98b3a : look === 'portcullis' || look === 'barred' ? 0x6a6b72 : 0x8a5a2b;
  // From above a leaf lies across the way, or along it when it is open.
  const along = across !== open;
  const plate: Plate = along ? { x: 0, y: open ? 0 : 0.38, width: 1, height: 0.24, rgb } : { x: open ? 0 : 0.38, y: 0, width: 0.24, height: 1, rgb };
  return sprite < 0 ? null : { sprite, plate };
}

/** The figure of a thing of a floor; nothing for what is not seen. */
export function figureOf(atlas: Atlas, kind: string | { key: number }, name: string): Figure | null {
  const found = (names: string[], more: Partial<Figure> = {}): Figure | null => {
    const sprite = first(atlas, names);
    return sprite < 0 ? null : { sprite, ...more };
  };
  if (typeof kind === 'object') return found([`key/${kind.key % 6}`, 'key/0'], { scale: 1.3 });
  switch (kind) {
    case 'enemy': return creature(atlas, name, false);
    case 'boss': return creature(atlas, name, true);
    case 'chest': return found(['chest/closed/r0']);
    case 'exit': return found(['stairs/down/r0', 'exit/0']);
    case 'stairs_down': return found(['stairs/down/r0']);
    case 'stairs_up': return found(['stairs/up/r0']);
    case 'light': return found(['thing/brazier/r0/s0.0', 'lamp']);
    case 'trap': return found(['thing/pressure_plate/r0/s0.0']);
    default: return null;
  }
}
