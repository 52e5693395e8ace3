/** What the reader chose for the page: light or dark, contrast, motion, letters as shortcuts. */
import { recall, remember } from '../kernel/local';

type Theme = 'system' | 'light' | 'dark';

const dark = matchMedia('(prefers-color-scheme: dark)');
const stored = recall('mapkiln.theme');

class Settings {
  theme = $state<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');
  letters = $state(recall('mapkiln.letters') !== 'off');
  audience = $state<'game-master' | 'players'>(recall('mapkiln.audience') === 'players' ? 'players' : 'game-master');
  #system = $state(dark.matches);
  /** More contrast and less motion, by hand; the system's own wish counts too. */
  contrast = $state(recall('mapkiln.contrast') === 'on');
  still = $state(recall('mapkiln.still') === 'on');

  constructor() {
    dark.addEventListener('change', () => (this.#system = dark.matches));
  }

  get isDark(): boolean {
    return this.theme === 'dark' || (this.theme === 'system' && this.#system);
  }

  toggleTheme(): void {
    this.theme = this.isDark ? 'light' : 'dark';
    remember('mapkiln.theme', this.theme);
  }

  systemTheme(): void {
    this.theme = 'system';
    remember('mapkiln.theme', null);
  }

  setContrast(on: boolean): void {
    this.contrast = on;
    remember('mapkiln.contrast', on ? 'on' : 'off');
  }

  setStill(on: boolean): void {
    this.still = on;
    remember('mapkiln.still', on ? 'on' : 'off');
  }

  /** Is motion unwanted, by hand or by the system? */
  get isStill(): boolean {
    return this.still || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  setLetters(on: boolean): void {
    this.letters = on;
    remember('mapkiln.letters', on ? 'on' : 'off');
  }

  setAudience(audience: 'game-master' | 'players'): void {
    this.audience = audience;
    remember('mapkiln.audience', audience);
  }
}

export const settings = new Settings();
