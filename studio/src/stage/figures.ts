/** Which sprite stands for a thing or a creature. */
import type { Atlas } from './atlas';

export interface Figure { sprite: number; scale?: number; shadow?: boolean; bright?: boolean; tint?: number }

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

/** The figure of a thing of a floor, or of a door by the way it faces; nothing for what is not seen. */
export function figureOf(atlas: Atlas, kind: string | { key: number }, name: string): Figure | null {
  const found = (names: string[], more: Partial<Figure> = {}): Figure | null => {
    const sprite = first(atlas, names);
    return sprite < 0 ? null : { sprite, ...more };
  };
  if (typeof kind === 'object') return found(['thing/key', 'key'], { shadow: false });
  switch (kind) {
    case 'enemy':
    case 'boss': {
      const type = kind === 'boss' && creatureOf(name) === 'humanoid' ? 'fiend' : creatureOf(name);
      return found([`creature/${type}/m/se/stand`, `creature/${type}/m/se/walk0`, `creature/${type}/m/se`, `creature/${type}`, kind === 'boss' ? 'creature/boss' : 'creature/humanoid', 'creature/humanoid'], { scale: kind === 'boss' ? 1.35 : 1 });
    }
    case 'chest': return found(['thing/chest', 'chest'], { shadow: false });
    case 'exit': return found(['thing/exit', 'thing/stairs-down', 'thing/stairs'], { shadow: false });
    case 'stairs_down': return found(['thing/stairs-down', 'thing/stairs'], { shadow: false });
    case 'stairs_up': return found(['thing/stairs-up', 'thing/stairs'], { shadow: false });
    case 'light': return found(['thing/torch', 'thing/brazier', 'thing/light'], { shadow: false, bright: true });
    case 'trap': return found(['thing/trap', 'thing/pressure-plate'], { shadow: false });
    case 'door': return found([`door/${name}/closed`, 'thing/door'], { shadow: false });
    case 'door-open': return found([`door/${name}/open`, 'thing/door-open'], { shadow: false });
    default: return null;
  }
}
