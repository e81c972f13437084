/** Records the commits of a call, and restores the call from its stored form after every event. */
import { isDeepStrictEqual } from 'node:util';
import { readRecord, writeRecord } from '../../call/index.ts';
import type { Advance, CallRecord } from '../../call/index.ts';
import type { Fault } from '../../platform/emulator/model/index.ts';
import { decideFate } from '../../engine/index.ts';
import type { Between } from '../testkit/index.ts';
import { asksWeb } from './crash.ts';
import type { Disturbance } from './disturbed-events.ts';

/** One commit of a call. */
export interface Commit extends Pick<Advance, 'commands' | 'trace' | 'record'> {
  /** Record before the event; absent for the first. */
  before: CallRecord | undefined;
  /** The record as it is stored. */
  stored: string;
  /** True if the restored record equals the stored one. */
  isRestored: boolean;
  /** True if a web request is in flight. */
  asksWeb: boolean;
  /** True if the event came from outside, where it can be disturbed. */
  isFromOutside: boolean;
}

interface Watched {
  between: Between;
  commits: Commit[];
  /** Numbers of the commands that were sent to the platform. */
  carriedOut: Set<number>;
  /** Number of the command → number of commits when it was last to be sent. */
  sentAfter: Map<number, number>;
}

/**
 * Creates hooks that behave like the engine, apart from one disturbance, and record the commits of the call. Records that
 * are stored as in the undisturbed run are not restored again.
 */
export function watchCall(disturbance: Disturbance = {}, undisturbed: readonly Commit[] = []): Watched {
  const commits: Commit[] = [];
  const carriedOut = new Set<number>();
  const sentAfter = new Map<number, number>();
  const fromOutside = new Set<number>();
  const between: Between = {
    arrives(event, call) {
      fromOutside.add(call.trace.length + 1);
      return disturbance.arrives?.(event, call) ?? [event];
    },
    leaves(command, call, carryOut) {
      sentAfter.set(command.number, commits.length);
      const isObsolete = () => decideFate(command, { record: call.record }) === 'moot';
      const ifNeeded = (fault?: Fault) => {
        if (isObsolete()) return undefined;
        carriedOut.add(command.number);
        return carryOut(fault);
      };
      return disturbance.leaves === undefined ? ifNeeded() : disturbance.leaves(command, call, ifNeeded);
    },
    committed(made) {
      const stored = writeRecord(made.record);
      const same = undisturbed[commits.length];
      const { record, isRestored } = same?.stored === stored ? same : restore(made.record, stored);
      commits.push({
        commands: made.commands,
        trace: made.trace,
        record,
        before: commits.at(-1)?.record,
        stored,
        isRestored,
        asksWeb: asksWeb(made),
        isFromOutside: fromOutside.has(made.trace.seq),
      });
      const restored = { ...made, record };
      return disturbance.committed?.(restored) ?? restored;
    },
    nextAt: () => disturbance.nextAt?.(),
    due: (call) => disturbance.due?.(call) ?? [],
  };
  return { between, commits, carriedOut, sentAfter };
}

function restore(made: CallRecord, stored: string): Pick<Commit, 'record' | 'isRestored'> {
  const record = readRecord(made.id, stored);
  return { record, isRestored: isDeepStrictEqual(record, made) };
}
