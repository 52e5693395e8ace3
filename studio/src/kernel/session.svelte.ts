/** One open map: its steps, what the worker made of the current one, and its place on the shelf. */
import { base, newDoc, type Doc, type Edit } from './document';
import { Kiln, KilnError, type MakeEvent } from './kiln';
import type { Claims, Made } from './plan';
import * as shelf from './shelf';
import { settings } from '../ui/settings.svelte';
import { language, t } from '../words/index.svelte';
import { extent } from './plan';
import { cutOut } from '../ui/picture';

export interface Notice {
  kind: 'bad' | 'careful' | 'told' | 'done';
  title: string;
  text?: string;
  acts?: { label: string; main?: boolean; run: () => void }[];
  /** A broken proof comes and goes with the map. */
  proof?: boolean;
}

export type Label = shelf.Step['label'];
const MOST_STEPS = 200;

export const kiln = new Kiln('dungeon');
let all: Kiln | undefined;

/** The worker with every maker and every format, started on first use. */
export function everything(): Kiln {
  // Where speed counts more than weight, the larger module makes dungeons too.
  kiln.grow('everything');
  return (all ??= new Kiln('everything'));
}

/** The worker for a document: the small part makes dungeons; other makers and maps from files need all of it. */
export function kilnFor(doc: Pick<Doc, 'spec' | 'map'>): Kiln {
  return doc.map || doc.spec.maker !== 'dungeon' || 'reroll' in doc.spec ? everything() : kiln;
}

/**
 * A spec whose search for layouts ends after some generations. How many layouts a generation has is the library's choice for
 * the theme: it is known from the first generation of the whole search.
 */
export function withGenerations(spec: Doc['spec'], generations: number, population: number): Doc['spec'] {
  const layout = { elitism: 2, selection: { tournament: 3 }, mutation: 60, ...(spec as { layout?: object }).layout, population, generations };
  return { ...spec, layout } as Doc['spec'];
}

/** What went wrong, as a sentence. */
export function sentence(problem: unknown): string {
  if (problem instanceof KilnError && problem.fault === 'absent') return t('notice.absent');
  if (problem instanceof KilnError && problem.fault === 'lost') return `${t('notice.lostworker')}. ${t('notice.lostworker.text')}`;
  return problem instanceof Error ? problem.message : String(problem);
}

/** Do two documents make the same map? How they are shown may differ. */
function sameMap(a: Doc, b: Doc): boolean {
  return a.spec === b.spec && a.seed === b.seed && a.edits === b.edits && a.map === b.map;
}

export class Session {
  id: string = crypto.randomUUID();
  steps = $state.raw<shelf.Step[]>([]);
  at = $state(0);
  made = $state.raw<Made | null>(null);
  svg = $state.raw('');
  /** What a change would give, while somebody points at it. */
  foreseen = $state.raw<{ made: Made; svg: string } | null>(null);
  /** The map before the last change: what lay where. */
  before = $state.raw<Made | null>(null);
  /** The last change that was made by hand, for a moment. */
  done = $state.raw<Label | null>(null);
  /** Every claim about this map, once it was examined. */
  claims = $state.raw<Claims | null>(null);
  busy = $state(false);
  slow = $state(false);
  progress = $state.raw<MakeEvent | null>(null);
  notice = $state.raw<Notice | null>(null);
  kept = $state<'fresh' | 'kept' | 'full' | 'read-only'>('fresh');
  audience = $state<'game-master' | 'players'>('game-master');
  #revision = 0;
  #token = 0;
  #edits: Promise<unknown> = Promise.resolve();
  /** The step that is on its way, while an undo is under way. */
  #heading: number | null = null;
  #saving: Promise<void> = Promise.resolve();
  onChanged: () => void = () => {};

  get doc(): Doc {
    return this.steps[this.at]?.doc ?? newDoc('mapkiln');
  }

  get plan() {
    return this.made?.document.map ?? null;
  }

  get levelNumber(): number {
    return Math.min(this.doc.view.level ?? 0, Math.max(0, (this.plan?.levels.length ?? 1) - 1));
  }

  get level() {
    return this.plan?.levels[this.levelNumber] ?? null;
  }

  get style(): string {
    return this.doc.view.style ?? (settings.isDark ? 'dark' : 'hatched');
  }

  /** What it was called when it was kept, until it is made. */
  #name = '';
  get title(): string {
    return this.plan?.title || this.#name || this.doc.seed;
  }

  look(audience = this.audience) {
    return { style: this.style, audience, level: this.levelNumber, isometric: this.doc.view.iso ?? false };
  }

  /** Opens a document as a new map; nothing is kept before the first change. */
  async open(doc: Doc, label: Label): Promise<boolean> {
    const made = await this.#make(doc);
    if (!made) return false;
    this.id = crypto.randomUUID();
    this.#revision = 0;
    this.kept = 'fresh';
    this.steps = [{ doc, label }];
    this.at = 0;
    this.#show(made);
    return true;
  }

  /** Opens a map of the shelf, with its history; its picture is there before the map is made. */
  async openKept(kept: shelf.Kept): Promise<void> {
    this.id = kept.id;
    this.#revision = kept.revision;
    this.kept = 'kept';
    this.steps = kept.steps;
    this.at = kept.at;
    this.#name = kept.name;
    this.made = this.before = this.done = null;
    this.svg = kept.picture;
    const made = await this.#make(this.doc);
    if (made) this.#show(made);
  }

  /** Tries a change; if the library can make it, it becomes a step. */
  async change(label: Label, patch: Partial<Doc>): Promise<boolean> {
    const doc = { ...this.doc, ...patch };
    this.#makingLabel = label;
    const made = await this.#make(doc);
    if (!made) return false;
    this.#makingLabel = null;
    this.steps = [...this.steps.slice(0, this.at + 1), { doc, label }].slice(-MOST_STEPS);
    this.at = this.steps.length - 1;
    this.#show(made);
    void this.save();
    return true;
  }

  /** Edits come one after another: a quick second one builds on the first. */
  edit(label: Label, edit: Edit): Promise<boolean> {
    const done = this.#edits.then(async () => {
      const before = this.made;
      const ok = await this.change(label, { edits: [...this.doc.edits, edit] });
      if (ok) [this.before, this.done] = [before, label];
      return ok;
    });
    this.#edits = done.catch(() => false);
    return done;
  }

  /** Another spec or seed starts without edits: they were about another map. */
  remake(label: Label, patch: Partial<Doc>): Promise<boolean> {
    const { map: _, ...rest } = this.doc;
    void rest;
    return this.change(label, { map: undefined, ...patch, edits: [] });
  }

  /** The view is no step of its own: it changes the current one. */
  async view(patch: Partial<Doc['view']>): Promise<void> {
    const step = this.steps[this.at];
    if (!step) return;
    const doc = { ...step.doc, view: { ...step.doc.view, ...patch } };
    this.steps = this.steps.with(this.at, { ...step, doc });
    await this.redraw();
    if (this.kept === 'kept') void this.save();
  }

  async go(to: number): Promise<void> {
    const step = this.steps[to];
    if (!step || to === (this.#heading ?? this.at)) return;
    this.#heading = to;
    const made = await this.#make(step.doc);
    if (!made) {
      if (this.#heading === to) this.#heading = null;
      return;
    }
    this.#heading = null;
    this.at = to;
    this.#show(made);
    void this.save();
  }

  undo = () => this.go((this.#heading ?? this.at) - 1);
  redo = () => this.go((this.#heading ?? this.at) + 1);

  /** Would this edit be possible? The reason if not. */
  async why(edit: Edit): Promise<string | null> {
    try {
      await kilnFor(this.doc).call('make', { doc: base({ ...this.doc, edits: [...this.doc.edits, edit] }) });
      return null;
    } catch (problem) {
      return problem instanceof KilnError && problem.fault !== 'lost' ? sentence(problem) : null;
    }
  }

  #foreseeing = 0;
  /** Shows what an edit would give, until it is called with nothing. */
  async foresee(edit?: Edit): Promise<void> {
    const mine = ++this.#foreseeing;
    if (!edit) {
      this.foreseen = null;
      return;
    }
    const doc = base({ ...this.doc, edits: [...this.doc.edits, edit] });
    try {
      const made = await kilnFor(doc).json<Made>('make', { doc });
      const { text } = await kilnFor(doc).call('draw', { doc, look: this.look() });
      if (mine === this.#foreseeing) this.foreseen = { made, svg: text };
    } catch {
      // What cannot be made is not shown; pressing the button says why.
    }
  }

  async redraw(): Promise<void> {
    const token = this.#token;
    try {
      const { text } = await kilnFor(this.doc).call('draw', { doc: base(this.doc), look: this.look() });
      if (token === this.#token) this.svg = text;
    } catch {
      // The map is there; its next drawing comes with the next change.
    }
  }

  /** Ends the making under way: the best layout so far is kept, or the map before if there is none yet. */
  stop(): void {
    const [doc, label, generation, population] = [this.#making, this.#makingLabel, this.#generation, this.#population];
    this.#token++;
    this.busy = this.slow = false;
    this.progress = null;
    if (doc) kilnFor(doc).stop();
    // The same seed with fewer generations is the search as it was when it was stopped.
    if (doc && label && generation > 0 && doc.spec.maker === 'dungeon' && !doc.edits.length) void this.change(label, { ...doc, spec: withGenerations(doc.spec, generation, population) });
  }

  /** What is being made, as which step, and how many generations of layouts are done. */
  #making: Doc | null = null;
  #makingLabel: Label | null = null;
  #generation = 0;
  #population = 0;

  async #make(doc: Doc): Promise<{ made: Made; svg: string } | null> {
    const token = ++this.#token;
    // What takes long is ended; what is quick may finish, and is then forgotten.
    if (this.busy && this.slow && this.#making) kilnFor(this.#making).stop();
    this.busy = true;
    this.#making = doc;
    this.#generation = 0;
    const kiln = kilnFor(doc);
    const timer = setTimeout(() => (this.slow = token === this.#token), 150);
    try {
      const made = await kiln.json<Made>('make', { doc: base(doc) }, (event) => {
        if (token !== this.#token) return;
        if (event.event === 'progress') this.progress = event;
        else if (event.stage.startsWith('layout')) {
          this.#generation = event.number ?? 0;
          if (this.#generation === 0) this.#population = event.evaluations ?? 0;
        }
      });
      const level = Math.min(doc.view.level ?? 0, made.document.map.levels.length - 1);
      const style = doc.view.style ?? (settings.isDark ? 'dark' : 'hatched');
      const look = { style, audience: this.audience, level: Math.max(0, level), isometric: doc.view.iso ?? false };
      const { text } = await kiln.call('draw', { doc: base(doc), look });
      return token === this.#token ? { made, svg: text } : null;
    } catch (problem) {
      if (token === this.#token && problem instanceof KilnError && problem.fault !== 'stopped') {
        this.notice = problem.fault === 'lost' ? null : { kind: 'careful', title: '', text: sentence(problem) };
      }
      return null;
    } finally {
      clearTimeout(timer);
      if (token === this.#token) {
        this.busy = this.slow = false;
        this.progress = null;
      }
    }
  }

  #show({ made, svg }: { made: Made; svg: string }): void {
    this.made = made;
    this.svg = svg;
    this.#foreseeing++;
    this.foreseen = this.before = this.done = this.notice = null;
    this.claims = null;
    this.onChanged();
    // A map that was changed is held against every claim; a fresh one is when somebody looks.
    if (this.doc.edits.length) void this.examine();
  }

  /** Holds the map against every claim that the library makes of such maps. */
  async examine(): Promise<void> {
    const doc = this.doc;
    try {
      const lang = language.now === 'pt-BR' ? 'pt-BR' : 'en';
      const claims = await everything().json<Claims>('check', { doc: base(doc), language: lang });
      if (sameMap(doc, this.doc)) this.claims = claims;
    } catch {
      // The proof is known anyway; the rest is looked at after the next change.
    }
  }

  /** A small picture for shelf and history. */
  get thumbnail(): string {
    return this.level && this.svg && !this.doc.view.iso ? cutOut(this.svg, extent(this.level)) : this.svg;
  }

  /** Writes the map to the shelf, one write at a time; a hidden tab never writes. */
  save(force = false): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      if (this.kept === 'read-only') return;
      if (document.visibilityState === 'hidden') {
        // A hidden tab never writes; it does when it comes back.
        document.addEventListener('visibilitychange', () => void this.save(), { once: true });
        return;
      }
      const first = this.kept !== 'kept';
      try {
        this.#revision = await shelf.put(
          {
            id: this.id, name: this.title, steps: $state.snapshot(this.steps) as shelf.Step[], at: this.at,
            picture: this.thumbnail, changed: Date.now(), revision: this.#revision,
          },
          force,
        );
        this.kept = 'kept';
        if (!location.hash.startsWith(`#map=${this.id}`)) history.replaceState(null, '', `#map=${this.id}`);
        if (first) void shelf.persist();
      } catch (problem) {
        const why = problem instanceof shelf.ShelfError ? problem.why : 'none';
        if (why === 'newer') this.kept = 'read-only';
        else if (why !== 'changed') this.kept = 'full';
        this.onSaveTrouble(why);
      }
    });
    return this.#saving;
  }

  /** Resolves when nothing waits to be written any more. */
  async settled(): Promise<void> {
    await this.#edits;
    await this.#saving;
  }

  onSaveTrouble: (why: shelf.ShelfError['why']) => void = () => {};

  /** After another tab wrote: this one goes on as a copy. */
  async copy(): Promise<void> {
    this.id = crypto.randomUUID();
    this.#revision = 0;
    await this.save();
  }

  async takeOther(): Promise<void> {
    const other = await shelf.get(this.id);
    if (other) await this.openKept(other);
  }
}
