/** The page's side of the workers: requests with answers, and fresh workers when one is lost. */
import dungeonUrl from '../generated/dungeon_bg.wasm?url';
import everythingUrl from '../generated/everything_bg.wasm?url';
import KilnWorker from '../../workers/kiln?worker';

export type Part = 'dungeon' | 'everything';
export type Verb = 'make' | 'draw' | 'see' | 'codex' | 'candidates' | 'population' | 'themes' | 'check' | 'export' | 'formats' | 'import'
  | 'place' | 'chunk' | 'look' | 'times' | 'play' | 'solve' | 'tape' | 'untape';

export interface MakeEvent {
  event: 'progress' | 'generation';
  stage: string;
  done?: number;
  total?: number;
  number?: number;
  best?: number;
  mean?: number;
  evaluations?: number;
}

export interface Answer {
  text: string;
  bytes: Uint8Array;
  /** When the worker was done, in milliseconds since 1970: the page may come to read it later. */
  at: number;
}

export type FromWorker =
  | { id: number; event: MakeEvent }
  | { id: number; ok: Answer }
  | { id: number; error: { message: string; fault: 'wish' | 'failure' | 'lost' } };

/** A sentence of the library, or the loss of the worker. */
export class KilnError extends Error {
  constructor(message: string, readonly fault: 'wish' | 'failure' | 'lost' | 'stopped' | 'absent') {
    super(message);
  }
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(problem: KilnError): void;
  onEvent?: ((event: MakeEvent) => void) | undefined;
}

const modules = new Map<Part, Promise<WebAssembly.Module>>();

/** Compiles a part once; every worker of it shares the module. */
function moduleOf(part: Part): Promise<WebAssembly.Module> {
  let module = modules.get(part);
  if (!module) {
    const url = part === 'dungeon' ? dungeonUrl : everythingUrl;
    module = fetch(url).then(async (response) => {
      if (!response.ok) throw new KilnError(`${response.status}`, 'absent');
      const type = response.headers.get('content-type') ?? '';
      return type.startsWith('application/wasm')
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
    });
    module.catch(() => modules.delete(part));
    modules.set(part, module);
  }
  return module;
}

let onLost = () => {};
/** What to do whenever a worker is lost, whoever asked it. */
export function whenLost(run: () => void): void {
  onLost = run;
}

/** One worker with its requests. A lost worker is replaced; what waited for it is told. */
export class Kiln {
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  /** The part to move to as soon as nothing is asked. */
  #larger: Part | undefined;
  #quiet = 0;

  constructor(private part: Part) {}

  /** Moves to a larger part, which does the same faster, once it is here and nothing is under way. */
  grow(part: Part): void {
    if (part === this.part) return;
    moduleOf(part).then(
      () => {
        this.#larger = part;
        this.#settle();
      },
      // Without it the small one goes on.
      () => {},
    );
  }

  /** Not between two requests that follow one another: what the first one made would be made again. */
  #settle(): void {
    clearTimeout(this.#quiet);
    if (!this.#larger) return;
    this.#quiet = window.setTimeout(() => {
      if (this.busy || !this.#larger) return;
      this.part = this.#larger;
      this.#larger = undefined;
      this.stop();
    }, 400);
  }

  /** Starts the worker ahead of the first request. */
  warm(): void {
    this.#start();
  }

  async call(verb: Verb, args: unknown, onEvent?: (event: MakeEvent) => void): Promise<Answer> {
    const worker = this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onEvent });
      worker.postMessage({ id, verb, args: JSON.stringify(args) });
    });
  }

  async json<T>(verb: Verb, args: unknown, onEvent?: (event: MakeEvent) => void): Promise<T> {
    return JSON.parse((await this.call(verb, args, onEvent)).text) as T;
  }

  /** Ends what is under way: the worker goes, and a fresh one is warmed. */
  stop(): void {
    this.#end('stopped');
    this.#start();
  }

  /** Ends the worker for good. */
  end(): void {
    this.#end('stopped');
  }

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new KilnWorker();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      const waiting = this.#waiting.get(data.id);
      if (!waiting) return;
      if ('event' in data) return waiting.onEvent?.(data.event);
      this.#waiting.delete(data.id);
      this.#settle();
      if ('ok' in data) return waiting.resolve(data.ok);
      waiting.reject(new KilnError(data.error.message, data.error.fault));
      if (data.error.fault === 'lost') this.#lose();
    };
    worker.onerror = () => this.#lose();
    moduleOf(this.part).then(
      (module) => worker.postMessage({ part: this.part, module }),
      // Not a worker that stopped: its module could not be fetched. The next request tries again.
      () => this.#end('absent'),
    );
    return worker;
  }

  #lose(): void {
    this.#end('lost');
    onLost();
  }

  #end(fault: 'lost' | 'stopped' | 'absent'): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.reject(new KilnError(fault, fault));
  }
}
