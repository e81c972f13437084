/** Runs rules one after the other, and says of each what came of it. */
import { checkEmulated } from './emulated.ts';
import { Platform } from './platform.ts';
import type { Access } from './platform.ts';
import { hindrance } from './rule.ts';
import type { CheckedRule, Need, Rule } from './rule.ts';
import { specifications } from './rules/index.ts';

export interface Outcome {
  /** `voice.md 2.1: name is taken`. */
  name: string;
  result: 'passed' | 'failed' | 'not checkable';
  /** Why it is not checkable or has failed. */
  reason?: string;
}

/** All rules against emulators of their own. */
export function checkEmulator(): AsyncGenerator<Outcome> {
  return outcomes(() => undefined, checkEmulated);
}

/** All rules against the platform at an address, as far as that is possible with what is `available`. */
export function checkPlatform(access: Access, available: ReadonlySet<Need>): AsyncGenerator<Outcome> {
  const hinders = (rule: CheckedRule) => hindrance(rule, available);
  return outcomes(hinders, ({ check, needs = [] }) => check(new Platform(access, { needs })));
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
    return { result: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
