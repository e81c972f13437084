import { flowRule } from './flow-schema.ts';
import type { Rule } from './schema.ts';

/** Returns the rule of a step. */
export function getStepRule(): Rule {
  const rule = flowRule.properties.get('steps')?.().others?.();
  if (rule === undefined) throw new Error('the schema of a flow has steps');
  return rule;
}

/** Returns the rule of a verb's body; undefined when the key is not a verb. */
export function getVerbRule(verb: string): Rule | undefined {
  return (verbRules ??= readVerbRules()).get(verb);
}

/** Filled on first use, because schemas are compiled lazily. */
let verbRules: ReadonlyMap<string, Rule | undefined> | undefined;

function readVerbRules(): ReadonlyMap<string, Rule | undefined> {
  const { oneKeyOf, properties } = getStepRule();
  return new Map(
    oneKeyOf.map((verb) => {
      const rule = properties.get(verb)?.();
      return [verb, [rule, ...(rule?.branches ?? [])].find((one) => one?.types.includes('object')) ?? rule];
    }),
  );
}

/** Returns the properties of a verb's body; empty when it has none, undefined when the key is not a verb. */
export function getBodyProperties(verb: string): Rule['properties'] | undefined {
  return getVerbRule(verb)?.properties;
}
