// Keeps one whole version of the page; files.json names it and lists its files.
const list = fetch('./files.json', { cache: 'no-store' }).then((response) => response.json());
const late = /everything[^/]*\.wasm$|atlas[^/]*\.(png|json)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    list.then(async ({ version, files }) => {
      const cache = await caches.open(`mapkiln-${version}`);
      // The large part for files and checks, and the sprites, come later, when the page has nothing else to do.
      const now = files.filter((name) => !late.test(name));
      await cache.addAll(['./', './files.json', './icon.svg', './manifest.webmanifest', ...now.map((name) => `./${name}`)]);
    }),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    list.then(async ({ version }) => {
      for (const name of await caches.keys()) if (name.startsWith('mapkiln-') && name !== `mapkiln-${version}`) await caches.delete(name);
      await self.clients.claim();
    }),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  event.respondWith(
    (async () => {
      const known = await caches.match(event.request, { ignoreSearch: true });
      if (known) return known;
      const response = await fetch(event.request);
      if (response.ok && late.test(url.pathname)) {
        const names = await caches.keys();
        const mine = names.find((name) => name.startsWith('mapkiln-'));
        if (mine) await (await caches.open(mine)).put(event.request, response.clone());
      }
      return response;
    })(),
  );
});
