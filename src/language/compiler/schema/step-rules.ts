import { flowRule } from './flow-schema.ts';
import type { Rule } from './schema.ts';

/** Returns the rule of a step. */
export function stepRule(): Rule {
  const rule = flowRule.properties.get('steps')?.().others?.();
  if (rule === undefined) throw new Error('the schema of a flow has steps');
  return rule;
}

/** Returns the rule of a verb's body; undefined when the key is not a verb. */
export function verbRule(verb: string): Rule | undefined {
  return (rulesOfVerbs ??= readRulesOfVerbs()).get(verb);
}

/** Filled on first use, because schemas are compiled lazily. */
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

/** Returns the properties of a verb's body; empty when it has none, undefined when the key is not a verb. */
export function bodyRule(verb: string): Rule['properties'] | undefined {
  return verbRule(verb)?.properties;
}
