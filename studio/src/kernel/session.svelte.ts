/** One open map: its steps, what the worker made of the current one, and its place on the shelf. */
import { base, newDoc, type Doc, type Edit } from './document';
import { Kiln, KilnError, type MakeEvent } from './kiln';
import type { Claims, Made } from './plan';
import * as shelf from './shelf';
import { settings } from '../ui/settings.svelte';
import { language } from '../words/index.svelte';
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

export const kiln = new Kiln('dungeon', () => lost());
let all: Kiln | undefined;
let onLost = () => {};
function lost() {
  onLost();
}
export function whenLost(run: () => void): void {
  onLost = run;
}

/** The worker with every maker and every format, started on first use. */
export function everything(): Kiln {
  return (all ??= new Kiln('everything'));
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

  get title(): string {
    return this.plan?.title || this.doc.seed;
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
    const made = await this.#make(this.doc);
    if (made) this.#show(made);
  }

  /** Tries a change; if the library can make it, it becomes a step. */
  async change(label: Label, patch: Partial<Doc>): Promise<boolean> {
    const doc = { ...this.doc, ...patch };
    const made = await this.#make(doc);
    if (!made) return false;
    this.steps = [...this.steps.slice(0, this.at + 1), { doc, label }].slice(-MOST_STEPS);
    this.at = this.steps.length - 1;
    this.#show(made);
    void this.save();
    return true;
  }

  edit(label: Label, edit: Edit): Promise<boolean> {
    return this.change(label, { edits: [...this.doc.edits, edit] });
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
    if (!step || to === this.at) return;
    const made = await this.#make(step.doc);
    if (!made) return;
    this.at = to;
    this.#show(made);
    void this.save();
  }

  undo = () => this.go(this.at - 1);
  redo = () => this.go(this.at + 1);

  /** Would this edit be possible? The reason if not. */
  async why(edit: Edit): Promise<string | null> {
    try {
      await kiln.call('make', { doc: base({ ...this.doc, edits: [...this.doc.edits, edit] }) });
      return null;
    } catch (problem) {
      return problem instanceof KilnError && problem.fault !== 'lost' ? problem.message : null;
    }
  }

  async redraw(): Promise<void> {
    const token = this.#token;
    try {
      const { text } = await kiln.call('draw', { doc: base(this.doc), look: this.look() });
      if (token === this.#token) this.svg = text;
    } catch {
      // The map is there; its next drawing comes with the next change.
    }
  }

  /** Ends the making under way; the map before stays. */
  stop(): void {
    this.#token++;
    this.busy = this.slow = false;
    this.progress = null;
    kiln.stop();
  }

  async #make(doc: Doc): Promise<{ made: Made; svg: string } | null> {
    const token = ++this.#token;
    if (this.busy) kiln.stop();
    this.busy = true;
    const timer = setTimeout(() => (this.slow = token === this.#token), 150);
    try {
      const made = await kiln.json<Made>('make', { doc: base(doc) }, (event) => {
        if (token === this.#token && event.event === 'progress') this.progress = event;
      });
      const level = Math.min(doc.view.level ?? 0, made.document.map.levels.length - 1);
      const style = doc.view.style ?? (settings.isDark ? 'dark' : 'hatched');
      const look = { style, audience: this.audience, level: Math.max(0, level), isometric: doc.view.iso ?? false };
      const { text } = await kiln.call('draw', { doc: base(doc), look });
      return token === this.#token ? { made, svg: text } : null;
    } catch (problem) {
      if (token === this.#token && problem instanceof KilnError && problem.fault !== 'stopped') {
        this.notice = problem.fault === 'lost' ? null : { kind: 'careful', title: '', text: problem.message };
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
    this.notice = null;
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
        if (location.hash !== `#map=${this.id}`) history.replaceState(null, '', `#map=${this.id}`);
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
