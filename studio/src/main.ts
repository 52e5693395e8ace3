import './ui/studio.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { kiln } from './kernel/session.svelte';
import { loadWords } from './words/index.svelte';

await loadWords();
const app = mount(App, { target: document.querySelector('#app')! });

// Offline: the service worker keeps one whole version; a new one waits until the page agrees.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const offline = navigator.serviceWorker;
  void offline.register('./sw.js').then((registration) => {
    const offer = (worker: ServiceWorker) => app.updateReady(() => worker.postMessage('take over'));
    if (registration.waiting && offline.controller) offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && offline.controller) offer(worker);
      });
    });
  });
  // Whoever asks for the new version, every tab stores its map first and goes on with the same one.
  offline.addEventListener('message', ({ data, ports }) => {
    if (data === 'store') void app.stored().then(() => ports[0]?.postMessage('stored'));
  });
  if (offline.controller) {
    offline.addEventListener('controllerchange', () => {
      const reload = () => void app.stored().then(() => location.reload());
      // A hidden tab never writes: it reloads when somebody looks at it.
      if (document.visibilityState === 'visible') reload();
      else document.addEventListener('visibilitychange', reload, { once: true });
    }, { once: true });
  }
  // Nothing is missing offline: what writes files and checks maps, and the sprites, come when the page is idle.
  if (!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData) {
    void offline.ready.then((registration) => setTimeout(() => registration.active?.postMessage('complete'), 6_000));
    // The larger module makes dungeons in less time, so it takes over when it is there.
    setTimeout(() => kiln.grow('everything'), 12_000);
  }
}
