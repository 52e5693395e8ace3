import './ui/studio.css';
import { mount } from 'svelte';
import App from './App.svelte';
import atlasUrl from './generated/atlas.png?url';
import framesUrl from './generated/atlas.json?url';
import everythingUrl from './generated/everything_bg.wasm?url';

const app = mount(App, { target: document.querySelector('#app')! });

// Offline: the service worker keeps one whole version; a new one waits until the page agrees.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('./sw.js').then((registration) => {
    const offer = (worker: ServiceWorker) => {
      const reload = () => {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
        worker.postMessage('take over');
      };
      app.updateReady(reload);
    };
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
      });
    });
  });
}

// Nothing is missing offline: the part that writes files and checks maps, and the sprites, are fetched when the page is idle, and kept.
if (import.meta.env.PROD && 'serviceWorker' in navigator && !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData) {
  void navigator.serviceWorker.ready.then(() => {
    setTimeout(async () => {
      for (const url of [everythingUrl, atlasUrl, framesUrl]) await fetch(url, { priority: 'low' } as RequestInit).then((response) => response.arrayBuffer()).catch(() => {});
    }, 6_000);
  });
}
