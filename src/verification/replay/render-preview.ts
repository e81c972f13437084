/** Renders a preview as text, and summarizes it as data. */
import { formatCount, joinFirst } from '../../language/text/index.ts';
import type { Difference, Verdict } from './preview.ts';
import type { Told } from './tell-call.ts';

type Different = Extract<Verdict, { difference: Difference }>;

/** Counts of a preview. */
export interface PreviewSummary {
  /** Calls that could be replayed. */
  replayed: number;
  same: number;
  /** Would only hear something else. */
  hears: number;
  /** Would end elsewhere. */
  ends: number;
  /** Could not be replayed. */
  unknown: number;
  /** Of those that are the same or not: what was masked in their traces is made up. */
  madeUp: number;
  /** The share of the calls that could be replayed that would not be the same, 0 to 1. */
  share: number;
  /** Steps at which calls first differ, the most frequent first. */
  steps: { step: string; calls: Different[] }[];
  /** Reasons why calls could not be replayed, the most frequent first. */
  reasons: { why: string; calls: string[] }[];
}

/** Counts verdicts. */
export function summarize(verdicts: readonly Verdict[]): PreviewSummary {
  const countKind = (kind: Verdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length;
  const [same, hears, ends, unknown] = [
    countKind('same'),
    countKind('hears'),
    countKind('ends'),
    countKind('unknown'),
  ];
  const replayed = same + hears + ends;
  const different = verdicts.filter((verdict) => 'difference' in verdict);
  const without = verdicts.filter((verdict) => verdict.kind === 'unknown');
  return {
    ...{ replayed, same, hears, ends, unknown },
    madeUp: verdicts.filter((verdict) => 'isMadeUp' in verdict && verdict.isMadeUp).length,
    share: replayed === 0 ? 0 : (hears + ends) / replayed,
    steps: groupBySize(different, ({ difference }) => difference.step).map(([step, calls]) => ({
      step,
      calls: calls,
    })),
    reasons: groupBySize(without, ({ why }) => why).map(([why, calls]) => ({
      why,
      calls: calls.map(({ call }) => call),
    })),
  };
}

/** The summary as text. */
export function renderPreview(summary: PreviewSummary, flow: { name: string; version: string }): string {
  const { replayed, same, hears, ends, madeUp, steps, reasons } = summary;
  const lines = [
    `${formatCount(replayed, 'call')} replayed on ${flow.name}, version ${flow.version}:`,
    `  ${same} would go the same way`,
    `  ${hears} would hear something else`,
    `  ${ends} would end differently`,
    ...(madeUp > 0 ? [`  (in ${madeUp} of them masked input of callers was made up)`] : []),
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

/** Maximum number of calls that are named; the JSON lists all. */
const SHOWN = 5;

/** By what they have in common, the largest group first. */
function groupBySize<Item>(items: readonly Item[], by: (item: Item) => string): [string, Item[]][] {
  return [...Map.groupBy(items, by)].sort(([, a], [, b]) => b.length - a.length);
}
