import './ui/studio.css';
import { mount } from 'svelte';
import App from './App.svelte';

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
