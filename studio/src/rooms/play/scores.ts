/** High scores and the game under way, in this browser. */
import { recall, remember } from '../../kernel/local';
import type { Start } from './sitting.svelte';

export interface Score { seed: string; score: number; level: number; won: boolean; day: string }
const MOST = 10;

function stored<T>(key: string, empty: T): T {
  try {
    return (JSON.parse(recall(key) ?? 'null') as T | null) ?? empty;
  } catch {
    return empty;
  }
}

export function scores(): Score[] {
  const list = stored<Score[]>('mapkiln.scores', []);
  return Array.isArray(list) ? list.filter((s) => typeof s?.score === 'number' && typeof s.seed === 'string') : [];
}

/** Adds a score; the place it took, from 1, or 0 if it took none. A campaign counts once, with its best. */
export function addScore(score: Score): number {
  const others = scores();
  const same = others.find((s) => s.seed === score.seed);
  if (same && same.score >= score.score) return 0;
  const list = [...others.filter((s) => s.seed !== score.seed), score].sort((a, b) => b.score - a.score).slice(0, MOST);
  remember('mapkiln.scores', JSON.stringify(list));
  return list.indexOf(score) + 1;
}

export interface Kept { start: Start; moves: string }

export function keptGame(): Kept | null {
  const kept = stored<Kept | null>('mapkiln.game', null);
  return kept && typeof kept.moves === 'string' && kept.start ? kept : null;
}

export function keepGame(kept: Kept | null): void {
  remember('mapkiln.game', kept && JSON.stringify(kept));
}

/** The seed that everybody plays today. */
export const seedOfTheDay = (now = new Date()) => `day ${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
