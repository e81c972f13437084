import type { ConnectStep, RunStep, SmsStep } from '../../../../schemas/types/flow.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { Table } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import type { FlowDraft } from '../types.ts';
import { findNumberParams } from './number-params.ts';
import { listMapSteps } from './questions.ts';

/**
 * Reports a number that a list of parties or recipients has twice, as it is written. Expressions that may have the same
 * value by chance are not compared. In a table whose numbers end with the keys of their rows, it reports the one that is
 * the number of another row.
 */
export const numberTwice: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<ConnectStep | SmsStep>(draft, 'connect', 'sms')) {
      if (!Array.isArray(body.to)) continue;
      const seen = new Set<string>();
      body.to.forEach((one, index) => {
        const number = String(one).trim();
        if (one === undefined || !seen.has(number)) return void seen.add(number);
        const suffers =
          step.content?.verb.name === 'sms'
            ? 'its owner gets the message twice'
            : 'it rings again at a party that has just not answered';
        report({
          code: 'number-twice',
          message: `"${number}" is in the list twice: ${suffers}`,
          span: spanAt(draft.document, [...path, 'to', index]),
          hint: 'is one of the two meant to be another number?',
        });
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

/** Checks the lists of numbers that other flows get. */
function checkGivenLists(draft: FlowDraft, report: Report): void {
  for (const { body, path } of listMapSteps<RunStep>(draft, 'run', 'goto')) {
    const part = draft.others.signature(body.flow ?? '')?.draft;
    for (const [param, { separator }] of part === undefined ? [] : findNumberParams(part)) {
      const text = String(body.with?.[param] ?? '');
      const numbers = separator === undefined ? [] : text.split(separator).map((one) => one.trim());
      const twice = numbers.find((one, at) => one !== '' && !one.includes('$') && numbers.indexOf(one) < at);
      if (twice === undefined) continue;
      report({
        code: 'number-twice',
        message: `"${twice}" is in the list twice: it rings again at a party that has just not answered`,
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
    if (copied !== undefined && odd.length === 1 && numbers.length > 2 && other !== undefined)
      return { row: copied.row, other: other.row };
  }
  return undefined;
}
