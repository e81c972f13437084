/**
 * Checks the rules of the specifications against emulators, or with --url against a platform. Exits with 1 if a rule is broken,
 * with 2 for invalid usage or an unreachable platform. --page writes docs/conformance.md instead.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { conformancePage, pagePath } from '../test/platform/conformance/page.ts';
import { checkEmulator, checkPlatform, reasonOf } from '../test/platform/conformance/report.ts';
import type { Outcome } from '../test/platform/conformance/report.ts';
import type { Need } from '../test/platform/conformance/rule.ts';

const root = resolve(import.meta.dirname, '..');
const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** Timeout of the first request, ms. */
const probeMs = 10_000;

const given = parseOrStop(() => {
  const options = {
    ...{ page: flag, url: text, 'app-id': text, 'app-key': text, from: text, to: text, second: text },
    ...{ 'template-id': text, 'campaign-id': text, unprovisioned: text, 'webhook-host': text, control: flag },
  };
  return parseArgs({ options }).values;
});

if (given.page) writeFileSync(resolve(root, pagePath), await conformancePage(root));
else if (given.url === undefined) await report(checkEmulator());
else await reportOn(given.url);

async function reportOn(url: string): Promise<void> {
  const there = access(url);
  try {
    await fetch(there.url, { signal: AbortSignal.timeout(probeMs) });
  } catch (error) {
    stop(`${url} cannot be reached: ${reasonOf(error)}`);
  }
  await report(checkPlatform(there, { available: available(), webhookHost: given['webhook-host'] }));
}

function access(url: string) {
  const { 'app-id': appId, 'app-key': appKey, from = '', to = '', second = to, unprovisioned = '' } = given;
  if (!URL.canParse(url) || !/^https?:/.test(url)) stop(`--url is "${url}": expected an address`);
  if (appId === undefined || appKey === undefined) stop('--url needs --app-id and --app-key');
  const { 'template-id': templateId = '', 'campaign-id': campaignId = '' } = given;
  const numbers = { from, to, second, unprovisioned };
  return { url: url.replace(/\/$/, ''), appId, appKey, ...numbers, templateId, campaignId };
}

function available(): Set<Need> {
  const needs = new Set<Need>();
  if (given.from !== undefined && given.to !== undefined) needs.add('numbers');
  if (given['template-id'] !== undefined && given['campaign-id'] !== undefined) needs.add('template');
  if (given.unprovisioned !== undefined) needs.add('unprovisioned');
  if (given['webhook-host'] !== undefined) needs.add('webhook');
  if (given.control) needs.add('control plane');
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

function parseOrStop<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return stop(reasonOf(error));
  }
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}
