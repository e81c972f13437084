/** The mistakes of a file, counted for its tab. */
import type { Tone } from '../../ui/tone.ts';
import { formatCount } from '../../ui/format.ts';
import type { Mistake } from './code/mistakes.ts';

type Severities = readonly Pick<Mistake, 'severity'>[];

/** Severities from the worst, with their names and colours. */
const KINDS = [
  { severity: 'error', name: 'error', tone: 'bad' },
  { severity: 'warning', name: 'warning', tone: 'warn' },
  { severity: 'info', name: 'note', tone: 'neutral' },
] as const;

/** Counts the mistakes by severity, the worst first: `1 error, 2 warnings`. */
export function describeMistakes(mistakes: Severities): string {
  const counts = KINDS.map(({ severity, name }) => ({ name, count: countOf(mistakes, severity) }));
  const found = counts.filter(({ count }) => count > 0);
  return found.length === 0
    ? 'No mistakes'
    : found.map(({ name, count }) => formatCount(count, name)).join(', ');
}

/** Returns the colour of the worst mistake. */
export function findWorstTone(mistakes: Severities): Tone {
  return KINDS.find(({ severity }) => countOf(mistakes, severity) > 0)?.tone ?? 'ok';
}

function countOf(mistakes: Severities, wanted: Mistake['severity']): number {
  return mistakes.filter(({ severity }) => severity === wanted).length;
}
