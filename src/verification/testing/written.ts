/** Types of the arguments of test methods: the keys of scenario files with the names of the flow. */
import type { Expects, Line } from '../../../schemas/types/scenario.ts';
import type { FlowTypes } from './flow-types.ts';

/** A generated type without its index signature. */
type Named<Made> = {
  [Key in keyof Made as string extends Key ? never : Key]: Made[Key];
};

type Lines = Named<Exclude<Line, string>>;

/** Value of a script line under a key. */
export type Written<Key extends keyof Lines> = NonNullable<Lines[Key]>;

type Prompted<What, Flow extends FlowTypes> = What extends string
  ? What
  : Omit<Named<What>, 'prompt'> & { prompt?: Flow['prompts'] };

/** An expected prompt: part of its text (case-insensitive), a regular expression, or a map. */
export type Hearable<Flow extends FlowTypes> = RegExp | Prompted<Written<'hears'>, Flow>;

/** An unexpected prompt, optionally with a time. */
export type Unhearable<Flow extends FlowTypes> = RegExp | Prompted<Written<'does_not_hear'>, Flow>;

type Variable<Vars> = { [Name in keyof Vars]: { name: Name; is: Vars[Name] } }[keyof Vars];

/** An expectation about the flow. */
export type Expectation<Flow extends FlowTypes> = Omit<Named<Expects>, 'step' | 'outcome' | 'var'> & {
  step?: Flow['steps'];
  outcome?: Flow['outcomes'];
  var?: Variable<Flow['vars']>;
};

/** Converts an expected prompt to its form in a scenario file. */
export function toHearing<What>(what: What): { matches: string } | Exclude<What, RegExp> {
  return what instanceof RegExp ? { matches: toPatternSource(what) } : (what as Exclude<What, RegExp>);
}

/** Converts a pattern. Patterns in scenarios ignore case, and `^` and `$` match the start and end of each prompt. */
function toPatternSource({ source, ignoreCase, dotAll }: RegExp): string {
  if (ignoreCase && !dotAll) return source;
  return `(?${dotAll ? 's' : ''}${ignoreCase ? '' : '-i'}:${source})`;
}
