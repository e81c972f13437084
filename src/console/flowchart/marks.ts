/** Marks on top of the diagram of a flow: visits, calls, a path. */
import { formatCount } from '../ui/format.ts';

/** Visits of a step, and what became of them. */
export interface StepCounts {
  visits: number;
  /** Callers who hung up in the step. */
  hungUp: number;
  /** Outcome or key → number of visits that left by it. */
  ways: Readonly<Record<string, number>>;
}

/** Marks of a diagram. */
export interface DiagramMarks {
  /** Step → its counts. */
  counts?: ReadonlyMap<string, StepCounts>;
  /** The count that the colour of a card shows; default: visits. */
  heatOf?: 'visits' | 'hungUp';
  /** Step → number of calls that are there now. */
  calls?: ReadonlyMap<string, number>;
  /** Steps of a path, in its order. */
  path?: readonly string[];
  /** The step where the followed call is. */
  now?: string;
}

/** Marks of one card; primitive, so that unchanged cards are not rendered again. */
export interface CardMarks {
  visits: number | undefined;
  hungUp: number;
  calls: number;
  /** From 0 to 1. */
  heat: number;
  isOnPath: boolean;
  isNow: boolean;
  /** True when a path is shown that the step is not on. */
  isDimmed: boolean;
}

/** Returns the greatest number that colours stand for; at least 1. */
export function findMaxHeat({ counts, heatOf = 'visits' }: DiagramMarks): number {
  return Math.max(1, ...(counts?.values().map((one) => one[heatOf]) ?? []));
}

/** Returns the marks of a card. */
export function readCardMarks(marks: DiagramMarks, step: string, maxHeat: number): CardMarks {
  const { counts, heatOf = 'visits', calls, path, now } = marks;
  const own = counts?.get(step);
  const isOnPath = path?.includes(step) === true;
  return {
    visits: own?.visits,
    hungUp: own?.hungUp ?? 0,
    calls: calls?.get(step) ?? 0,
    heat: (own?.[heatOf] ?? 0) / maxHeat,
    isOnPath,
    isNow: now === step,
    isDimmed: path !== undefined && !isOnPath && now !== step,
  };
}

/** True when a path leads from one step directly to another. */
export function isOnPath({ path = [] }: DiagramMarks, from: string, to: string): boolean {
  return path.some((step, index) => step === from && path[index + 1] === to);
}

/** Describes the marks of a card in words. */
export function narrateMarks({ visits, hungUp, calls, isNow }: CardMarks): string {
  return [
    isNow ? 'The call is here.' : '',
    visits === undefined ? '' : `${formatCount(visits, 'visit')}.`,
    hungUp === 0 ? '' : `${hungUp} hung up.`,
    calls === 0 ? '' : `${formatCount(calls, 'call')} now.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
