/** Checks a file of recipients row by row and reports its problems. */
import type { Recipient } from './campaign.ts';
import type { RecipientCheck } from './recipient-check.ts';
import type { Row } from './recipient-rows.ts';

/** Maximum number of rows reported with their reasons; all are counted. */
const MAX_REPORTED = 1_000;
/** Maximum number of recipients of a campaign. */
export const MAX_ROWS = 1_000_000;

export interface RecipientsReport {
  accepted: number;
  /** Number of invalid rows, including duplicates. */
  refused: number;
  duplicates: number;
  /** Number of rows whose number is on the do-not-call list. */
  doNotCall: number;
  /** The first invalid rows. */
  problems: { line: number; reason: string }[];
}

/** Checks the rows, passes on the valid ones, and returns the report. */
export async function checkRecipients(
  rows: AsyncIterable<Row>,
  check: RecipientCheck,
  take: (recipient: Recipient, report: Readonly<RecipientsReport>) => Promise<void> | void,
): Promise<RecipientsReport> {
  const report: RecipientsReport = { accepted: 0, refused: 0, duplicates: 0, doNotCall: 0, problems: [] };
  const refuse = (line: number, reason: string) => {
    report.refused += 1;
    if (report.problems.length < MAX_REPORTED) report.problems.push({ line, reason });
  };
  for await (const row of rows) {
    const checked = check.check(row);
    if (checked.kind === 'do_not_call') report.doNotCall += 1;
    else if (checked.kind === 'refused') {
      refuse(row.line, checked.reason);
      if (checked.isDuplicate === true) report.duplicates += 1;
    } else if (report.accepted === MAX_ROWS) {
      refuse(row.line, `a campaign takes at most ${MAX_ROWS} recipients; the following rows were not read`);
      break;
    } else {
      report.accepted += 1;
      // Most rows need no await, and a million turns of the event loop would be slow.
      const taken = take(checked.recipient, report);
      if (taken !== undefined) await taken;
    }
  }
  // Unreadable rows are reported before those that came with them.
  report.problems.sort((one, other) => one.line - other.line);
  return report;
}
