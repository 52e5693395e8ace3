/** The atlas, loaded once, when a place is first drawn. */
import type { Atlas } from './atlas';
import { standIns } from './paint';

let loading: Promise<Atlas> | undefined;

export function loadAtlas(): Promise<Atlas> {
  loading ??= Promise.resolve(standIns());
  return loading;
}
