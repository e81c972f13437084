/** A scenario as it stands in a file, as far as paths need it (schemas/scenario.schema.json). */
import type { CommandKind } from '../../call/index.ts';
import type { Value } from '../../language/model/index.ts';

/** One line of a script. */
export type Line =
  | 'mumbles'
  | 'stays_silent'
  | 'hangs_up'
  | 'stream_ends'
  | 'stream_breaks'
  | { presses: string }
  | { says: string }
  | { texts: string }
  | { waits: string }
  | { expects: { step: string } | { ended: string } };

/** How somebody who is called behaves. */
export type PartySource = 'busy' | 'no_answer' | 'rejects' | { answers: string; hangs_up?: string };

/** What a web service answers. */
export interface StubSource {
  match: string;
  answer?: { json: unknown } | { status: number };
  fail?: 'timeout' | 'unreachable';
  delay?: string;
  times?: number;
}

/** A command that fails. */
export interface FaultSource {
  command: CommandKind;
  nth: number;
  code: string;
}

/** One scenario. */
export interface ScenarioSource {
  name: string;
  start?: {
    direction?: 'inbound' | 'outbound';
    at?: string;
    from?: string;
    to?: string;
    params?: Record<string, Value>;
  };
  parties?: Record<string, PartySource | PartySource[]>;
  phones?: Record<string, string>;
  http?: StubSource[];
  faults?: FaultSource[];
  script: Line[];
}

/** A scenario file. */
export interface SuiteSource {
  flow?: string;
  env?: Record<string, string>;
  scenarios: ScenarioSource[];
}
