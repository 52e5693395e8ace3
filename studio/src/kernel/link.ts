/** A link is the document: canonical JSON, deflate-raw, base64url, in the fragment. */
import { canonical, LINK_VERSION, readDoc, type Doc } from './document';

export const LONGEST_LINK = 8_000;
export const LONG_LINK = 2_000;

export class LinkError extends Error {
  constructor(readonly why: 'cut' | 'newer' | 'broken') {
    super(why);
  }
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const body = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** Text, packed into letters that an address may hold. */
export async function pack(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text of packed letters. */
export async function unpackText(data: string): Promise<string> {
  const binary = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
  const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(await unpack(packed));
}

/** The fragment of a document, with `#`. */
export async function toFragment(doc: Doc): Promise<string> {
  const text = canonical({ ...doc, view: { ...doc.view } });
  const data = await pack(text);
  // A letter sum at the end tells a link that was cut from one that is broken.
  return `#${LINK_VERSION}.${data}.${check(data)}`;
}

/** The document of a fragment; a LinkError says what is wrong with it. */
export async function fromFragment(fragment: string): Promise<Doc> {
  const match = /^#?(\d+)\.([A-Za-z0-9_-]*)(?:\.([a-z0-9]*))?$/.exec(fragment.trim());
  if (!match) throw new LinkError('broken');
  const [, version, data = '', sum] = match;
  if (Number(version) > LINK_VERSION) throw new LinkError('newer');
  if (sum !== check(data)) throw new LinkError('cut');
  try {
    return readDoc(JSON.parse(await unpackText(data)));
  } catch (problem) {
    if (problem instanceof LinkError) throw problem;
    throw new LinkError('broken');
  }
}

/** Unpacks at most a megabyte: a hostile link must not fill the memory. */
async function unpack(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw') as ReadableWritablePair<Uint8Array, Uint8Array>);
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 1_000_000) {
      await reader.cancel();
      throw new LinkError('broken');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function check(data: string): string {
  let sum = 7;
  for (let i = 0; i < data.length; i++) sum = (Math.imul(sum, 31) + data.charCodeAt(i)) >>> 0;
  return (sum % 46656).toString(36).padStart(3, '0');
}
