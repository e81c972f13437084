/** Hooks between a simulated call and everything outside, with which tests disturb it. */
import type { Advance, CallEvent, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { Fault } from '../../platform/emulator/model/index.ts';

/** A call as it stands. */
export interface Situation {
  /** Virtual time, ms since the epoch. */
  readonly now: number;
  readonly record: CallRecord;
  readonly trace: readonly TraceEntry[];
}

/** A call without it is told everything at once, sends everything at once and loses nothing. */
export interface Between {
  /** Something has happened: what the call is told of it, and of what was held back, now. */
  arrives(event: CallEvent, call: Situation): readonly CallEvent[];
  /**
   * A command is the next to leave: what the call is told of it, or `later` while it cannot leave. `carryOut` has the platform
   * do it, or meet it with a failure on order, as often as it is called.
   */
  leaves(
    command: Command,
    call: Situation,
    carryOut: (fault?: Fault) => CallEvent | undefined,
  ): CallEvent | 'later' | undefined;
  /** A commit was made: what the call goes on with. */
  committed(commit: Advance): Advance;
  /** Returns when it delivers an event by itself or releases a command; undefined if never. */
  nextAt(): number | undefined;
  /** Returns the events that it delivers by itself by now. */
  due(call: Situation): readonly CallEvent[];
}
