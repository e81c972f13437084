import type { ConnectStep, RunStep, SmsStep } from '../../../../schemas/types/flow.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { Table } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import type { FlowDraft } from '../types.ts';
import { findNumberParams } from './number-params.ts';
import { listMapSteps } from './questions.ts';

/** Maximum distance at which a number rings again at once; a party that is called after two others gets a second round. */
const ROUND = 2;

const RINGS_AGAIN = 'it rings again at a party that has just not answered';

/**
 * Reports a number that a list of parties or recipients has twice, as it is written. Expressions that may have the same
 * value by chance are not compared, and a party may be called again after two others. In a table whose numbers end with the
 * keys of their rows, it reports the one that is the number of another row.
 */
export const numberTwice: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<ConnectStep | SmsStep>(draft, 'connect', 'sms')) {
      if (!Array.isArray(body.to)) continue;
      const isText = step.content?.verb.name === 'sms';
      const numbers = body.to.map((one) => String(one ?? '').trim());
      const suffers = isText ? 'its owner gets the message twice' : RINGS_AGAIN;
      for (const index of listRepeated(numbers, isText ? Infinity : ROUND))
        report({
          code: 'number-twice',
          message: `"${numbers[index] ?? ''}" is in the list twice: ${suffers}`,
          span: spanAt(draft.document, [...path, 'to', index]),
          hint: 'is one of the two meant to be another number?',
        });
    }
    checkGivenLists(draft, report);
    for (const [name, { table }] of draft.tables) {
      const found = table && findCopiedNumber(table);
      if (found === undefined || !Object.hasOwn(draft.source.tables ?? {}, name)) continue;
      report({
        code: 'number-twice',
        message: `the row "${found.row}" of "${name}" has the number of the row "${found.other}": all other numbers end with the key of their row`,
        span: spanAt(draft.document, ['tables', name]),
        hint: 'is it meant to be another number?',
      });
    }
  },
};

/** Lists the places of numbers that also stand shortly before. */
function listRepeated(numbers: readonly string[], distance: number): number[] {
  return numbers.flatMap((number, at) => {
    const before = numbers.slice(0, at).lastIndexOf(number);
    return number !== '' && before >= 0 && at - before <= distance ? [at] : [];
  });
}

/** Checks the lists of numbers that other flows get. */
function checkGivenLists(draft: FlowDraft, report: Report): void {
  for (const { body, path } of listMapSteps<RunStep>(draft, 'run', 'goto')) {
    const part = draft.others.signature(body.flow ?? '')?.draft;
    for (const [param, { separator }] of part === undefined ? [] : findNumberParams(part)) {
      const text = String(body.with?.[param] ?? '');
      const numbers = separator === undefined ? [] : text.split(separator).map((one) => one.trim());
      const [twice] = listRepeated(numbers, ROUND).filter((at) => numbers[at]?.includes('$') === false);
      if (twice === undefined) continue;
      report({
        code: 'number-twice',
        message: `"${numbers[twice] ?? ''}" is in the list twice: ${RINGS_AGAIN}`,
        span: spanAt(draft.document, [...path, 'with', param]),
        hint: 'is one of the two meant to be another number?',
      });
    }
  }
}

/** Returns the only row whose number ends with the key of another row, which has the same number. */
function findCopiedNumber({ columns, rows }: Table): { row: string; other: string } | undefined {
  const entries = Object.entries(rows);
  for (const index of columns.keys()) {
    const numbers = entries.map(([row, cells]) => ({ row, number: cells[index] ?? '' }));
    const odd = numbers.filter(({ row, number }) => !/^\+\d{7,15}$/.test(number) || !number.endsWith(row));
    const [copied] = odd;
    const other = numbers.find(({ row, number }) => row !== copied?.row && number === copied?.number);
    if (copied !== undefined && odd.length === 1 && numbers.length > 3 && other !== undefined)
      return { row: copied.row, other: other.row };
  }
  return undefined;
}
