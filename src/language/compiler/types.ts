/**
 * What a verb is. A verb is one file in verbs/ and its schema in schemas/verbs/; the schema says what its body may
 * hold and, by `x-ringflow`, what each string in it means, so names and expressions are checked without its help.
 */
import type { Phrases } from '../../../schemas/types/flow.ts';
import type { DiagnosticCode } from '../diagnostics/index.ts';
import type {
  Assignment,
  MachineState,
  Prompt,
  Template,
  Transition,
  VarType,
  Waits,
} from '../model/index.ts';
import type { Path } from './read/document.ts';
import type { OtherFlows } from './check/other-flows.ts';
import type { Readable } from './readable.ts';

/** A way in which a step can end. */
export type Outcome =
  /**
   * The body itself names the step it leads to, unless that could not be read; `path` is where, from the body down.
   * `meaning` tells what the name does not: the condition of a case.
   */
  | { name: string; goto: string | undefined; path: Path; meaning?: string }
  /**
   * `on:` may name where it leads; else `next`: to the step below, `error`: to `on.error` of the flow,
   * `nowhere`: the author has to say; `stay`: the step goes on.
   */
  | {
      name: string;
      otherwise: 'next' | 'error' | 'nowhere' | 'stay';
      /** Without an edge of its own it goes where this outcome goes. */
      like?: string;
      /** It cannot happen where this outcome has an edge. */
      unless?: string;
    };

/** What can be said of the line while a flow runs. */
export const lineFacts = [
  'answered',
  'bridged',
  'inRoom',
  'held',
  'recording',
  'streaming',
  'ended',
] as const;

export type LineFact = (typeof lineFacts)[number];

/** What a step makes of the line; what is not named stays as it was. `either`: so on some ways only. */
export type LineChange = Partial<Record<LineFact, 'yes' | 'no' | 'either' | 'unknown'>>;

export interface Verb<Body> {
  /** The key under which it stands in a step. */
  name: string;
  /** What a step of this verb waits for. A loop of steps none of which waits for the caller never ends. */
  waits: Waits;
  /** True when it needs a living call: it has no place in the finalizer. */
  needsCall: boolean;
  /** True when the platform refuses it while two people talk (6112, 6113): it waits until they have ended. */
  alone?: true;
  /** Keys of the body that decide on its outcomes, or on what other keys mean. Default: none. */
  deciding?: readonly string[];
  /** Of a body as far as it could be read. */
  outcomes(body: Readable<Body> | undefined, others: OtherFlows): Outcome[];
  /** What to write so that a step has an outcome that bodies like this one lack; undefined where nothing gives it. */
  outcomeNeeds?(body: Readable<Body>, outcome: string): string | undefined;
  /** What the schema cannot say, of a body as far as it could be read. Reports what is wrong at a path below the body. */
  check?(body: Readable<Body>, report: ReportAt): void;
  /** How long the caller may hear nothing in a step that stands for itself, ms; absent: no time worth mentioning. */
  silentMs?(body: Readable<Body>): number;
  /** In which state a step leaves the line when it ends so, beside what follows from `needsCall` and `alone`. */
  leaves?(body: Readable<Body> | undefined, outcome: string, others: OtherFlows): LineChange;
  /** The step's state. Its entry action is added by the compiler. */
  compile(body: Body, step: StepContext): MachineState;
}

/** Says what is wrong at a path below the body. */
export type ReportAt = (
  path: Path,
  problem: {
    code: DiagnosticCode;
    message: string;
    hint?: string;
    /** True where it is one only because of the keys that decide on what others mean. */
    isRelative?: boolean;
  },
) => void;

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
