/** The atlas, loaded once, when a place is first drawn. */
import index from '../generated/atlas.json?url';
import page from '../generated/atlas.png?url';
import { Atlas, type AtlasIndex } from './atlas';

let loading: Promise<Atlas> | undefined;

async function load(): Promise<Atlas> {
  const [frames, picture] = await Promise.all([
    fetch(index).then((r) => r.json() as Promise<AtlasIndex>),
    fetch(page).then((r) => r.blob()).then((blob) => createImageBitmap(blob, { premultiplyAlpha: 'premultiply' })),
  ]);
  const atlas = new Atlas();
  atlas.add(frames, picture);
  return atlas.seal();
}

export function loadAtlas(): Promise<Atlas> {
  loading ??= load();
  loading.catch(() => (loading = undefined));
  return loading;
}
