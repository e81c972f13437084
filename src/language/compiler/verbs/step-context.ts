import type { Phrases } from '../../../../schemas/types/flow.ts';
import type { Assignment, Prompt, Template, Transition, VarType } from '../../model/index.ts';

/** The surroundings that a verb needs to compile a step. */
export interface StepContext {
  /** The step's name. */
  name: string;
  /** True when the platform refuses the step on a bridge. */
  alone: boolean;
  /** The possible outcomes: the verb's own and those of flows that it runs. */
  outcomes: string[];
  /** Returns the transition for an outcome: it records the outcome and leads where the flow says. */
  exit(outcome: string): Transition;
  /** Returns the transition to any target, a step or a word such as `hangup`, recorded as outcome `label`. */
  exitTo(target: string, label: string): Transition;
  /** Handles an event that may come after the step has been left, if no other step waits for it. */
  handleLate(event: string, transition: Transition): void;
  /** Converts a checked prompt of a body. */
  toPrompt(value: unknown): Prompt;
  /** Parses text with `${…}`. */
  toTemplate(text: string): Template;
  /** Converts a value for a variable by the variable's type. */
  toVariableValue(variable: string, value: string | number | boolean): Assignment['value'];
  /** Converts a value for a parameter of another flow. */
  toArgument(flow: string, param: string, value: string | number | boolean): Assignment['value'];
  /** Returns the condition that an expression equals a value, which is given as text and has the expression's type. */
  toEquation(expression: string, literal: string): string;
  isSecret(variable: string): boolean;
  /** `always.keys` in order. */
  alwaysKeys: { key: string; goto: string }[];
  /** `always.phrases` in order. */
  alwaysPhrases: { phrases: Phrases; goto: string }[];
  /** The languages of the flow. */
  languages: string[];
  /** Returns the type of a variable. */
  findType(variable: string): VarType;
}
