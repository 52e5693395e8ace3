/** Words in the reader's language. */
import { recall, remember } from '../kernel/local';
import type { en } from './en';

export type WordKey = keyof typeof en;
export type Values = Record<string, string | number>;
export type Lang = 'en' | 'pt-BR';

/** The words that are loaded: those of the reader's language, and others once they are asked for. */
const tables: Partial<Record<Lang, Record<WordKey, string>>> = {};

/** Loads the words of a language; the page waits for its own before it shows anything. */
export async function loadWords(lang: Lang = language.now): Promise<void> {
  tables[lang] ??= lang === 'en' ? (await import('./en')).en : (await import('./pt')).pt;
}

function preferred(): Lang {
  const stored = recall('mapkiln.lang');
  if (stored === 'en' || stored === 'pt-BR') return stored;
  return globalThis.navigator?.language?.toLowerCase().startsWith('pt') ? 'pt-BR' : 'en';
}

export const language = $state<{ now: Lang }>({ now: preferred() });

export async function setLanguage(lang: Lang): Promise<void> {
  await loadWords(lang);
  language.now = lang;
  remember('mapkiln.lang', lang);
  document.documentElement.lang = lang;
}

/**
 * The words of a key. `{n}` is a value; `{n|one room|# rooms}` chooses by number and writes it for #.
 */
export function t(key: WordKey, values: Values = {}): string {
  return fill(tables[language.now]?.[key] ?? key, values, language.now);
}

/** Is there a word for a key? Names in maps from elsewhere may have none. */
export function hasWord(key: string): key is WordKey {
  return Object.hasOwn(tables[language.now] ?? {}, key);
}

export function fill(text: string, values: Values, lang: Lang): string {
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  const show = (value: string | number | undefined) =>
    typeof value === 'number' ? number.format(value) : (value ?? '');
  return text.replaceAll(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (one === undefined || many === undefined) return show(value);
    const rule = new Intl.PluralRules(lang).select(Number(value));
    return (rule === 'one' && Number(value) === 1 ? one : many).replaceAll('#', show(value));
  });
}

/** A measurement, with so many digits after the point or comma. */
export function fixed(value: number, digits: number): string {
  return new Intl.NumberFormat(language.now, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** A list as people write it: 2, 4 and 5. */
export function list(items: (string | number)[]): string {
  return new Intl.ListFormat(language.now).format(items.map(String));
}
