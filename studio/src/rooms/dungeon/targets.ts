/** The figures of a dungeon that can be wished for, in the order of the panel. */
import type { Session } from '../../kernel/session.svelte';
import type { Spec } from '../../kernel/document';

export interface Figure { id: string; min: number; max: number; step: number; unit: '' | '%'; usual: [number, number] }

export const figures: Figure[] = [
  { id: 'loops', min: 0, max: 8, step: 1, unit: '', usual: [2, 4] },
  { id: 'dead_end_ratio', min: 0, max: 0.6, step: 0.05, unit: '%', usual: [0, 0.25] },
  { id: 'critical_path', min: 0, max: 1, step: 0.05, unit: '%', usual: [0.4, 0.6] },
  { id: 'branching', min: 1, max: 4, step: 0.1, unit: '', usual: [2.3, 3] },
  { id: 'area_variety', min: 0, max: 1.5, step: 0.1, unit: '', usual: [0.4, 0.9] },
];

const weights: Record<string, [number, number]> = {
  loops: [300, 3], dead_end_ratio: [300, 0.3], branching: [120, 0.6], critical_path: [250, 0.3], area_variety: [80, 0.4],
};

type Targets = Record<string, { low: number; high: number; weight: number; slack: number }>;

export function wanted(spec: Spec, figure: Figure): [number, number] {
  const target = (spec as { targets?: Targets }).targets?.[figure.id];
  return target ? [target.low, target.high] : figure.usual;
}

/** The spec with another wish for a figure. */
export function withWish(spec: Spec, id: string, low: number, high: number): Spec {
  const [weight, slack] = weights[id] ?? [100, 0.3];
  const before = (spec as { targets?: Targets }).targets;
  return { ...spec, targets: { ...before, [id]: { low, high, weight, slack } } } as Spec;
}

export function measured(session: Session, id: string): number | null {
  const measures = session.made?.verdict?.measures as Record<string, number> | undefined;
  return measures?.[id] ?? null;
}
