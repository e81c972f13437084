/** Hooks between a simulated call and its environment, with which tests disturb it. */
import type { Advance, CallEvent, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { Fault } from '../../platform/emulator/model/index.ts';

/** The current state of a call. */
export interface Situation {
  /** Virtual time, ms since the epoch. */
  readonly now: number;
  readonly record: CallRecord;
  readonly trace: readonly TraceEntry[];
}

/** The person on the line, who acts when a disturbance is due. */
export interface Person {
  press(keys: string): boolean;
  hangUp(): boolean;
}

/** Intercepts the traffic of a call. Without it, every event and command is delivered immediately. */
export interface Between {
  /** Returns the events that the call receives now, given a new event; held-back events may be among them. */
  arrives(event: CallEvent, call: Situation): readonly CallEvent[];
  /**
   * Sends the next command; returns the resulting event, or `later` while it cannot be sent. `carryOut` has the
   * platform carry it out, or fail it with a fault.
   */
  leaves(
    command: Command,
    call: Situation,
    carryOut: (fault?: Fault) => CallEvent | undefined,
  ): CallEvent | 'later' | undefined;
  /** Returns the commit with which the call continues. */
  committed(commit: Advance): Advance;
  /** Returns when it next delivers an event or releases a command by itself; undefined if never. */
  nextAt(): number | undefined;
  /** Returns the events that it delivers by itself by now; it may let the person on the line act. */
  due(call: Situation & Person): readonly CallEvent[];
}
