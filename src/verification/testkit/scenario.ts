/** Types of checked scenarios: every name exists in the flow, and every value has the right type. */
import type { Perturbation as PerturbationSource } from '../../../schemas/types/scenario.ts';
import type { CommandKind, EndReason, RunnableFlow } from '../../call/index.ts';
import type { Span } from '../../language/diagnostics/index.ts';
import type { Value } from '../../language/model/index.ts';
import type { SimulationOptions } from './simulation-options.ts';
import type { WebStub } from './web-services.ts';

/** An expected prompt or text. */
export type Hearing = { /** Only what is spoken in it. */ language?: string } &
  /** Part of what is heard. */
  (
    | { kind: 'text'; text: string }
    /** The whole text of one play. */
    | { kind: 'equals'; text: string }
    /** A prompt of the flow, in any language. */
    | { kind: 'prompt'; name: string }
    /** A regular expression. */
    | { kind: 'pattern'; source: string }
  );

/** A time to wait for: a moment, or the next time with this time of day. */
export type Clock =
  /** ms since the epoch. */
  | { at: number }
  /** ms since midnight UTC. */
  | { timeOfDayMs: number };

/** An expected command with the fields that matter. */
export interface CommandPattern {
  kind: CommandKind;
  to?: string;
  from?: string;
  /** Part of what is played. */
  text?: string;
  /** Name of a recording or a room. */
  name?: string;
}

/** Expected text messages with the fields that matter. */
export interface SmsPattern {
  /** One of their numbers. */
  to?: string;
  template?: string;
  /** Values of these placeholders. */
  data?: Record<string, string>;
  /** True if they must have been delivered. */
  delivered?: boolean;
}

/** An expected web request. */
export interface RequestPattern {
  /** Pattern, as in a stub. */
  match: string;
  json?: unknown;
}

/** Content of a script line. */
export type Move =
  | { kind: 'hears'; what: Hearing }
  /** Not since the last act of the caller, and not within `forMs` from now. */
  | { kind: 'does_not_hear'; what: Hearing; forMs: number }
  /** `pauseMs` is the pause between keys. */
  | { kind: 'presses'; keys: string; pauseMs?: number }
  /** Empty text is unintelligible speech. */
  | { kind: 'says'; text: string }
  /** Speech of some length into a recording. */
  | { kind: 'speaks'; ms: number }
  | { kind: 'stays_silent' }
  | { kind: 'texts'; text: string }
  | { kind: 'stream_ends' | 'stream_breaks' }
  | { kind: 'waits'; ms: number }
  | { kind: 'waits_until'; clock: Clock; written: string }
  | { kind: 'hangs_up' | 'operator_hangs_up' }
  | { kind: 'party_hangs_up'; number: string }
  | { kind: 'expects_command'; command: CommandPattern }
  | { kind: 'expects_sms'; sms: SmsPattern }
  | { kind: 'expects_outcome'; name: string }
  | { kind: 'expects_http'; request: RequestPattern }
  | { kind: 'expects_step'; step: string }
  | { kind: 'expects_end'; reason: EndReason }
  | { kind: 'expects_var'; variable: string; value: Value };

/** A move with its position. */
export type ScriptLine = Move & { span: Span };

/** One call from its start to its end. */
export interface Scenario {
  /** Name, including the row. */
  name: string;
  /** Position of its name, or of its row. */
  span: Span;
  /** Tags, including those of its file. */
  tags: string[];
  /** True if only such scenarios are to be run. */
  only: boolean;
  /** Reason why it is skipped; absent if it runs. */
  skip?: string;
  /** Perturbation of the call (src/verification/perturb), if any. */
  perturbation?: PerturbationSource;
  /** The flow with its own settings or tables; absent if the file's apply. */
  flow?: RunnableFlow;
  start: SimulationOptions;
  /** Not empty. */
  script: ScriptLine[];
}

/** The scenarios of one file, with their flow. */
export interface Suite {
  /** Path of the scenario file. */
  file: string;
  /** Path of the flow file. */
  flowFile: string;
  flow: RunnableFlow;
  /** Responses of web services for all of them. */
  http: WebStub[];
  scenarios: Scenario[];
}

/** One scenario of a file. */
export interface Case {
  suite: Suite;
  scenario: Scenario;
}
