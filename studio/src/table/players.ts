/** The players' window: no controls, no maker, no shelf; it shows what it is sent. */
import '../ui/studio.css';
import { nodesOf } from '../ui/picture';
import { CHANNEL, runsPath, without, type FromPlayers, type ToPlayers } from './channel';

const space = 'http://www.w3.org/2000/svg';
const holder = document.querySelector('#table')!;
const channel = new BroadcastChannel(CHANNEL);
let last: ToPlayers | null = null;
let pinged = 0;

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** A bank card in its true size, 85.6 by 54 mm, if an inch is what was set. */
function card(inch: number): SVGElement {
  const [width, height] = [(85.6 / 25.4) * inch, (53.98 / 25.4) * inch];
  const svg = element('svg', { class: 'card', width, height, viewBox: `0 0 ${width} ${height}` });
  svg.append(element('rect', { x: 1.5, y: 1.5, width: width - 3, height: height - 3, rx: inch / 8, fill: 'none', stroke: '#f0996a', 'stroke-width': 3 }));
  return svg;
}

function draw(state: ToPlayers): void {
  document.documentElement.classList.add('dark');
  const frame = document.createElement('div');
  frame.className = 'pl';
  if (!state.black) {
    const turned = state.turn % 2 === 1;
    let { x, y, width, height } = state.view;
    const [cx, cy] = [x + width / 2, y + height / 2];
    if (state.inch) {
      [width, height] = [innerWidth / state.inch, innerHeight / state.inch];
    } else if (turned) {
      [width, height] = [height, width];
    }
    [x, y] = [cx - width / 2, cy - height / 2];
    const svg = element('svg', { viewBox: `${x} ${y} ${width} ${height}`, preserveAspectRatio: 'xMidYMid meet' });
    const turn = element('g', { transform: `rotate(${state.turn * 90} ${cx} ${cy})` });
    const picture = element('g', {});
    picture.append(...nodesOf(state.svg).nodes);
    turn.append(picture);
    // What is remembered but not seen now lies in the dark.
    turn.append(element('path', { d: runsPath(without(state.known, state.seen)), fill: '#050608', 'fill-opacity': 0.55 }));
    for (const token of state.tokens) {
      const r = 0.42 * token.size;
      const at = { x: token.at.x + token.size / 2, y: token.at.y + token.size / 2 };
      turn.append(element('circle', { cx: at.x, cy: at.y, r, fill: token.colour, stroke: '#fff', 'stroke-width': 0.08 }));
      const text = element('text', { class: 'tokenlabel', x: at.x, y: at.y + 0.21 * token.size, transform: `rotate(${-state.turn * 90} ${at.x} ${at.y})`, 'font-size': 0.6 * token.size });
      text.textContent = token.letter;
      turn.append(text);
    }
    if (state.ruler) {
      const { from, to } = state.ruler;
      turn.append(element('path', { class: 'ruler', d: `M${from.x + 0.5} ${from.y + 0.5}L${to.x + 0.5} ${to.y + 0.5}` }));
    }
    if (state.ping && state.ping.n !== pinged) {
      pinged = state.ping.n;
      const ring = element('circle', { cx: state.ping.at.x + 0.5, cy: state.ping.at.y + 0.5, r: 1, fill: 'none', stroke: '#f0996a', 'stroke-width': 0.2 });
      turn.append(ring);
      ring.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration: 3000, fill: 'forwards' });
    }
    svg.append(turn);
    frame.append(svg);
    if (state.card && state.inch) frame.append(card(state.inch));
  }
  holder.replaceChildren(frame);
}

channel.onmessage = ({ data }: MessageEvent<ToPlayers | FromPlayers>) => {
  if (typeof data === 'string') return;
  last = data;
  draw(data);
};
addEventListener('resize', () => last && draw(last));
holder.append(Object.assign(document.createElement('div'), { className: 'pl' }));
channel.postMessage('hello' satisfies FromPlayers);
addEventListener('pagehide', () => channel.postMessage('bye' satisfies FromPlayers));
addEventListener('pageshow', (event) => (event as PageTransitionEvent).persisted && channel.postMessage('hello' satisfies FromPlayers));

// The screen stays awake while the window is in view.
const wake = () => void navigator.wakeLock?.request('screen').catch(() => {});
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
wake();
