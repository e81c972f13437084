/** Arguments of test methods, in the words of scenario files and with the names of the flow. */
import type { Expects, Line } from '../../../schemas/types/scenario.ts';
import type { FlowTypes } from './flow-types.ts';

/** A type made from a schema, without the keys that it does not name. */
type Named<Made> = {
  [Key in keyof Made as string extends Key ? never : Key]: Made[Key];
};

type Lines = Named<Exclude<Line, string>>;

/** Value of a script line under a key. */
export type Written<Key extends keyof Lines> = NonNullable<Lines[Key]>;

type Prompted<What, Flow extends FlowTypes> = What extends string
  ? What
  : Omit<Named<What>, 'prompt'> & { prompt?: Flow['prompts'] };

/** Something that is heard: text that is part of it, in any case of letters, a regular expression, or a map. */
export type Hearable<Flow extends FlowTypes> = RegExp | Prompted<Written<'hears'>, Flow>;

/** The same with how long it is not to be heard. */
export type Unhearable<Flow extends FlowTypes> = RegExp | Prompted<Written<'does_not_hear'>, Flow>;

type Variable<Vars> = { [Name in keyof Vars]: { name: Name; is: Vars[Name] } }[keyof Vars];

/** An expectation about the flow. */
export type Expectation<Flow extends FlowTypes> = Omit<Named<Expects>, 'step' | 'outcome' | 'var'> & {
  step?: Flow['steps'];
  outcome?: Flow['outcomes'];
  var?: Variable<Flow['vars']>;
};

/** Something that is heard, as a scenario file has it. */
export function toHearing<What>(what: What): { matches: string } | Exclude<What, RegExp> {
  return what instanceof RegExp ? { matches: toPatternSource(what) } : (what as Exclude<What, RegExp>);
}

/** A pattern in a scenario takes letters in any case, and ^ and $ for the ends of what is said at once. */
function toPatternSource({ source, ignoreCase, dotAll }: RegExp): string {
  if (ignoreCase && !dotAll) return source;
  return `(?${dotAll ? 's' : ''}${ignoreCase ? '' : '-i'}:${source})`;
}
