/** A whole file of recipients, checked row by row, with a report of what is wrong with it. */
import type { Recipient } from './campaign.ts';
import type { RecipientCheck } from './recipient-check.ts';
import type { Row } from './recipient-rows.ts';

/** So many rows are told with their reasons; all are counted. */
const TOLD = 1_000;
/** A campaign has at most so many recipients. */
export const MOST_ROWS = 1_000_000;

export interface RecipientsReport {
  accepted: number;
  /** Rows that cannot be called, duplicates among them. */
  refused: number;
  duplicates: number;
  /** Left out because nobody may call them. */
  doNotCall: number;
  /** The first of the refused ones. */
  problems: { line: number; reason: string }[];
}

/** Checks the rows, hands on those that are good, and reports. */
export async function checkRecipients(
  rows: AsyncIterable<Row>,
  check: RecipientCheck,
  take: (recipient: Recipient, report: Readonly<RecipientsReport>) => Promise<void> | void,
): Promise<RecipientsReport> {
  const report: RecipientsReport = { accepted: 0, refused: 0, duplicates: 0, doNotCall: 0, problems: [] };
  const refuse = (line: number, reason: string) => {
    report.refused += 1;
    if (report.problems.length < TOLD) report.problems.push({ line, reason });
  };
  for await (const row of rows) {
    const checked = check.check(row);
    if (checked.kind === 'do_not_call') report.doNotCall += 1;
    else if (checked.kind === 'refused') {
      refuse(row.line, checked.reason);
      if (checked.isDuplicate === true) report.duplicates += 1;
    } else if (report.accepted === MOST_ROWS) {
      refuse(row.line, `a campaign takes at most ${MOST_ROWS} recipients; the following rows were not read`);
      break;
    } else {
      report.accepted += 1;
      // Most rows wait for nothing, and a million turns of the event loop take their time.
      const taken = take(checked.recipient, report);
      if (taken !== undefined) await taken;
    }
  }
  // Rows that could not be read are told before those that came with them.
  report.problems.sort((one, other) => one.line - other.line);
  return report;
}
