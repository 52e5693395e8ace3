/** Serves studio/dist from a sub-folder, as any static host would. */
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.json': 'application/json', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json' };
const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/**
 * With `compressed`, files go as hosts send them; without, reading them costs the tests less. `isolated` sends the headers
 * without which browsers do not measure memory; `change` makes another version of the page out of this one.
 */
export async function serve(options: { compressed?: boolean; isolated?: boolean; change?: (file: string, text: Buffer) => Buffer } = {}): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (!path.startsWith('/some/folder/')) {
      response.writeHead(404).end();
      return;
    }
    const file = normalize(path.slice('/some/folder/'.length) || 'index.html');
    try {
      const body = options.change ? options.change(file, await readFile(join(dist, file))) : await readFile(join(dist, file));
      const own = options.isolated ? { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' } : {};
      const head = { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...own };
      if (options.compressed && !/\.(woff2|png)$/.test(file)) response.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(gzipSync(body));
      else response.writeHead(200, head).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/some/folder/`, server };
}
