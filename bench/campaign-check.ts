/** Child process of `campaign.ts`: checks one file and reports time and memory. */
import { createReadStream } from 'node:fs';
import { checkRecipients, readRows, RecipientCheck } from '../src/service/campaigns/index.ts';
import type { RecipientsFormat } from '../src/service/campaigns/index.ts';
import { compileOrThrow, cpuUsSince } from './fixtures.ts';

const [file = '', format = 'csv', rows = ''] = process.argv.slice(2);
const flow = compileOrThrow(`ringflow: 1
name: bench
languages: [en-US]
params: { appointment: { type: string }, amount: { type: int } }
on: { error: sorry }
steps:
  hello: { say: "\${params.appointment}, \${string(params.amount)}", next: hangup }
  sorry: { say: Sorry., next: hangup }
`);
const days = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const settings = {
  flow: 'bench',
  from: '+4930555000',
  country: 'DE',
  pace: { perSecond: 20, atOnce: 100 },
  windows: [{ days: [...days], from: '09:00', until: '20:00' }],
};

const startedAt = performance.now();
const before = process.cpuUsage();
const check = new RecipientCheck({ settings, flow, now: Date.now() });
const report = await checkRecipients(
  readRows(createReadStream(file), format as RecipientsFormat),
  check,
  () => undefined,
);
const seconds = (performance.now() - startedAt) / 1_000;
const cpuSeconds = cpuUsSince(before) / 1e6;
if (report.accepted !== Number(rows)) throw new Error(JSON.stringify(report.problems[0]));
process.send?.({ seconds, cpuSeconds, mostMb: process.resourceUsage().maxRSS / 1_024 });
process.disconnect();
