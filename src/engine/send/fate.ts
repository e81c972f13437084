/** What becomes of a command that is next to leave (I4): decided here for lanes, and for the calls that `src/verification/perturb` disturbs. */
import type { CallRecord, Command, TraceEntry } from '../../call/index.ts';
import { isMoot } from './moot.ts';
import { wasCarriedOut } from './signs.ts';

/** Nobody needs it; it is known to be carried out; it is sent, again where it may have been sent before. */
export type Fate = 'moot' | 'done' | 'send';

/** `trace` is that of the call and belongs to a command in doubt: one that may have been sent. */
export function fateOf(
  command: Command,
  { record, trace }: { record: CallRecord; trace?: readonly TraceEntry[] | undefined },
): Fate {
  if (isMoot(command, record, trace !== undefined)) return 'moot';
  return trace !== undefined && wasCarriedOut(command, trace) ? 'done' : 'send';
}
