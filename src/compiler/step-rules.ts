import { flowRule } from './flow-schema.ts';
import type { Rule } from './schema.ts';

/** What a step may hold. */
export function stepRule(): Rule {
  const rule = flowRule.properties.get('steps')?.().others?.();
  if (rule === undefined) throw new Error('the schema of a flow has steps');
  return rule;
}

/** What may stand below a verb; undefined where the key is no verb. */
export function verbRule(verb: string): Rule | undefined {
  if (!stepRule().oneKeyOf.includes(verb)) return undefined;
  const rule = stepRule().properties.get(verb)?.();
  return [rule, ...(rule?.branches ?? [])].find((one) => one?.types.includes('object')) ?? rule;
}

/** What may stand below a verb by name; empty where nothing may, undefined where the key is no verb. */
export function bodyRule(verb: string): Rule['properties'] | undefined {
  return verbRule(verb)?.properties;
}
