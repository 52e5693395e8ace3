/** What the reader chose for the page: light or dark, letters as shortcuts. */
type Theme = 'system' | 'light' | 'dark';

const dark = matchMedia('(prefers-color-scheme: dark)');
const stored = localStorage.getItem('mapkiln.theme');

class Settings {
  theme = $state<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');
  letters = $state(localStorage.getItem('mapkiln.letters') !== 'off');
  audience = $state<'game-master' | 'players'>(localStorage.getItem('mapkiln.audience') === 'players' ? 'players' : 'game-master');
  #system = $state(dark.matches);

  constructor() {
    dark.addEventListener('change', () => (this.#system = dark.matches));
  }

  get isDark(): boolean {
    return this.theme === 'dark' || (this.theme === 'system' && this.#system);
  }

  toggleTheme(): void {
    this.theme = this.isDark ? 'light' : 'dark';
    localStorage.setItem('mapkiln.theme', this.theme);
  }

  setLetters(on: boolean): void {
    this.letters = on;
    localStorage.setItem('mapkiln.letters', on ? 'on' : 'off');
  }

  setAudience(audience: 'game-master' | 'players'): void {
    this.audience = audience;
    localStorage.setItem('mapkiln.audience', audience);
  }
}

export const settings = new Settings();
