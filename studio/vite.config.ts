import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The Content Security Policy, in built pages only: the development server writes styles inline. */
function withPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
    ],
  };
}

/** The service worker, with the list of files and a version made from their contents. */
function withOffline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const names = Object.keys(bundle).filter((name) => !name.endsWith('.map')).sort();
        const hash = createHash('sha256');
        for (const name of names) {
          const file = bundle[name];
          hash.update(name);
          if (file) hash.update(file.type === 'chunk' ? file.code : file.source);
        }
        const files = names.filter((name) => !name.endsWith('.html'));
        const text = readFileSync(new URL('workers/offline.js', import.meta.url), 'utf8');
        const source = text.replace('__VERSION__', hash.digest('hex').slice(0, 12)).replace("['__FILES__']", JSON.stringify(files));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), withPolicy(), withOffline()],
  worker: { format: 'es' },
  build: {
    target: 'safari17',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: { input: { index: 'index.html', table: 'table.html' } },
  },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
