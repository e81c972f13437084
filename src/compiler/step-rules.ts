import { flowRule } from './flow-schema.ts';
import type { Rule } from './schema.ts';

/** What a step may hold. */
export function stepRule(): Rule {
  const rule = flowRule.properties.get('steps')?.().others?.();
  if (rule === undefined) throw new Error('the schema of a flow has steps');
  return rule;
}

/** What may stand below a verb by name; undefined where nothing may, or where the key is no verb. */
export function bodyRule(verb: string): Rule['properties'] | undefined {
  if (!stepRule().oneKeyOf.includes(verb)) return undefined;
  const rule = stepRule().properties.get(verb)?.();
  const maps = rule === undefined ? [] : [rule, ...rule.branches];
  return maps.find(({ types }) => types.includes('object'))?.properties ?? new Map();
}
