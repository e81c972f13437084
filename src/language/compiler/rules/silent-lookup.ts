import type { CollectStep, LookupStep } from '../../../../schemas/types/flow.ts';
import type { GraphStep } from '../../model/index.ts';
import { findSourcesAt } from '../check/variable-sources.ts';
import { getStepValues } from '../check/step-values.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft, Readable } from '../types.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findEdge, findStep } from './unasked-ways.ts';
import { findForm, listPhrases } from './answer-forms.ts';

/**
 * Reports questions that callers hear again without a word after an answer that the question takes and the table does
 * not have. A step on the way that speaks, or that sets something which the question says, is a word.
 */
export const silentLookup: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<LookupStep>(draft, 'lookup')) {
      const { table = '', key = '' } = body;
      const variable = /^\$\{\s*vars\.(\w+)\s*\}$/.exec(String(key))?.[1];
      const rows = draft.tables.get(table)?.table?.rows;
      const asked = findSilentlyAsked(step.name, draft);
      if (variable === undefined || rows === undefined || asked === undefined) continue;
      const source = findSourcesAt(draft, variable, step.name).find((one) => one.step === asked.name);
      const lost = source?.kind === 'answer' ? findLostAnswer(source.body, rows) : undefined;
      if (lost === undefined) continue;
      report({
        code: 'silent-reask',
        message: `callers who answer "${lost}" to step "${asked.name}" are asked again without a word: the table "${table}" has no such row`,
        span: findEdge(draft, step.name, 'not_found')?.span ?? spanAt(draft.document, path),
        hint: `add the row, let the question refuse the answer, or say something first`,
      });
    }
  },
};

/** Returns the question to which the way from `not_found` leads without a word. */
function findSilentlyAsked(lookup: string, draft: FlowDraft): GraphStep | undefined {
  const written = new Set<string>();
  let step = findStep(draft, findEdge(draft, lookup, 'not_found')?.to);
  for (let count = 0; step?.verb === 'set' && count < MAX_STEPS; count += 1) {
    for (const { variable } of getStepValues(draft, step.name).writes) written.add(`vars.${variable}`);
    step = findStep(draft, step.edges.find(({ failure }) => !failure)?.to);
  }
  if (step?.verb !== 'collect') return undefined;
  return getStepValues(draft, step.name).reads.isDisjointFrom(written) ? step : undefined;
}

/** Maximum number of steps between the table and the question. */
const MAX_STEPS = 10;

/** Answers of more digits are not tried one by one. */
const MAX_DIGITS = 3;

/** Returns an answer that a question takes and that is no key of the table. */
function findLostAnswer(body: Readable<CollectStep>, rows: object): string | undefined {
  const form = findForm(body);
  const length = (body.type ?? 'digits') === 'digits' ? findKeyedLength(body) : undefined;
  const isLost = (answer: string) => !Object.hasOwn(rows, answer);
  const phrase = listPhrases(body).find(isLost);
  if (phrase !== undefined || form === undefined || length === undefined || length.max > MAX_DIGITS)
    return phrase;
  return listNumerals(length).find((answer) => form.matches(answer) && isLost(answer));
}

function listNumerals({ min, max }: { min: number; max: number }): string[] {
  return Array.from({ length: max - min + 1 }, (_, more) => min + more).flatMap((length) =>
    Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0')),
  );
}
