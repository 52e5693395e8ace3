/** Owns the WASM and answers requests; a trap ends this worker, never the page. */
interface Glue {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  WebKiln: new () => { call(verb: string, args: string, watcher: (event: string) => void): { text: string; bytes: Uint8Array } };
}

type ToWorker = { part: 'dungeon' | 'everything'; module: WebAssembly.Module } | { id: number; verb: string; args: string };

const scope = self as unknown as DedicatedWorkerGlobalScope;
let kiln: InstanceType<Glue['WebKiln']> | undefined;
const early: { id: number; verb: string; args: string }[] = [];

scope.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    const glue = (data.part === 'dungeon'
      ? await import('../src/generated/dungeon.js')
      : await import('../src/generated/everything.js')) as unknown as Glue;
    await glue.default({ module_or_path: data.module });
    kiln = new glue.WebKiln();
    for (const request of early.splice(0)) answer(request);
  } else if (kiln) {
    answer(data);
  } else {
    early.push(data);
  }
};

function answer({ id, verb, args }: { id: number; verb: string; args: string }): void {
  try {
    const watcher = (event: string) => scope.postMessage({ id, event: JSON.parse(event) as unknown });
    const reply = kiln!.call(verb, args, watcher);
    const { text, bytes } = reply;
    scope.postMessage({ id, ok: { text, bytes, at: performance.timeOrigin + performance.now() } }, bytes.byteLength ? [bytes.buffer as ArrayBuffer] : []);
  } catch (problem) {
    // The library's own errors are JSON; anything else is a trap, after which this worker is of no use.
    const error = typeof problem === 'string' ? (JSON.parse(problem) as object) : { message: String(problem), fault: 'lost' };
    scope.postMessage({ id, error });
  }
}
