/** The document: what makes a map, without the map. */
import type { AnySpec } from '../generated/spec';
import type { Edit as GeneratedEdit } from '../generated/edit';

export type Spec = AnySpec;
export type Edit = GeneratedEdit;

/** How the page shows a map; it changes nothing of the map itself. */
export interface View {
  style?: string;
  level?: number;
  iso?: boolean;
  /** Layers that are switched off. */
  off?: string[];
  /** Fields of the spec that stay when the rest is set at random. */
  locks?: string[];
}

export interface Doc {
  spec: Spec;
  seed: string;
  /** A map document from elsewhere. */
  map?: unknown;
  edits: Edit[];
  view: View;
}

export const LINK_VERSION = 1;

/** What the worker needs of a document. */
export function base(doc: Doc): Pick<Doc, 'spec' | 'seed' | 'map' | 'edits'> {
  return { spec: doc.spec, seed: doc.seed, ...(doc.map ? { map: doc.map } : {}), edits: doc.edits };
}

/** JSON with sorted keys and without what is empty: the same document gives the same text. */
export function canonical(value: unknown): string {
  const sorted = (v: unknown): unknown => {
    if (Array.isArray(v)) return v.map(sorted);
    if (v && typeof v === 'object') {
      const entries = Object.entries(v).filter(([, x]) => x !== undefined);
      return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, x]) => [k, sorted(x)]));
    }
    return v;
  };
  return JSON.stringify(sorted(value));
}

/** Reads a document that came from outside; throws with a sentence key if it is none. */
export function readDoc(data: unknown): Doc {
  if (!data || typeof data !== 'object') throw new Error('not a document');
  const { spec, seed, map, edits, view } = data as Record<string, unknown>;
  if (!spec || typeof spec !== 'object' || typeof (spec as { maker?: unknown }).maker !== 'string') {
    throw new Error('not a document');
  }
  if (typeof seed !== 'string' || !(edits === undefined || Array.isArray(edits))) throw new Error('not a document');
  const shown = view && typeof view === 'object' ? (view as View) : {};
  return { spec: spec as Spec, seed, ...(map ? { map } : {}), edits: (edits as Edit[]) ?? [], view: shown };
}

export function newDoc(seed: string, spec: Spec = { maker: 'dungeon' }): Doc {
  return { spec, seed, edits: [], view: {} };
}
