/** Files out of and into the page. */

/** When the last downloads began. */
let downloads: number[] = [];

/** Chromium drops downloads that begin soon after ten others, so the ninth waits a moment. */
async function pause(): Promise<void> {
  const recent = () => (downloads = downloads.filter((began) => performance.now() - began < 2_000)).length;
  while (recent() >= 8) await new Promise((resolve) => setTimeout(resolve, 100));
  downloads.push(performance.now());
}

/** Saves a file: to the share sheet on phones, otherwise as a download. */
export async function save(name: string, bytes: Uint8Array | string, type = 'application/octet-stream'): Promise<void> {
  const blob = new Blob([bytes as BlobPart], { type });
  const file = new File([blob], name, { type });
  const onPhone = matchMedia('(pointer: coarse)').matches && matchMedia('(max-width: 699px)').matches;
  if (onPhone && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (problem) {
      if ((problem as Error).name === 'AbortError') return;
    }
  }
  await pause();
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface Writable { createWritable(): Promise<{ write(data: Blob): Promise<void>; close(): Promise<void> }> }
type Picker = (options: { suggestedName: string }) => Promise<Writable>;
const handles = new Map<string, Writable>();

/** Saves a document: to the same file again where the browser can, otherwise as a download. */
export async function saveAgain(key: string, name: string, text: string): Promise<void> {
  const pick = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  const type = 'application/json';
  if (!pick) return save(name, text, type);
  try {
    const handle = handles.get(key) ?? (await pick({ suggestedName: name }));
    handles.set(key, handle);
    const stream = await handle.createWritable();
    await stream.write(new Blob([text], { type }));
    await stream.close();
  } catch (problem) {
    if ((problem as Error).name !== 'AbortError') await save(name, text, type);
  }
}

/** Shows a PDF in the browser's own viewer; the window is opened before the file is written, while it still may be. */
export async function print(name: string, write: () => Promise<Uint8Array>): Promise<void> {
  const view = window.open('', '_blank');
  try {
    const bytes = await write();
    if (!view) return await save(name, bytes, 'application/pdf');
    const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'application/pdf' }));
    view.location.replace(url);
    setTimeout(() => URL.revokeObjectURL(url), 600_000);
  } catch (problem) {
    view?.close();
    throw problem;
  }
}

const types: Record<string, string> = {
  json: 'application/json', svg: 'image/svg+xml', png: 'image/png', pdf: 'application/pdf', md: 'text/markdown',
  txt: 'text/plain', zip: 'application/zip', html: 'text/html',
};

export function typeOf(name: string): string {
  return types[name.split('.').pop() ?? ''] ?? 'application/octet-stream';
}

/** A name for files, from a title. */
export function stem(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '').slice(0, 60) || 'map';
}

/** One HTML file with a picture, to look around in; nothing hidden is inside. */
export function playersPage(title: string, svg: string): string {
  const text = (t: string) => t.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${text(title)}</title>
<style>html,body{margin:0;height:100%;background:#e9e1d0;overflow:hidden;touch-action:none}svg{position:absolute;transform-origin:0 0;cursor:grab}</style>
${svg}
<script>(()=>{const s=document.querySelector('svg');const w=+s.getAttribute('width'),h=+s.getAttribute('height');let k=Math.min(innerWidth/w,innerHeight/h),x=(innerWidth-w*k)/2,y=(innerHeight-h*k)/2;const p=new Map();const draw=()=>s.style.transform='translate('+x+'px,'+y+'px) scale('+k+')';const zoom=(f,cx,cy)=>{x=cx-(cx-x)*f;y=cy-(cy-y)*f;k*=f;draw()};addEventListener('wheel',e=>{zoom(Math.exp(-e.deltaY/500),e.clientX,e.clientY)},{passive:true});addEventListener('pointerdown',e=>p.set(e.pointerId,e));addEventListener('pointerup',e=>p.delete(e.pointerId));addEventListener('pointercancel',e=>p.delete(e.pointerId));addEventListener('pointermove',e=>{const o=p.get(e.pointerId);if(!o)return;if(p.size===1){x+=e.clientX-o.clientX;y+=e.clientY-o.clientY}else{const q=[...p.values()].find(v=>v.pointerId!==e.pointerId);const a=Math.hypot(o.clientX-q.clientX,o.clientY-q.clientY),b=Math.hypot(e.clientX-q.clientX,e.clientY-q.clientY);if(a>0)zoom(b/a,(e.clientX+q.clientX)/2,(e.clientY+q.clientY)/2)}p.set(e.pointerId,e);draw()});addEventListener('keydown',e=>{const d={ArrowLeft:[60,0],ArrowRight:[-60,0],ArrowUp:[0,60],ArrowDown:[0,-60]}[e.key];if(d){x+=d[0];y+=d[1];draw()}if(e.key==='+')zoom(1.25,innerWidth/2,innerHeight/2);if(e.key==='-')zoom(.8,innerWidth/2,innerHeight/2)});draw()})()</script>
`;
}
