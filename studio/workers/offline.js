// The service worker: keeps one whole version of the page. The build writes its version and its files into it, so that
// another version is another script, which is how browsers notice one.
const version = '__VERSION__';
const files = ['__FILES__'];
const mine = `mapkiln-${version}`;
/** What comes when the page has nothing else to do: the large module, and the sprites. */
const late = /everything[^/]*\.wasm$|atlas[^/]*\.(png|json)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(mine).then((cache) => {
      // Names with a hash in them never change their contents; the others must not come from an older version.
      const named = ['./', './table.html', './icon.svg', './manifest.webmanifest'].map((name) => new Request(name, { cache: 'reload' }));
      return cache.addAll([...named, ...files.filter((name) => !late.test(name)).map((name) => `./${name}`)]);
    }),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      for (const name of names) if (name.startsWith('mapkiln-') && name !== mine) await caches.delete(name);
      await self.clients.claim();
    }),
  );
});

/** Waits until every tab has stored its map, or four seconds. */
async function stored() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const answers = pages.filter((page) => !new URL(page.url).pathname.endsWith('/table.html')).map(
    (page) => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      page.postMessage('store', [port2]);
    }),
  );
  await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, 4_000))]);
}

/** Fetches what is still missing of this version. */
async function complete() {
  const cache = await caches.open(mine);
  for (const name of files) if (late.test(name) && !(await cache.match(`./${name}`))) await cache.add(`./${name}`);
}

self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(stored().then(() => self.skipWaiting()));
  // Whoever asks may wait for it: a cache lists the name of a file before all of it has come.
  if (event.data === 'complete') event.waitUntil(complete().then(() => event.ports[0]?.postMessage('complete'), () => {}));
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(mine);
      const known = await cache.match(event.request, { ignoreSearch: true, ignoreVary: true });
      if (known) return known;
      const response = await fetch(event.request);
      if (response.ok && late.test(url.pathname)) event.waitUntil(cache.put(url.href, response.clone()));
      return response;
    })(),
  );
});
