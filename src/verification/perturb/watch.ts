/**
 * Notes what a call does, commit by commit, and lets each commit go through the form in which stores keep it: what is run
 * is a call that was restored after every event.
 */
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
  /** Record to which the event was applied; absent for the first. */
  before: CallRecord | undefined;
  /** The restored record is the one that was stored. */
  isRestored: boolean;
  /** A web service was asked and has not answered. */
  asksWeb: boolean;
  /** The event came from outside, where it can be disturbed. */
  isFromOutside: boolean;
}

/** Hooks around a call, and the commits that they recorded. */
interface Watched {
  between: Between;
  commits: Commit[];
  /** The numbers of the commands that the platform was asked to carry out. */
  carriedOut: Set<number>;
}

/** A way to and from the platform as the engine has it, but for one disturbance; and what the call did. */
export function watchCall(disturbance: Disturbance = {}): Watched {
  const commits: Commit[] = [];
  const carriedOut = new Set<number>();
  const fromOutside = new Set<number>();
  const between: Between = {
    arrives(event, call) {
      fromOutside.add(call.trace.length + 1);
      return disturbance.arrives?.(event, call) ?? [event];
    },
    leaves(command, call, carryOut) {
      const isMoot = () => decideFate(command, { record: call.record }) === 'moot';
      const ifNeeded = (fault?: Fault) => {
        if (isMoot()) return undefined;
        carriedOut.add(command.number);
        return carryOut(fault);
      };
      return disturbance.leaves === undefined ? ifNeeded() : disturbance.leaves(command, call, ifNeeded);
    },
    committed(made) {
      const record = readRecord(made.record.id, writeRecord(made.record));
      commits.push({
        commands: made.commands,
        trace: made.trace,
        record,
        before: commits.at(-1)?.record,
        isRestored: isDeepStrictEqual(record, made.record),
        asksWeb: asksWeb(made),
        isFromOutside: fromOutside.has(made.trace.seq),
      });
      const restored = { ...made, record };
      return disturbance.committed?.(restored) ?? restored;
    },
    nextAt: () => disturbance.nextAt?.(),
    due: (call) => disturbance.due?.(call) ?? [],
  };
  return { between, commits, carriedOut };
}
