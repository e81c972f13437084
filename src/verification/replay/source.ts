/** A scenario as it is written into a file (schemas/scenario.schema.json), as far as recorded calls need it. */
import type { CommandKind } from '../../call/index.ts';
import type { Value } from '../../language/model/index.ts';

/** How somebody behaves whom the flow calls. */
export type PartySource =
  | 'busy'
  | 'no_answer'
  | { answers: string }
  | { rejects: string }
  | { busy: string }
  | { no_answer: string }
  | { fails: string; reason: string };

export interface StubSource {
  match: string;
  answer?: { status: number; headers?: Record<string, string>; json?: unknown; text?: string };
  fail?: 'timeout' | 'unreachable' | 'egress_denied';
  delay?: string;
  times?: number;
}

export interface FaultSource {
  command: CommandKind;
  nth: number;
  code: string;
  /** So many attempts are refused before the platform takes the command; absent: it fails for good. */
  attempts?: number;
}

/** A line of a script. */
export type LineSource =
  | 'hangs_up'
  | 'mumbles'
  | 'stays_silent'
  | 'stream_ends'
  | 'stream_breaks'
  | { hears: string }
  | { waits: string }
  | { presses: string }
  | { says: string }
  | { texts: string }
  | { party_hangs_up: string }
  | { expects: { outcome: string } | { ended: string } };

/** A line, with what a reader of the file has to know about it. */
export interface ScriptEntry {
  line: LineSource;
  comment?: string;
}

export interface ScenarioSource {
  name: string;
  start: {
    direction: 'inbound' | 'outbound';
    from: string;
    to: string;
    at: string;
    message?: string;
    recording?: 'refused' | 'fails';
    params?: Record<string, Value>;
  };
  parties?: Record<string, PartySource | PartySource[]>;
  phones?: Record<string, 'fails' | 'unknown' | 'never'>;
  http?: StubSource[];
  faults?: FaultSource[];
  script: ScriptEntry[];
}

/** A length of time as scenarios write it. */
export function duration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  return whole > 0 && whole % 1_000 === 0 ? `${whole / 1_000}s` : `${whole}ms`;
}
