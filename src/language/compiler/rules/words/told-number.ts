import type { Finding } from '../../../diagnostics/index.ts';
import type { FlowDraft } from '../../types.ts';
import { isTooShort, splitNumber } from '../phone-numbers.ts';
import { listEntries, type Node } from '../../read/document.ts';
import type { FlowRule } from '../flow-rule.ts';
import { blankExpressions, createPieceFilter, findPieceSpan, listSaid } from './said.ts';

/** Number of digits at the end of a number by which two are compared: the rest is written in several ways. */
const COMPARED = 8;
/** Digits at the end in which numbers of one company differ. */
const LINE = 2;

/**
 * Reports telephone numbers that callers are told and that differ from a number which the flow rings by two exchanged
 * digits, by one digit in front of the last two, or by one digit that is left out. Extensions of one company, which differ
 * at the end, are left alone unless the flow rings one number only; the switchboard of a company ends with 0.
 */
export const toldNumber: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const rung = listNumbers(draft.document.root);
    const isNew = createPieceFilter();
    const broken = findBrokenStep(draft);
    for (const said of rung.length === 0 ? [] : listSaid(draft))
      for (const piece of said.pieces)
        for (const { 0: written, index } of blankExpressions(piece.text).matchAll(
          /\+?\d(?:[ ,./()-]{0,3}\d){7,}/g,
        )) {
          const slip =
            findMissingDigit(written, rung) ?? findOtherDigits(written, rung, said.step.name === broken);
          if (slip === undefined || !isNew(piece)) continue;
          report({
            code: 'number-differs',
            ...slip,
            span: findPieceSpan(draft.document, piece, { start: index, end: index + written.length }),
          });
        }
  },
};

/** Returns the step for errors, unless callers also come there when nobody answers. */
function findBrokenStep({ source, graph }: FlowDraft): string | undefined {
  const step = source.on?.error;
  const isUnanswered = graph.steps.some(
    ({ verb, edges }) => verb === 'connect' && edges.some(({ kind, to }) => kind === 'on' && to === step),
  );
  return isUnanswered ? undefined : step;
}

type Slip = Pick<Finding, 'message' | 'hint'>;

function findMissingDigit(written: string, rung: readonly string[]): Slip | undefined {
  const longer = rung.find((number) => isShortened(written, number));
  return longer === undefined
    ? undefined
    : {
        message: `callers are told the number ${written}, which has a digit less than numbers such as ${longer}, which the flow rings`,
        hint: 'add the digit that is missing',
      };
}

/** Returns the slip of other digits; when the line is broken, another one of the company may help. */
function findOtherDigits(written: string, rung: readonly string[], isBroken: boolean): Slip | undefined {
  const told = toEnd(written);
  const ends = new Set(rung.map(toEnd));
  const ignored = ends.size === 1 && !told.endsWith('0') && !isBroken ? 0 : LINE;
  const near = ends.has(told)
    ? undefined
    : rung.find((number) => isAsLong(written, number) && isNear(toEnd(number), told, ignored));
  return near === undefined
    ? undefined
    : {
        message: `callers are told the number ${written}, and the flow rings ${near}: they differ as by a slip`,
        hint: 'correct one of the two',
      };
}

/** Lists the international numbers that stand as values of a flow. */
function listNumbers(root: Node | undefined): string[] {
  if (root === undefined) return [];
  if (root.kind === 'list') return root.items.flatMap(listNumbers);
  if (root.kind === 'map') return listEntries(root).flatMap(({ value }) => listNumbers(value));
  const value = root.kind === 'string' ? String(root.value) : '';
  return /^\+\d{8,15}$/.test(value) ? [value] : [];
}

function toEnd(number: string): string {
  return number.replace(/\D/g, '').slice(-COMPARED);
}

/** False for numbers of one country that are written with different numbers of digits: a landline and a mobile. */
function isAsLong(written: string, rung: string): boolean {
  const digits = written.replace(/\D/g, '');
  const national = splitNumber(rung)?.national ?? '';
  return !/^0[1-9]/.test(digits) || national === '' || digits.length === national.length + 1;
}

/** True for a number with a digit less than one of its neighbours, and less than any number of that country. */
function isShortened(written: string, rung: string): boolean {
  const { country = '', national = '' } = splitNumber(rung) ?? {};
  const digits = written.replace(/^\+/, '').replace(/\D/g, '');
  const told = digits.startsWith('0') ? digits.slice(1) : digits;
  if (told.length !== national.length - 1 || !isTooShort(`+${country}${told}`)) return false;
  const start = national.slice(0, -LINE);
  return (
    Array.from(start).some((_, at) => told.startsWith(start.slice(0, at) + start.slice(at + 1))) ||
    told.startsWith(start)
  );
}

/** True for a slip; the last digits, as many as are given, may differ on purpose. */
function isNear(one: string, other: string, ignored: number): boolean {
  const differing = Array.from(one, (digit, at) => (digit === other[at] ? -1 : at)).filter((at) => at >= 0);
  const [first = 0, second = 0] = differing;
  if (differing.length === 1) return first < COMPARED - ignored;
  return (
    differing.length === 2 &&
    second === first + 1 &&
    one[first] === other[second] &&
    one[second] === other[first]
  );
}
