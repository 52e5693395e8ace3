import { beforeEach, expect, test, vi } from 'vitest';
import { addScore, keepGame, keptGame, scores, seedOfTheDay } from './scores';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v), removeItem: (k: string) => void kept.delete(k) });
});

const one = (seed: string, score: number) => ({ seed, score, level: 1, won: false, day: '2026-01-01' });

test('ten scores are kept, the best first, one for each seed', () => {
  for (let i = 0; i < 14; i++) addScore(one(`seed ${i}`, i));
  expect(scores()).toHaveLength(10);
  expect(scores()[0]!.score).toBe(13);
  expect(addScore(one('seed 13', 5))).toBe(0);
  expect(addScore(one('seed 13', 50))).toBe(1);
  expect(scores().filter((s) => s.seed === 'seed 13')).toHaveLength(1);
  expect(addScore(one('low', -1))).toBe(0);
});

test('what is stored by somebody else does no harm', () => {
  localStorage.setItem('mapkiln.scores', '{"a":1}');
  localStorage.setItem('mapkiln.game', 'nonsense');
  expect(scores()).toEqual([]);
  expect(keptGame()).toBeNull();
  keepGame({ start: { campaign: { seed: 'a', level: 1, score: 0 } }, moves: 'nn' });
  expect(keptGame()?.moves).toBe('nn');
  keepGame(null);
  expect(keptGame()).toBeNull();
});

test('the seed of the day is the day', () => {
  expect(seedOfTheDay(new Date(2026, 0, 5, 23, 59))).toBe('day 2026-01-05');
});
