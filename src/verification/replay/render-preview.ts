/** Summarizes a preview as data, and renders it as text. */
import { formatCount, joinFirst } from '../../language/text/index.ts';
import type { Difference, Verdict } from './preview.ts';
import type { Told } from './tell-call.ts';

type Different = Extract<Verdict, { difference: Difference }>;

/** Counts of a preview. */
export interface PreviewSummary {
  /** Calls that could be replayed. */
  replayed: number;
  same: number;
  /** Calls that would only hear something else. */
  hears: number;
  /** Calls that would end differently. */
  ends: number;
  /** Calls that could not be replayed. */
  unknown: number;
  /** Replayed calls with made-up values, which are masked in their traces. */
  madeUp: number;
  /** Share of the replayed calls that would not be the same, 0 to 1. */
  share: number;
  /** Steps of the first differences, the most frequent first. */
  steps: { step: string; calls: Different[] }[];
  /** Reasons why calls could not be replayed, the most frequent first. */
  reasons: { why: string; calls: string[] }[];
}

/** Summarizes verdicts. */
export function summarize(verdicts: readonly Verdict[]): PreviewSummary {
  const countKind = (kind: Verdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length;
  const [same, hears, ends] = [countKind('same'), countKind('hears'), countKind('ends')];
  const replayed = same + hears + ends;
  const different = verdicts.filter((verdict) => 'difference' in verdict);
  const without = verdicts.filter((verdict) => verdict.kind === 'unknown');
  return {
    ...{ replayed, same, hears, ends },
    unknown: without.length,
    madeUp: verdicts.filter((verdict) => 'isMadeUp' in verdict && verdict.isMadeUp).length,
    share: replayed === 0 ? 0 : (hears + ends) / replayed,
    steps: groupBySize(different, ({ difference }) => difference.step).map(([step, calls]) => ({
      step,
      calls,
    })),
    reasons: groupBySize(without, ({ why }) => why).map(([why, calls]) => ({
      why,
      calls: calls.map(({ call }) => call),
    })),
  };
}

/** Renders a summary as text. */
export function renderPreview(summary: PreviewSummary, flow: { name: string; version: string }): string {
  const { replayed, same, hears, ends, madeUp, steps, reasons } = summary;
  const lines = [
    `${formatCount(replayed, 'call')} replayed on ${flow.name}, version ${flow.version}:`,
    `  ${same} would go the same way`,
    `  ${hears} would hear something else`,
    `  ${ends} would end differently`,
    ...(madeUp > 0 ? [`  (in ${madeUp} of them masked input was made up)`] : []),
    ...steps.flatMap(renderStep),
    ...(reasons.length > 0 ? ['', `${formatCount(summary.unknown, 'call')} could not be replayed:`] : []),
    ...reasons.map(({ why, calls: ids }) => `  ${ids.length}: ${why}  (${joinFirst(ids, SHOWN)})`),
  ];
  return `${lines.join('\n')}\n`;
}

function renderStep({ step, calls: different }: PreviewSummary['steps'][number]): string[] {
  const ways = groupBySize(different, ({ kind, difference: { before, after } }) =>
    [`${WORDS[kind]}:`, `- ${renderTold(before)}`, `+ ${renderTold(after)}`].join('\n'),
  );
  return [
    '',
    `at step ${step === '' ? '(before the first)' : step}:`,
    ...ways.flatMap(([way, same]) => [
      ...`${formatCount(same.length, 'call')} ${way}`.split('\n').map((line) => `  ${line}`),
      `    ${joinFirst(
        same.map(({ call }) => call),
        SHOWN,
      )}`,
    ]),
  ];
}

const WORDS = { hears: 'would hear something else', ends: 'would end differently' };

function renderTold(told: Told | undefined): string {
  if (told === undefined) return 'nothing more';
  return told.kind === 'hears' ? `hears "${told.text}"` : told.text;
}

/** Maximum number of listed calls; the JSON contains all. */
const SHOWN = 5;

function groupBySize<Item>(items: readonly Item[], by: (item: Item) => string): [string, Item[]][] {
  return [...Map.groupBy(items, by)].sort(([, a], [, b]) => b.length - a.length);
}
