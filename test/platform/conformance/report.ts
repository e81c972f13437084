/** Runs rules one after the other, and says of each what came of it. */
import { Control } from './control.ts';
import { checkEmulated } from './emulated.ts';
import { Platform } from './platform.ts';
import type { Access } from './platform.ts';
import { hindrance } from './rule.ts';
import type { CheckedRule, Need, Rule } from './rule.ts';
import { specifications } from './rules/index.ts';
import { startWebhook } from './webhook.ts';

export interface Outcome {
  /** `voice.md 2.1: name is accepted`. */
  name: string;
  result: 'passed' | 'failed' | 'not checkable';
  /** Why it is not checkable or has failed. */
  reason?: string;
}

/** All rules against emulators of their own. */
export function checkEmulator(): AsyncGenerator<Outcome> {
  return outcomes(() => undefined, checkEmulated);
}

/** What there is besides the platform's address. */
export interface Surroundings {
  available: ReadonlySet<Need>;
  /** The name under which the platform reaches this machine; with it `webhook` is available. */
  webhookHost?: string | undefined;
}

/** All rules against the platform at an address, as far as that is possible; it is left as it was, but for messages. */
export function checkPlatform(access: Access, around: Surroundings): AsyncGenerator<Outcome> {
  const hinders = (rule: CheckedRule) => hindrance(rule, around.available);
  return outcomes(hinders, (rule) => checkThere(rule, access, around));
}

async function checkThere(
  { check, needs = [] }: CheckedRule,
  access: Access,
  { available, webhookHost }: Surroundings,
): Promise<void> {
  const webhook = webhookHost === undefined ? undefined : await startWebhook(webhookHost);
  const control = available.has('control plane') ? new Control(access.url) : undefined;
  const platform = new Platform(access, { needs, ...(webhook && { webhook }), ...(control && { control }) });
  try {
    if (webhook && control) await control.listenAt(access, webhook.url);
    await check(platform);
  } finally {
    await platform.tidy();
    await webhook?.close();
  }
}

async function* outcomes(
  hinders: (rule: CheckedRule) => string | undefined,
  check: (rule: CheckedRule) => Promise<void>,
): AsyncGenerator<Outcome> {
  for (const [service, rules] of Object.entries(specifications)) {
    for (const rule of rules) {
      const name = `${service}.md ${rule.section}: ${rule.rule}`;
      const reason = whyNot(rule, hinders);
      if (reason !== undefined) yield { name, result: 'not checkable', reason };
      else if ('check' in rule) yield { name, ...(await outcomeOf(() => check(rule))) };
    }
  }
}

function whyNot(rule: Rule, hinders: (rule: CheckedRule) => string | undefined): string | undefined {
  return 'unchecked' in rule ? rule.unchecked : hinders(rule);
}

async function outcomeOf(check: () => Promise<void>): Promise<Pick<Outcome, 'result' | 'reason'>> {
  try {
    await check();
    return { result: 'passed' };
  } catch (error) {
    return { result: 'failed', reason: reasonOf(error) };
  }
}

/** The message, and what lies behind it: `fetch failed` alone says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`;
}
