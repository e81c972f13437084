import type { ConnectStep, RunStep, SmsStep } from '../../../../schemas/types/flow.ts';
import { scanTemplate } from '../../model/index.ts';
import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { findConstantTexts } from './constant-texts.ts';
import type { FlowRule } from './flow-rule.ts';
import { findNumberParams } from './number-params.ts';
import { findNumberProblem, type NumberProblem } from './phone-numbers.ts';
import { listMapSteps } from './questions.ts';
import type { WrittenText } from '../check/step-values.ts';

/**
 * Reports numbers that are written in the flow, its tables or its defaults and cannot be reached as they are used.
 * Whether somebody has a number that may exist is not known, and neither are numbers from callers and services.
 */
export const numbers: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const language = draft.languages[0] ?? '';
    for (const { step, path, text, use, separator } of listNumbers(draft)) {
      const written = findConstantTexts(text, { step, draft }).flatMap((one) =>
        splitList(one.text, separator).map((item) => ({ ...one, text: item })),
      );
      const texts = [...written, ...findGluedNumbers(text)].filter((one) => one.text !== '');
      const found = texts.flatMap((one) => {
        const problem = findNumberProblem(one.text, { language, isText: use === 'text' });
        const counts = use !== 'shown' || problem?.code === 'undialable-number';
        return problem === undefined || !counts ? [] : [{ written: one, ...problem }];
      });
      for (const [first, ...others] of Map.groupBy(found, ({ problem }) => problem).values()) {
        if (first === undefined) continue;
        report({
          code: first.code,
          message: describeNumber(first, { use, more: others.length }),
          span: spanAt(draft.document, path),
          ...(first.hint === undefined ? {} : { hint: first.hint }),
        });
      }
    }
  },
};

/** A number between other characters than those of numbers, with a value before or behind them: two numbers in place of one. */
function findGluedNumbers(template: string): WrittenText[] {
  const isGlued = /\}\s*[;|/&]\s*(?:\+\d{6}|\$\{)|\d{6}\s*[;|/&]\s*\$\{/.test(template);
  return isGlued ? [{ text: template, place: '' }] : [];
}

type NumberUse = keyof typeof CONSEQUENCES;

const CONSEQUENCES = {
  called: 'callers are never connected to it',
  text: 'the message never arrives',
  shown: 'nobody can call it back',
};

function describeNumber(
  { written, problem, code }: NumberProblem & { written: WrittenText },
  { use, more }: { use: NumberUse; more: number },
): string {
  const place = written.place === '' ? '' : ` (${written.place})`;
  const others = more === 0 ? '' : `; the same holds for ${more} more`;
  const consequence = code === 'premium-number' ? '' : `: ${CONSEQUENCES[use]}`;
  const joint = problem.includes(':') ? consequence.replace(': ', ', so ') : consequence;
  return `"${written.text}"${place} ${problem}${joint}${others}`;
}

interface UsedNumber {
  step: string;
  path: Path;
  text: string;
  use: NumberUse;
  /** Separates the numbers in a value of the text. */
  separator?: string | undefined;
}

/** Returns the numbers that a flow connects to, shows or sends messages to. */
function listNumbers(draft: FlowDraft): UsedNumber[] {
  const connected = listMapSteps<ConnectStep>(draft, 'connect').flatMap(({ step, body, path }) => [
    ...listOne(body.to, { step: step.name, path: [...path, 'to'], use: 'called' }),
    ...listOne(body.from, { step: step.name, path: [...path, 'from'], use: 'shown' }),
  ]);
  const texted = listMapSteps<SmsStep>(draft, 'sms').flatMap(({ step, body, path }) => [
    ...listOne(body.to, { step: step.name, path: [...path, 'to'], use: 'text' }),
    ...(body.recipients ?? []).flatMap((recipient, index) =>
      listOne(recipient?.to, { step: step.name, path: [...path, 'recipients', index, 'to'], use: 'text' }),
    ),
  ]);
  return [...connected, ...texted, ...listGivenNumbers(draft)];
}

/** Returns the numbers that other flows get in order to connect to them, or to send messages to them. */
function listGivenNumbers(draft: FlowDraft): UsedNumber[] {
  return listMapSteps<RunStep>(draft, 'run', 'goto').flatMap(({ step, body, path }) => {
    const part = draft.others.signature(body.flow ?? '')?.draft;
    return [...(part === undefined ? [] : findNumberParams(part))].flatMap(([param, { use, separator }]) => {
      const text = String(body.with?.[param] ?? '');
      return splitList(text, separator).map((one) => ({
        step: step.name,
        path: [...path, 'with', param],
        text: one,
        use,
        separator,
      }));
    });
  });
}

/** Splits a list at its separator; one within an expression separates nothing. */
function splitList(text: string, separator: string | undefined): string[] {
  if (separator === undefined) return [text.trim()];
  const marked = scanTemplate(text).parts.map((part) =>
    typeof part === 'string' ? part.replaceAll(separator, ITEM_END) : `\${${part.expr}}`,
  );
  return marked
    .join('')
    .split(ITEM_END)
    .map((one) => one.trim());
}

/** A character that no text of a flow contains. */
const ITEM_END = '\u0000';

function listOne(written: unknown, place: Omit<UsedNumber, 'text'>): UsedNumber[] {
  if (Array.isArray(written))
    return written.flatMap((one, index) => listOne(one, { ...place, path: [...place.path, index] }));
  return typeof written === 'string' || typeof written === 'number'
    ? [{ ...place, text: String(written) }]
    : [];
}
