/**
 * Checks the rules of the specifications: without --url against emulators, else against the platform there. Exits with 1
 * when a rule is broken, with 2 when it was not called rightly. --page writes docs/conformance.md instead.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { conformancePage, pagePath } from '../test/conformance/page.ts';
import { checkEmulator, checkPlatform } from '../test/conformance/report.ts';
import type { Outcome } from '../test/conformance/report.ts';
import type { Need } from '../test/conformance/rule.ts';

const root = resolve(import.meta.dirname, '..');
const text = { type: 'string' } as const;
const { values: given } = parseArgs({
  options: {
    page: { type: 'boolean', default: false },
    url: text,
    'app-id': text,
    'app-key': text,
    from: text,
    to: text,
    second: text,
    'template-id': text,
    'campaign-id': text,
  },
});

if (given.page) writeFileSync(resolve(root, pagePath), await conformancePage(root));
else await report(given.url === undefined ? checkEmulator() : checkPlatform(access(given.url), available()));

function access(url: string) {
  const { 'app-id': appId, 'app-key': appKey, from = '', to = '', second = to } = given;
  if (appId === undefined || appKey === undefined) {
    console.error('--url needs --app-id and --app-key');
    process.exit(2);
  }
  const { 'template-id': templateId = '', 'campaign-id': campaignId = '' } = given;
  return { url: url.replace(/\/$/, ''), appId, appKey, from, to, second, templateId, campaignId };
}

function available(): Set<Need> {
  const needs = new Set<Need>();
  if (given.from !== undefined && given.to !== undefined) needs.add('numbers');
  if (given['template-id'] !== undefined && given['campaign-id'] !== undefined) needs.add('template');
  return needs;
}

async function report(outcomes: AsyncGenerator<Outcome>): Promise<void> {
  const counts = { passed: 0, failed: 0, 'not checkable': 0 };
  for await (const { name, result, reason } of outcomes) {
    counts[result]++;
    console.log(`${result}: ${name}${reason === undefined ? '' : ` (${reason})`}`);
  }
  console.log(
    `${counts.passed} passed, ${counts.failed} failed, ${counts['not checkable']} not checkable here`,
  );
  if (counts.failed > 0) process.exitCode = 1;
}
