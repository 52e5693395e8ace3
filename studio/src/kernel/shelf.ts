/** The shelf: maps kept on this device, with their history, in IndexedDB. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readDoc, type Doc } from './document';

export interface Step {
  doc: Doc;
  /** What was done, as a key of the words with its values. */
  label: [string, Record<string, string | number>?];
  thumb?: string;
}

export interface Kept {
  id: string;
  name: string;
  steps: Step[];
  at: number;
  /** A small picture of the current step, as SVG text. */
  picture: string;
  changed: number;
  /** Counts writes, so that a second tab is noticed. */
  revision: number;
  trashed?: number;
  /** The folder it lies in; none at first. */
  folder?: string;
}

interface Schema extends DBSchema {
  maps: { key: string; value: Kept };
}

/** Raised when a newer page changes the form of the shelf; older pages then only read. */
const VERSION = 1;
const TRASH_DAYS = 30;

export class ShelfError extends Error {
  constructor(readonly why: 'full' | 'changed' | 'newer' | 'none') {
    super(why);
  }
}

let database: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('mapkiln', VERSION, {
    upgrade: (db) => {
      db.createObjectStore('maps', { keyPath: 'id' });
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  }).catch((problem: unknown) => {
    database = undefined;
    throw new ShelfError((problem as Error).name === 'VersionError' ? 'newer' : 'none');
  });
  return database;
}

export async function all(): Promise<Kept[]> {
  const db = await open();
  const maps = await db.getAll('maps');
  const limit = Date.now() - TRASH_DAYS * 86_400_000;
  for (const old of maps.filter((m) => m.trashed && m.trashed < limit)) await db.delete('maps', old.id);
  return maps.filter((m) => !m.trashed || m.trashed >= limit).sort((a, b) => b.changed - a.changed);
}

export async function get(id: string): Promise<Kept | undefined> {
  return (await open()).get('maps', id);
}

/** Writes a map unless another tab wrote it since `kept.revision`; returns the new revision. */
export async function put(kept: Kept, force = false): Promise<number> {
  const db = await open();
  try {
    const change = db.transaction('maps', 'readwrite');
    const stored = await change.store.get(kept.id);
    if (stored && !force && stored.revision !== kept.revision) {
      change.abort();
      await change.done.catch(() => {});
      throw new ShelfError('changed');
    }
    const revision = (stored?.revision ?? 0) + 1;
    // Its folder is not the writer's to change; a map that is worked on is no trash.
    const folder = stored?.folder ?? kept.folder;
    await change.store.put({ ...kept, ...(folder ? { folder } : {}), revision });
    await change.done;
    return revision;
  } catch (problem) {
    if (problem instanceof ShelfError) throw problem;
    throw new ShelfError((problem as Error).name === 'QuotaExceededError' ? 'full' : 'none');
  }
}

/** Changes where a map lies; whoever has it open may go on writing. */
export async function amend(id: string, change: { folder?: string | undefined; trashed?: number | undefined }): Promise<void> {
  const transaction = (await open()).transaction('maps', 'readwrite');
  const stored = await transaction.store.get(id);
  if (stored) await transaction.store.put({ ...stored, ...change } as Kept);
  await transaction.done;
}

/** Asks the browser not to clear the shelf; true if it promises. */
export async function persist(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}

/** All maps as one ZIP, each a JSON file. */
export async function toZip(): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const kept of await all()) {
    const name = kept.name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 60) || 'map';
    files[`${name} ${kept.id.slice(0, 8)}.mapkiln.json`] = strToU8(JSON.stringify(kept));
  }
  return zipSync(files);
}

/** Reads such a ZIP; maps that are already there stay as they are. */
export async function fromZip(bytes: Uint8Array): Promise<number> {
  let added = 0;
  const files = unzipSync(bytes, { filter: (file) => file.name.endsWith('.json') && file.originalSize < 20_000_000 });
  for (const file of Object.values(files)) {
    const kept = readKept(JSON.parse(strFromU8(file)) as unknown);
    if (await get(kept.id)) continue;
    await put({ ...kept, revision: 0 });
    added++;
  }
  return added;
}

/** A kept map from a file. */
export function readKept(data: unknown): Kept {
  const kept = data as Kept;
  if (typeof kept?.id !== 'string' || !Array.isArray(kept.steps) || kept.steps.length === 0) throw new Error('not a map');
  const steps = kept.steps.map((step) => ({ ...step, doc: readDoc(step.doc) }));
  const at = Math.min(Math.max(0, Math.trunc(Number(kept.at)) || 0), steps.length - 1);
  return { ...kept, name: String(kept.name), picture: String(kept.picture ?? ''), steps, at, changed: Number(kept.changed) || 0, revision: 0 };
}
