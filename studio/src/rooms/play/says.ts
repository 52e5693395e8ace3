/** What happened in a turn, in the reader's words. */
import { t, type WordKey } from '../../words/index.svelte';
import type { TurnEvent } from './sitting.svelte';

export function says(event: TurnEvent, text: string): string {
  const [kind, value] = typeof event === 'string' ? [event, []] : Object.entries(event)[0] ?? ['', []];
  const parts = Array.isArray(value) ? value : [value];
  const name = parts.find((p) => typeof p === 'string') as string | undefined;
  const n = parts.find((p) => typeof p === 'number') as number | undefined;
  const key = `log.${kind}`;
  if (!known.has(key)) return text;
  const who = kind.startsWith('boss') ? 'log.boss' : kind === 'trap_sprung' ? 'log.trap' : 'log.enemy';
  return t(key as WordKey, { name: name || t(kind === 'key_taken' ? 'log.key' : who), n: n ?? 0 });
}

const known = new Set(['blocked', 'door_opened', 'door_unlocked', 'door_locked', 'door_battered', 'door_broken', 'secret_found', 'nothing_found', 'key_taken', 'chest_opened', 'trap_sprung', 'enemy_hit', 'enemy_beaten', 'boss_hit', 'boss_beaten', 'noticed', 'player_hit', 'won', 'lost'].map((k) => `log.${k}`));
