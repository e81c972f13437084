import type { LookupStep } from '../../../../schemas/types/flow.ts';
import { listTerms, namePath } from '../../model/index.ts';
import { phrase } from '../../speech/index.ts';
import { findReferenceSpan, listExpressions, stepNameOf } from '../check/references.ts';
import { findSourcesAt } from '../check/variable-sources.ts';
import type { FlowDraft } from '../types.ts';
import { findForm } from './answer-forms.ts';
import { readAuthorsNote } from './described-values.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/**
 * Reports parts of an answer that are taken at another place than where they stand: a lookup with the second digit of
 * numbers whose first one is, by the pattern of the question, always a key of the table, or a part of a variable whose
 * description speaks of its first digits.
 */
export const misplacedPart: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const keys = findBeginningsByStep(draft);
    for (const { reference, source, start } of listExpressions(draft)) {
      const part = source.includes('substring') ? findPart(source, draft) : undefined;
      const step = stepNameOf(reference);
      if (part === undefined || step === undefined || part.from === 0) continue;
      const table = reference.path.at(-1) === 'key' ? keys.get(step)?.(part) : undefined;
      const isDescribed = FIRST.test(readAuthorsNote(draft, `vars.${part.variable}`));
      if (table === undefined && (!isDescribed || takesBeginning(draft, part.variable))) continue;
      const reason =
        table === undefined
          ? 'its description speaks of the first'
          : `the first always is a key of "${table}"`;
      report({
        code: 'unmatched-key',
        message: `this takes "${part.variable}" from digit ${part.from + 1} on, but ${reason}`,
        span: findReferenceSpan(draft.document, reference, {
          start: start + part.start,
          end: start + part.end,
        }),
        hint: `write substring(0, ${part.to - part.from})`,
      });
    }
  },
};

/** Digits of a variable, from 0; `to` is the first one that is left out. */
interface Part {
  variable: string;
  from: number;
  to: number;
  /** Its place in the expression. */
  start: number;
  end: number;
}

function findPart(source: string, draft: FlowDraft): Part | undefined {
  const term = draft.expressions().parse(source);
  for (const one of term === undefined ? [] : listTerms(term)) {
    if (one.kind !== 'call' || one.name !== 'substring' || one.on === undefined) continue;
    const [, variable] = /^vars\.(\w+)$/.exec(namePath(one.on) ?? '') ?? [];
    const [from, to] = one.args.map((arg) => (arg.kind === 'value' ? Number(arg.value) : NaN));
    if (variable !== undefined && from !== undefined && to !== undefined && to > from)
      return { variable, from, to, start: one.start, end: one.end };
  }
  return undefined;
}

/** True when some expression takes the beginning of a variable, so that a later part has a meaning of its own. */
function takesBeginning(draft: FlowDraft, variable: string): boolean {
  const beginning = new RegExp(`vars\\.${variable}\\.(?:substring\\(0,|startsWith\\()`);
  return listExpressions(draft).some(({ source }) => beginning.test(source));
}

const FIRST = phrase(
  `(?:the )?first (?:\\p{L}+ )?(?:digits?|figures?)|erste[nr]? (?:\\p{L}+ )?(?:Ziffern?|Stellen?)|premi(?:er|ère)s? chiffres?|deux premiers chiffres|primer(?:a|as|os|o)? (?:\\p{L}+ )?(?:cifras?|dígitos?)|prim[aeio] (?:\\p{L}+ )?(?:cifr[ae])|primeir[oa]s? (?:\\p{L}+ )?(?:algarismos?|dígitos?)|eerste (?:\\p{L}+ )?cijfers?`,
);

/** Maximum length of parts whose values are tried one by one. */
const MAX_LENGTH = 3;

/** Step → a test whether all beginnings of an answer, and nothing else, are keys of the table; returns its name. */
function findBeginningsByStep(draft: FlowDraft): ReadonlyMap<string, (part: Part) => string | undefined> {
  return new Map(
    listMapSteps<LookupStep>(draft, 'lookup').map(({ step, body: { table = '' } }) => [
      step.name,
      ({ variable, from, to }: Part) => {
        const length = to - from;
        const [source, ...others] = findSourcesAt(draft, variable, step.name);
        const form = source?.kind === 'answer' && others.length === 0 ? findForm(source.body) : undefined;
        const keys = new Set(Object.keys(draft.tables.get(table)?.table?.rows ?? {}));
        if (form === undefined || length > MAX_LENGTH || keys.size === 0) return undefined;
        const all = Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0'));
        const beginnings = all.filter((digits) => form.canBegin(digits));
        const isExact = beginnings.length === keys.size && beginnings.every((digits) => keys.has(digits));
        return isExact && beginnings.length < all.length ? table : undefined;
      },
    ]),
  );
}
