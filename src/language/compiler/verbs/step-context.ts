import type { Phrases } from '../../../../schemas/types/flow.ts';
import type { Assignment, Prompt, Template, Transition, VarType } from '../../model/index.ts';

/** What a verb needs of its surroundings to compile a step. */
export interface StepContext {
  /** The step's name. */
  name: string;
  /** The platform refuses the step on a bridge. */
  alone: boolean;
  /** Those it can end with, the verb's own and those of flows that it runs. */
  outcomes: string[];
  /** The transition with which the step ends in this outcome: notes it, and leads where the flow says. */
  exit(outcome: string): Transition;
  /** The transition to any target of the language: a step, `hangup`; noted as outcome `label`. */
  exitTo(target: string, label: string): Transition;
  /** What happens at an event that may come when the step has long been left; only where no other step waits for it. */
  whenLate(event: string, transition: Transition): void;
  /** A prompt as it stands in a body (already checked). */
  prompt(value: unknown): Prompt;
  /** Text with `${…}` in it. */
  template(text: string): Template;
  /** What `set` gives a variable: its body's value, read by the variable's type. */
  valueFor(variable: string, value: string | number | boolean): Assignment['value'];
  /** What is given to a parameter of another flow. */
  argumentFor(flow: string, param: string, value: string | number | boolean): Assignment['value'];
  isSecret(variable: string): boolean;
  /** `always.keys` in order. */
  alwaysKeys: { key: string; goto: string }[];
  /** `always.phrases` in order. */
  alwaysPhrases: { phrases: Phrases; goto: string }[];
  /** The languages of the flow. */
  languages: string[];
  /** The type of a variable. */
  typeOf(variable: string): VarType;
}
