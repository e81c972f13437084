/** A scenario, checked: every name in it exists in its flow, every value has the type its place asks for. */
import type { Perturbation as PerturbationSource } from '../../../schemas/types/scenario.ts';
import type { CommandKind, EndReason, RunnableFlow } from '../../call/index.ts';
import type { Span } from '../../language/diagnostics/index.ts';
import type { Value } from '../../language/model/index.ts';
import type { SimulationOptions } from './simulation-options.ts';
import type { WebStub } from './web-services.ts';

/** An expected prompt or text. */
export type Hearing = { /** Only what is spoken in it. */ language?: string } &
  /** Text that is part of what is heard. */
  (
    | { kind: 'text'; text: string }
    /** All that is said at once. */
    | { kind: 'equals'; text: string }
    /** A prompt of the flow, in any language. */
    | { kind: 'prompt'; name: string }
    /** A regular expression. */
    | { kind: 'pattern'; source: string }
  );

/** A time to wait for: one moment, or the next time that it is so late. */
export type Clock =
  /** ms since the epoch. */
  | { at: number }
  /** ms since midnight UTC. */
  | { timeOfDayMs: number };

/** A command, and the fields of it that matter. */
export interface CommandPattern {
  kind: CommandKind;
  to?: string;
  from?: string;
  /** Part of what is played. */
  text?: string;
  /** Of a recording or a room. */
  name?: string;
}

/** Text messages, and what of them matters. */
export interface SmsPattern {
  /** One of their numbers. */
  to?: string;
  template?: string;
  /** Values of these placeholders. */
  data?: Record<string, string>;
  /** They have arrived. */
  delivered?: boolean;
}

/** A request to a web service, and what of its JSON body matters. */
export interface RequestPattern {
  /** As of a stub. */
  match: string;
  json?: unknown;
}

/** Content of a script line. */
export type Move =
  | { kind: 'hears'; what: Hearing }
  /** Not since the caller last did something, and not for so long from now on. */
  | { kind: 'does_not_hear'; what: Hearing; forMs: number }
  /** With a pause from each key to the next one, where there is one. */
  | { kind: 'presses'; keys: string; pauseMs?: number }
  /** Empty text is speech that nobody could tell. */
  | { kind: 'says'; text: string }
  | { kind: 'stays_silent' }
  | { kind: 'texts'; text: string }
  | { kind: 'stream_ends' | 'stream_breaks' }
  | { kind: 'waits'; ms: number }
  | { kind: 'waits_until'; clock: Clock; written: string }
  | { kind: 'hangs_up' }
  | { kind: 'party_hangs_up'; number: string }
  | { kind: 'expects_command'; command: CommandPattern }
  | { kind: 'expects_sms'; sms: SmsPattern }
  | { kind: 'expects_outcome'; name: string }
  | { kind: 'expects_http'; request: RequestPattern }
  | { kind: 'expects_step'; step: string }
  | { kind: 'expects_end'; reason: EndReason }
  | { kind: 'expects_var'; variable: string; value: Value };

/** A move with the place where it is written. */
export type ScriptLine = Move & { span: Span };

/** One call from its beginning to its end. */
export interface Scenario {
  /** Of one that is run for a row, with the row. */
  name: string;
  /** Position of its name, or of its row. */
  span: Span;
  /** Those of its file among them. */
  tags: string[];
  /** Of all scenarios only those that say so are to be run. */
  only: boolean;
  /** Reason why it is skipped; absent if it runs. */
  skip?: string;
  /** Perturbation of the call (src/verification/perturb), if any. */
  perturbation?: PerturbationSource;
  /** The flow with settings or tables of its own; absent: as in the whole file. */
  flow?: RunnableFlow;
  start: SimulationOptions;
  /** Not empty. */
  script: ScriptLine[];
}

/** The scenarios of one file, with the flow that they are about. */
export interface Suite {
  /** Path of the scenario file. */
  file: string;
  /** Path of the flow file. */
  flowFile: string;
  flow: RunnableFlow;
  /** Answers of web services for all of them. */
  http: WebStub[];
  scenarios: Scenario[];
}
