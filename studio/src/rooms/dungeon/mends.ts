/** Mends in words. */
import { doorKey, doorPlace, type Made, type Plan } from '../../kernel/plan';
import type { Edit } from '../../kernel/document';
import type { Label } from '../../kernel/session.svelte';
import { list, t } from '../../words/index.svelte';

type Mend = Made['verdict']['mends'][number];

/** The room behind a door that cannot be reached, or the first it joins. */
export function roomBehind(plan: Plan, door: number, lost: number[]): number {
  const found = plan.levels.flatMap((l) => l.doors ?? []).find((d) => d.id === door);
  const corridors = plan.levels.flatMap((l) => l.corridors ?? []);
  const rooms = (found?.joins ?? []).flatMap((a) => ('room' in a ? [a.room] : (corridors.find((c) => c.id === a.corridor)?.joins ?? [])));
  return rooms.find((r) => lost.includes(r)) ?? rooms[0] ?? 0;
}

/** The doors that a key opens. */
function locks(plan: Plan, key: number): number[] {
  return plan.levels.flatMap((l) => l.doors ?? []).filter((d) => doorKey(d) === key).map((d) => d.id);
}

export function mendWords(mend: Mend, made: Made): string {
  const edit = mend.edit as Edit;
  if (edit.do === 'move_key') return t('mend.key', { room: edit.room + 1 });
  if (edit.do === 'door') return t('mend.door', { room: roomBehind(made.document.map, edit.door, made.verdict.lost) + 1 });
  if (edit.do === 'join') return t('mend.join', { room: edit.from + 1, other: edit.to + 1 });
  return edit.do;
}

export function mendLabel(mend: Mend): Label {
  const edit = mend.edit as Edit;
  if (edit.do === 'move_key') return ['history.key', { room: edit.room + 1 }];
  if (edit.do === 'join') return ['history.join', { room: edit.from + 1, other: edit.to + 1 }];
  return ['history.door'];
}

/** What is the case, and what follows. */
export function brokenWords(made: Made): { title: string; text: string } {
  const { verdict, document } = made;
  const key = document.map.keys?.find((k) => verdict.lost_keys.includes(k.id));
  const rooms = list(verdict.lost.map((r) => r + 1));
  return {
    title: key && verdict.lost_keys.length === 1 && locks(document.map, key.id).some((d) => verdict.blocked.includes(d)) ? t('notice.key.own', { key: key.name }) : key ? t('notice.key', { key: key.name }) : verdict.lost.length ? t('notice.cut') : t('status.nogoal'),
    text: verdict.lost.length ? t(verdict.lost.length === 1 ? 'notice.lost.one' : 'notice.lost', { rooms }) : t('notice.nomend'),
  };
}

export { doorPlace };
