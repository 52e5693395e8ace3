/** A spec as TOML and as a command line, and back: only what differs from the usual. */
import type { Spec } from '../../kernel/document';

type Value = string | number | boolean | Value[] | { [key: string]: Value };

export function toToml(spec: Spec, seed: string): string {
  const lines: string[] = [];
  const tables: string[] = [];
  for (const [key, value] of Object.entries(spec) as [string, Value][]) {
    if (value === undefined || value === null) continue;
    if (key === 'targets') {
      for (const [name, target] of Object.entries(value as object)) tables.push(`targets.${name} = ${inline(target as Value)}`);
    } else {
      lines.push(`${key} = ${inline(value)}`);
    }
  }
  return [`# seed: ${seed}`, ...lines, ...tables].join('\n');
}

function inline(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'object') return `{ ${Object.entries(value).map(([k, v]) => `${k} = ${inline(v)}`).join(', ')} }`;
  return JSON.stringify(value);
}

export class TomlError extends Error {
  constructor(readonly line: number, readonly text: string) {
    super(text);
  }
}

/** Reads what `toToml` writes: one assignment per line. */
export function fromToml(text: string): Spec {
  const spec: Record<string, unknown> = {};
  text.split('\n').forEach((line, i) => {
    const plain = line.trim();
    if (plain === '' || plain.startsWith('#')) return;
    const match = /^([\w.]+)\s*=\s*(.+)$/.exec(plain);
    if (!match) throw new TomlError(i + 1, plain);
    const [, path, raw] = match;
    const json = raw!.replaceAll(/([{,]\s*)(\w+)\s*=/g, '$1"$2":');
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      throw new TomlError(i + 1, plain);
    }
    const parts = path!.split('.');
    if (parts.some((p) => p === '__proto__' || p === 'constructor')) throw new TomlError(i + 1, plain);
    let at = spec;
    for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
    at[parts.at(-1)!] = value;
  });
  spec.maker ??= 'dungeon';
  return spec as unknown as Spec;
}

const flags: Record<string, string> = {
  theme: 'theme', party: 'party', difficulty: 'difficulty', lang: 'lang', size: 'size', levels: 'levels', entrances: 'entrances',
  corridor_width: 'corridor-width', dead_ends: 'dead-ends', maze: 'maze', secrets: 'secrets', locks: 'locks', enemies: 'enemies',
  treasure: 'treasure', traps: 'traps', edition: 'edition', width: 'width', height: 'height',
};

/** The command that makes the same map; targets and algorithms need the spec as a file. */
export function toCommand(spec: Spec, seed: string): string {
  const words = ['mapkiln', 'dungeon', '--seed', quote(seed)];
  if (spec.maker === 'classic-dungeon') words.push('--classic');
  const fields = spec as unknown as Record<string, unknown>;
  for (const [key, flag] of Object.entries(flags)) if (fields[key] !== undefined && fields[key] !== null) words.push(`--${flag}`, quote(String(fields[key])));
  if (fields.winding) words.push('--winding');
  if (Array.isArray(fields.rooms)) words.push('--rooms', `${fields.rooms[0]}-${fields.rooms[1]}`);
  return words.join(' ');
}

function quote(text: string): string {
  return /^[\w.,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
