/**
 * Logs notifications that belong to no call.
 *
 * ORPHANS-1 The content of the event is not logged: it may have secret keys (I7).
 * ORPHANS-2 Each kind of notification that names no call is logged once, since more of them follow.
 */

import type { Arrival, Log } from '../ports/index.ts';

/** The result of a notification; each is acknowledged as a success. */
export type Received = 'applied' | 'no_id' | 'unknown_call' | 'no_flow';

const REASONS: Record<Exclude<Received, 'applied'>, string> = {
  no_id:
    'a notification that names no call was ignored, as all others of its kind will be: check which addresses of this service the platform was given (docs/operations.md, Notifications that name no call)',
  unknown_call: 'no call takes this notification',
  no_flow: 'no flow takes this call',
};

/** Maximum number of kinds that are remembered, since a sender can invent any number. */
const MAX_KINDS = 100;

export class Orphans {
  readonly #log: Log;
  readonly #kinds = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Logs a notification that changes nothing and returns its result. */
  ignore({ project, voiceId, broadcastId, event }: Arrival, why: keyof typeof REASONS): Received {
    const about = event.type === 'unknown' ? event.state : event.type;
    const fields = { project, voiceId, event: about };
    if (why === 'no_id' && broadcastId !== undefined) {
      this.#log.debug(
        fields,
        'notification about a broadcast ignored; its calls have notifications of their own',
      );
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
