/** Files out of and into the page. */

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
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
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
