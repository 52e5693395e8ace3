import { createHash } from 'node:crypto';
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

/** The list of files with a version made from their contents, for the service worker. */
function withFileList(): Plugin {
  return {
    name: 'file-list',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith('.map')).sort();
      const hash = createHash('sha256');
      for (const name of files) {
        const file = bundle[name];
        hash.update(name);
        if (file) hash.update(file.type === 'chunk' ? file.code : file.source);
      }
      const version = hash.digest('hex').slice(0, 12);
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify({ version, files }) });
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), withPolicy(), withFileList()],
  worker: { format: 'es' },
  build: {
    target: 'safari17',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: { input: { index: 'index.html', table: 'table.html' } },
  },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
