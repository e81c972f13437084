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
  return (rulesOfVerbs ??= readRulesOfVerbs()).get(verb);
}

/** Read when they are first asked for, since schemas are. */
let rulesOfVerbs: ReadonlyMap<string, Rule | undefined> | undefined;

function readRulesOfVerbs(): ReadonlyMap<string, Rule | undefined> {
  const { oneKeyOf, properties } = stepRule();
  return new Map(
    oneKeyOf.map((verb) => {
      const rule = properties.get(verb)?.();
      return [verb, [rule, ...(rule?.branches ?? [])].find((one) => one?.types.includes('object')) ?? rule];
    }),
  );
}

/** What may stand below a verb by name; empty where nothing may, undefined where the key is no verb. */
export function bodyRule(verb: string): Rule['properties'] | undefined {
  return verbRule(verb)?.properties;
}
