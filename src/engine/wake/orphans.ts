/**
 * Ignores notifications that move no call.
 *
 * ORPHANS-1 Nothing of the event itself is logged: it may carry keys that are secret (I7).
 * ORPHANS-2 Of notifications that name no call the log tells each kind once: whoever sends them sends more of them.
 */
import type { Log } from '../ports/index.ts';
import type { Arrival } from '../receive/identify.ts';

/** The result of a notification; all of these are answered with success. */
export type Received = 'applied' | 'no_id' | 'unknown_call' | 'no_flow';

const REASONS: Record<Exclude<Received, 'applied'>, string> = {
  no_id:
    'a notification that names no call was ignored, as all others of its kind will be: check which addresses of this service the platform was given (docs/operations.md, Notifications that name no call)',
  unknown_call: 'no call takes this notification',
  no_flow: 'no flow takes this call',
};

/** Kinds that are remembered: a sender could make up any number. */
const MAX_KINDS = 100;

export class Orphans {
  readonly #log: Log;
  readonly #kinds = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Logs a notification that changes nothing; gives what became of it. */
  ignore({ project, voiceId, broadcastId, event }: Arrival, why: keyof typeof REASONS): Received {
    const about = event.type === 'unknown' ? event.state : event.type;
    const fields = { project, voiceId, event: about };
    if (why === 'no_id' && broadcastId !== undefined) {
      this.#log.debug(fields, 'a notification about a broadcast, whose calls are told of themselves');
      return 'applied';
    }
    const isRepeated = why === 'no_id' && !this.#isFirst(`${project} ${about}`);
    this.#log[isRepeated ? 'debug' : 'warn'](fields, REASONS[why]);
    return why;
  }

  #isFirst(kind: string): boolean {
    if (this.#kinds.has(kind) || this.#kinds.size >= MAX_KINDS) return false;
    this.#kinds.add(kind);
    return true;
  }
}
