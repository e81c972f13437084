import type { CollectStep, LookupStep } from '../../../../schemas/types/flow.ts';
import { findNearest, isSlip, type Report } from '../../diagnostics/index.ts';
import { HANGUP, type Value } from '../../model/index.ts';
import type { Source } from '../check/step-values.ts';
import { findSourcesAt } from '../check/variable-sources.ts';
import { spanAt, type Path } from '../read/document.ts';
import { listAlternatives } from '../read/words.ts';
import type { FlowDraft, Readable } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findEdge } from './unasked-ways.ts';
import { findForm } from './answer-forms.ts';

/**
 * Reports values that a lookup gets and its table lacks, although the table has all their like: the default of a
 * parameter or a setting, a cell of another table, an answer that the question explicitly allows. A value that the lookup is
 * prepared for by `not_found` is reported only when it is surely a slip.
 */
export const missingKey: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, body } of listMapSteps<LookupStep>(draft, 'lookup')) {
      const rows = draft.tables.get(body.table ?? '')?.table?.rows;
      const [, holder, name = ''] =
        /^\$\{\s*(vars|params|env)\.(\w+)\s*\}$/.exec(String(body.key ?? '')) ?? [];
      if (rows === undefined || holder === undefined) continue;
      const to = findEdge(draft, step.name, 'not_found')?.to;
      const isPrepared = to !== undefined && to !== HANGUP && to !== draft.graph.errorStep;
      const leading = draft.graph.steps.flatMap(({ edges }) => edges).filter((edge) => edge.to === to);
      const looking = {
        step: step.name,
        table: body.table ?? '',
        keys: Object.keys(rows),
        isPrepared,
        isMeant: isPrepared && leading.length === 1,
      };
      if (holder === 'params' || holder === 'env') checkDefault({ holder, name }, looking, { draft, report });
      else checkSources(name, looking, { draft, report });
    }
  },
};

interface Lookup {
  step: string;
  table: string;
  keys: readonly string[];
  /** True when the lookup leads a missing key somewhere other than to the error path. */
  isPrepared: boolean;
  /** True when the step to which it leads a missing key is there for that alone. */
  isMeant: boolean;
}

interface Checking {
  draft: FlowDraft;
  report: Report;
}

function checkDefault(
  { holder, name }: { holder: 'params' | 'env'; name: string },
  { step, table, keys, isPrepared }: Lookup,
  { draft, report }: Checking,
): void {
  const declared: Record<string, { default?: Value }> = draft[holder];
  const initial = Object.hasOwn(declared, name) ? declared[name]?.default : undefined;
  const key = String(initial ?? '');
  if (key === '' || keys.includes(key) || keys.length === 0) return;
  const meant = findMeant(key, keys);
  if (isPrepared && meant === undefined) return;
  report({
    code: 'unmatched-key',
    message: `the default of "${name}" is "${key}", which is no key of "${table}": step "${step}" never finds it`,
    span: spanAt(draft.document, [holder, name, 'default']),
    hint: meant === undefined ? `its keys are ${listKeys(keys)}` : `did you mean "${meant}"?`,
  });
}

function findMeant(key: string, keys: readonly string[]): string | undefined {
  const same = keys.find((one) => one.toLowerCase() === key.toLowerCase());
  const { best } = findNearest(key, keys);
  return same ?? (best !== undefined && isSlip(key, best) ? best : undefined);
}

/** Maximum number of keys that a message lists. */
const MAX_LISTED = 4;

function listKeys(keys: readonly string[]): string {
  const more = keys.length > MAX_LISTED ? ['others'] : [];
  return listAlternatives([...keys.slice(0, MAX_LISTED).map((key) => `"${key}"`), ...more]);
}

function checkSources(name: string, lookup: Lookup, checking: Checking): void {
  const sources = findSourcesAt(checking.draft, name, lookup.step);
  checkCells(sources, lookup, checking);
  for (const source of sources)
    if (source.kind === 'answer' && source.step !== undefined && !lookup.isPrepared)
      checkAnswers(source.body, lookup, { ...checking, path: ['steps', source.step, 'collect'] });
}

/** Cells that mean that there is nothing. */
const NOTHING =
  /^(?:-+|0|n\/?a|no|none|nil|null|other|unknown|kein\p{L}*|ohne|sonst\p{L}*|aucune?|autre|ningun[oa]|otr[oa]|nessun[oa]|altro|geen|nenhum[a]?)$/iu;

/** A cell, or a constant that a step sets, that is the only one without a row, while several others have theirs. */
function checkCells(
  sources: readonly Source[],
  { step, table, keys, isMeant }: Lookup,
  { draft, report }: Checking,
): void {
  const written = sources.filter(({ kind, step: from }) => kind === 'texts' && from !== undefined);
  const texts = written.flatMap((one) => (one.kind === 'texts' ? one.texts : []));
  const cells = new Map(texts.map((one) => [one.text, one]));
  const [lost, ...others] = [...cells.values()].filter(
    ({ text }) => text !== '' && !NOTHING.test(text) && !keys.includes(text),
  );
  const found = keys.filter((key) => cells.has(key));
  // A constant beside a row that nothing finds is reported with that row.
  const isOrphan = written.some(({ isSet }) => isSet) && found.length < keys.length;
  if (lost === undefined || others.length > 0 || found.length < 2 || isOrphan) return;
  const meant = findMeant(lost.text, keys);
  if (isMeant && meant === undefined) return;
  report({
    code: 'unmatched-key',
    message: `"${lost.text}" (${lost.place}) is no key of "${table}", in which this lookup finds ${listKeys(found)}`,
    span: spanAt(draft.document, ['steps', step, 'lookup', 'key']),
    hint: meant === undefined ? 'correct it, or add the row' : `did you mean "${meant}"?`,
  });
}

/** Answers that a pattern or a range allows one by one; most of them have a row, and some have none. */
function checkAnswers(
  body: Readable<CollectStep>,
  { step, table, keys }: Lookup,
  { draft, report, path }: Checking & { path: Path },
): void {
  const answers = listAnswers(body) ?? [];
  const lost = answers.filter((one) => !keys.includes(one));
  const found = answers.length - lost.length;
  if (lost.length === 0 || lost.length >= found) return;
  report({
    code: 'unmatched-key',
    message: `this allows ${listKeys(lost)}, but "${table}" has no such row: step "${step}" ends with "not_found" then, and callers are not asked again`,
    span: spanAt(draft.document, [...path, body.pattern === undefined ? 'range' : 'pattern']),
    hint: 'allow only what the table has, or lead not_found to a step that asks again',
  });
}

/** Maximum number of answers that are listed one by one. */
const MAX_ANSWERS = 60;

/** Lists the answers that a question takes; undefined unless its pattern or range allows few of all digits. */
function listAnswers(body: Readable<CollectStep>): string[] | undefined {
  const { type = 'digits', range, pattern } = body;
  if (type === 'number') {
    const [min, max] = [Number(range?.min), Number(range?.max)];
    if (!Number.isInteger(min) || !Number.isInteger(max) || max - min >= MAX_ANSWERS) return undefined;
    return Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
  }
  const form = type === 'digits' && pattern !== undefined ? findForm(body) : undefined;
  if (form === undefined) return undefined;
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
  const pairs = digits.flatMap((one) => digits.map((other) => one + other));
  // A longer answer could fit as well, and is not listed.
  if (pairs.some((pair) => digits.some((digit) => form.canBegin(pair + digit)))) return undefined;
  const answers = [...digits, ...pairs].filter((one) => form.matches(one));
  return answers.length > MAX_ANSWERS ? undefined : answers;
}
