/** Pictures of the library in the page. */

/** The children of an SVG text as nodes, with layers named by classes that the legend switches. */
export function nodesOf(svg: string): { nodes: Node[]; box: [number, number, number, number]; paper: string } {
  if (!svg) return { nodes: [], box: [0, 0, 1, 1], paper: '' };
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const numbers = (root.getAttribute('viewBox') ?? '0 0 1 1').split(/[ ,]+/).map(Number);
  for (const group of root.querySelectorAll(':scope > g[class]')) {
    const layer = layers[group.getAttribute('class') ?? ''];
    if (layer) group.setAttribute('class', `lay-${layer}`);
  }
  for (const title of root.querySelectorAll('title')) title.remove();
  return { nodes: [...root.childNodes], box: numbers as [number, number, number, number], paper: paperOf(root) };
}

/** The part of the sheet that a picture shows. */
export function viewBox(svg: string): { x: number; y: number; width: number; height: number } {
  const [x = 0, y = 0, width = 50, height = 40] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '').split(/[ ,]+/).filter(Boolean).map(Number);
  return { x, y, width, height };
}

/** The colour of a picture's paper: what covers the whole sheet last, so that the desk can go on with it. */
function paperOf(root: Element): string {
  const beyond = root.querySelector(':scope > .beyond')?.getAttribute('fill');
  if (beyond) return beyond;
  const [x, y, width, height] = (root.getAttribute('viewBox') ?? '').split(/[ ,]+/);
  const whole = `M${x} ${y}h${width}v${height}h-${width}Z`;
  const covers = [...root.querySelectorAll(':scope > path, :scope > g:first-of-type > path:first-child')].filter((p) => p.getAttribute('d') === whole);
  return covers.at(-1)?.getAttribute('fill') ?? '';
}

const layers: Record<string, string> = {
  numbers: 'numbers', doors: 'doors', traps: 'traps', 'secret ways': 'secrets', things: 'things', features: 'things',
  furniture: 'things', light: 'lights', lights: 'lights', grid: 'grid', monsters: 'monsters', tokens: 'monsters', creatures: 'monsters',
};

const made = new Map<string, string>();

/** An address for an SVG text, for img elements; the same text has the same address. */
export function address(svg: string): string {
  let url = made.get(svg);
  if (!url) {
    if (made.size > 60) {
      const [oldest] = made.keys();
      URL.revokeObjectURL(made.get(oldest!)!);
      made.delete(oldest!);
    }
    url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    made.set(svg, url);
  }
  return url;
}

/** The same picture cut to a part of its sheet, with its paper behind what lies beyond. */
export function cutOut(svg: string, box: { x: number; y: number; width: number; height: number }): string {
  const [, columns, rows] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg) ?? [];
  const paper = [...svg.matchAll(/<path [^>]*>/g)].find(([path]) => path.includes(`d="M0 0h${columns}v${rows}h-${columns}Z"`))?.[0].match(/fill="(#[^"]+)"/)?.[1];
  const cut = svg.replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"([^>]*)>/, `viewBox="${box.x} ${box.y} ${box.width} ${box.height}" width="${box.width * 20}" height="${box.height * 20}"$1>${paper ? `<path class="beyond" fill="${paper}" d="M${box.x} ${box.y}h${box.width}v${box.height}h-${box.width}Z"/>` : ''}`);
  return cut;
}
