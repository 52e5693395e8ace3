/** Seeds that people can say aloud. */
const first = ['hollow', 'pale', 'ashen', 'quiet', 'red', 'buried', 'silver', 'crooked', 'drowned', 'amber', 'bitter', 'broken', 'cold', 'distant', 'early', 'foul', 'gilded', 'hidden', 'iron', 'jade', 'keen', 'last', 'mossy', 'nameless', 'old', 'patient', 'rusted', 'sable', 'tall', 'umber', 'velvet', 'wan'];
const second = ['bell', 'widow', 'lantern', 'kiln', 'gate', 'crown', 'well', 'stair', 'choir', 'door', 'ember', 'fox', 'ghost', 'harp', 'inn', 'jar', 'key', 'lamb', 'moon', 'needle', 'oath', 'pyre', 'quill', 'raven', 'saint', 'thorn', 'urn', 'vault', 'wolf', 'yew', 'anvil', 'bone'];

export function randomSeed(random: () => number = Math.random): string {
  const pick = (words: string[]) => words[Math.floor(random() * words.length)] ?? 'kiln';
  return `${pick(first)} ${pick(second)} ${Math.floor(random() * 90) + 10}`;
}

/** The seed before or after: words keep their number counting. */
export function neighbour(seed: string, by: 1 | -1): string {
  const match = /^(.*?)(\d+)$/.exec(seed);
  if (match?.[2] !== undefined && Number.isSafeInteger(Number(match[2]))) {
    const next = Number(match[2]) + by;
    return next < 0 ? match[1]!.trimEnd() || '0' : `${match[1]}${next}`;
  }
  return by > 0 ? `${seed} 1` : seed;
}

/** A small generator from text, for the page's own choices (today's wall); maps never use it. */
export function dice(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
