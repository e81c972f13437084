import type { LookupStep } from '../../../../schemas/types/flow.ts';
import type { Report } from '../../diagnostics/index.ts';
import { indexSteps } from '../../model/index.ts';
import { decide, listConditions } from '../check/known-values.ts';
import { findSourcesAt } from '../check/variable-sources.ts';
import { findImportAt, rangeAt, spanAt } from '../read/document.ts';
import { listAlternatives } from '../read/words.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findForm, listPhrases } from './answer-forms.ts';
import { findStep } from './unasked-ways.ts';
import { findDomain } from './value-domains.ts';
import { findWrites } from './variable-uses.ts';

/**
 * Reports lookups whose key can equal no key of the table, because of its length or its form, and rows that no lookup
 * of the table can find. Keys from services, settings and other flows are known by their length alone, if at all.
 * Reports values of a column that have no case in a switch and so go to the step that is called after another value.
 */
export const unmatchedKey: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const [name, lookups] of Map.groupBy(listLookups(draft), ({ table }) => table))
      checkTable(name, lookups, { draft, report });
    checkCases(draft, report);
    checkConstants(draft, report);
    checkOwnResults(draft, report);
  },
};

/** Reports constants that a step sets to look them up, and that the table does not have. */
function checkConstants(draft: FlowDraft, report: Report): void {
  for (const { step, body } of listMapSteps<LookupStep>(draft, 'lookup')) {
    const { table = '', key = '' } = body;
    const rows = draft.tables.get(table)?.table?.rows ?? {};
    const [, variable = ''] = /^\$\{\s*vars\.(\w+)\s*\}$/.exec(String(key)) ?? [];
    if (Object.keys(rows).length === 0) continue;
    for (const { literal, step: from = '', isSet } of findSourcesAt(draft, variable, step.name))
      if (isSet && typeof literal === 'string' && literal !== '' && !Object.hasOwn(rows, literal))
        report({
          code: 'unmatched-key',
          message: `step "${from}" sets "${variable}" to "${literal}", and table "${table}", in which step "${step.name}" looks it up, has no such row`,
          span: findStep(draft, from)?.span ?? draft.document.span(step.nameRange),
          hint: 'compare it with the first column of the table',
        });
  }
}

/** Reports lookups by a variable that nothing but the lookup itself fills. */
function checkOwnResults(draft: FlowDraft, report: Report): void {
  for (const { step, body } of listMapSteps<LookupStep>(draft, 'lookup')) {
    const [, variable = ''] = /^\$\{\s*vars\.(\w+)\s*\}$/.exec(String(body.key ?? '')) ?? [];
    const writers = [...findWrites(draft)].filter(([, names]) => names.has(variable));
    const isOwn = writers.length > 0 && writers.every(([writer]) => writer === step.name);
    if (!isOwn || draft.vars[variable]?.initial !== '') continue;
    report({
      code: 'unmatched-key',
      message: `the lookup never finds a row: "${variable}" is empty until it has found one`,
      span: spanAt(draft.document, ['steps', step.name, 'lookup', 'key']),
      hint: 'look up the answer of the caller, or what a step before has saved',
    });
  }
}

/** A lookup in a table whose rows are known. */
interface Lookup {
  table: string;
  step: string;
  /** True when the key of the lookup can be this one; absent when nothing is known of it. */
  canBe?: (key: string) => boolean;
}

interface Checking {
  draft: FlowDraft;
  report: Report;
}

function listLookups(draft: FlowDraft): Lookup[] {
  return listMapSteps<LookupStep>(draft, 'lookup').map(({ step, body: { table = '', key } }) => {
    const canBe = findKeys(String(key ?? ''), step.name, draft);
    return { table, step: step.name, ...(canBe && { canBe }) };
  });
}

function checkTable(name: string, lookups: readonly Lookup[], { draft, report }: Checking): void {
  const { document } = draft;
  const keys = Object.keys(draft.tables.get(name)?.table?.rows ?? {});
  if (keys.length === 0) return;
  const shown = listAlternatives(keys.slice(0, MAX_LISTED).map((key) => `"${key}"`));
  const lost = lookups.filter(({ canBe }) => canBe !== undefined && !keys.some(canBe));
  for (const { step } of lost)
    report({
      code: 'unmatched-key',
      message: `the lookup never finds a row of "${name}": its key is never ${shown}, nor that of another row`,
      span: spanAt(document, ['steps', step, 'lookup', 'key']),
      hint: 'compare the number of digits, and the first column of the table',
    });
  const isShared = findImportAt(document, rangeAt(document.root, ['tables', name])) !== undefined;
  if (lost.length > 0 || isShared) return;
  const [row] = keys.filter((key) => lookups.every(({ canBe }) => canBe?.(key) === false));
  const [first] = lookups;
  if (row === undefined || first === undefined) return;
  report({
    code: 'unmatched-key',
    message: `no caller ever gets the row "${row}" of "${name}": no answer that this flow takes is its key`,
    span: spanAt(document, ['steps', first.step, 'lookup', 'key']),
    hint: 'let the question take it, or correct the row; keys are compared as text, so 7 is not 007',
  });
}

/** Maximum number of keys that a message lists. */
const MAX_LISTED = 3;

const KEY = /^\$\{\s*(?:vars\.(\w+)|(call\.(?:from|to)))(?:\.substring\((\d+),\s*(\d+)\))?\s*\}$/;

/** Keys that a telephone number, a short code or the name of a line can be. */
const NUMBER = /^(?:\+[1-9]\d{3,14}|\d{0,6}|.*[^\d+() /-].*)$/;

/** Returns which keys the key of a lookup can be; undefined when nothing is known of it. */
function findKeys(source: string, step: string, draft: FlowDraft): Lookup['canBe'] {
  if (!source.includes('${')) return (key) => key === source;
  const [, variable = '', party, from, to] = KEY.exec(source) ?? [];
  const type = draft.vars[variable]?.type;
  if (type === 'int') return (key) => /^(?:0|-?[1-9]\d*)$/.test(key);
  if (party === undefined && type !== 'string') return undefined;
  const tests = party === undefined ? listTests(variable, step, draft) : [testNumber];
  const isKnown = tests.length > 0 && !tests.includes(undefined);
  if (from === undefined) return isKnown ? (key) => tests.some((test) => test?.(key, 'whole')) : undefined;
  const length = Number(to) - Number(from);
  return (key) =>
    key.length === length && (!isKnown || from !== '0' || tests.some((test) => test?.(key, 'beginning')));
}

/** True when a text can be the value that is looked up, or its beginning. */
type Test = (text: string, part: 'whole' | 'beginning') => boolean;

const testNumber: Test = (text, part) =>
  part === 'whole' ? NUMBER.test(text) : /^(?:\+?\d*|.*[^\d+].*)$/.test(text);

/**
 * Returns a test for each source that a variable may have at a step; undefined in place of one that is not known. A
 * constant has none: somebody may change it.
 */
function listTests(variable: string, step: string, draft: FlowDraft): (Test | undefined)[] {
  const sources = findSourcesAt(draft, variable, step);
  if (sources.every((source) => source.step === undefined)) return [];
  return sources.map((source) => {
    const form = source.kind === 'answer' ? findForm(source.body) : undefined;
    if (source.kind !== 'texts' && form === undefined) return undefined;
    const texts =
      source.kind === 'texts'
        ? source.texts.map(({ text }) => text)
        : source.kind === 'answer'
          ? listPhrases(source.body)
          : [];
    return (text, part) =>
      part === 'whole'
        ? texts.includes(text) || form?.matches(text) === true
        : texts.some((one) => one.startsWith(text)) || form?.canBegin(text) === true;
  });
}

/** Checks switches on a single variable whose values are all known. */
function checkCases(draft: FlowDraft, report: Report): void {
  const targets = indexSteps(draft.graph);
  for (const [step, conditions] of listConditions(draft)) {
    const compared = conditions.flatMap(({ isTrue }) =>
      isTrue?.flat().map(({ comparison }) => comparison?.name),
    );
    const [name, ...others] = new Set(compared);
    const domain = name === undefined || others.length > 0 ? undefined : findDomain(draft, name);
    const target = targets.get(step)?.edges.find(({ outcome }) => outcome === 'otherwise')?.to ?? '';
    if (name === undefined || domain?.kind !== 'text' || domain.forms.length > 0) continue;
    const rest = [...domain.texts].filter((value) =>
      conditions.every((one) => decide(one, new Map([[name, { value }]]), draft.expressions()) === false),
    );
    const [lost] = rest.filter((value) => value !== '' && value !== target);
    if (lost === undefined || !rest.includes(target)) continue;
    report({
      code: 'unmatched-key',
      message: `"${name}" can be "${lost}", which has no case here, so it goes to "${target}" with those who are "${target}"`,
      span: spanAt(draft.document, ['steps', step, 'switch']),
      hint: `add a case for "${lost}"`,
    });
  }
}
