/**
 * Tells what calls do to whoever watches, on whichever node that is.
 *
 * Owns: what has happened on this node and was not told yet. Does not own: how nodes tell each other (a feed), who reads
 * it (live-stream.ts).
 *
 * L1 No call waits for any of this: what happens is put into a list; a moment later it is told, or dropped where nobody
 *    watches, without having been looked at.
 * L2 Of one project only so much waits to be told, and little while nobody watches it; what is more, or cannot be told,
 *    is made up for by a gap that is told.
 */
import { isIgnored, showEntry, summarize } from '../../../call/index.ts';
import type { CallRecord, TraceEntry } from '../../../call/index.ts';
import type { Clock, Feed, Log } from '../../../engine/ports/index.ts';

/** So long what happens waits to be told together, ms. */
const TELL_AFTER_MS = 200;
const MOST_UNTOLD = 5_000;
/** So much waits of a project that nobody watched a moment ago, in case that somebody has begun to. */
const MOST_UNWATCHED = 64;

/** What is told of a call. */
type LiveKind = 'call.started' | 'call.moved' | 'call.ended';

/** Stands in a feed where something is missing. */
export const MISSING = 'gap';

interface Happening {
  call: CallRecord;
  entry: TraceEntry;
}

interface LiveTellerOptions {
  feed: Feed;
  clock: Clock;
  log: Log;
}

export class LiveTeller {
  readonly #options: LiveTellerOptions;
  #untold = new Map<string, Happening[]>();
  #missing = new Set<string>();
  /** The projects that nobody watched when it was last asked. */
  readonly #unwatched = new Set<string>();
  #telling: Promise<void> | undefined;
  #cancel: (() => void) | undefined;

  constructor(options: LiveTellerOptions) {
    this.#options = options;
  }

  /** An event was applied. */
  traced(call: CallRecord, entry: TraceEntry): void {
    const { project } = call;
    const untold = this.#untold.get(project);
    if (untold === undefined) this.#untold.set(project, [{ call, entry }]);
    else if (untold.length < (this.#unwatched.has(project) ? MOST_UNWATCHED : MOST_UNTOLD))
      untold.push({ call, entry });
    else this.#missing.add(project);
    this.#tellSoon();
  }

  /** Tells what is left. */
  async stop(): Promise<void> {
    this.#cancel?.();
    await this.#telling;
    await this.#tell();
  }

  #tellSoon(): void {
    if (this.#cancel !== undefined) return;
    this.#cancel = this.#options.clock.after(TELL_AFTER_MS, () => {
      this.#telling = this.#tell().finally(() => {
        this.#cancel = undefined;
        if (this.#untold.size > 0) this.#tellSoon();
      });
    });
  }

  async #tell(): Promise<void> {
    const [untold, missing] = [this.#untold, this.#missing];
    this.#untold = new Map();
    // What is missing of a project of which there is nothing to tell now is told with what comes.
    this.#missing = missing.difference(untold);
    for (const [project, happenings] of untold) {
      try {
        await this.#tellOf(project, happenings, missing.has(project));
      } catch (error) {
        this.#missing.add(project);
        this.#options.log.debug({ project, err: error }, 'cannot publish live events');
      }
    }
  }

  async #tellOf(project: string, happenings: readonly Happening[], isMissing: boolean): Promise<void> {
    const { feed } = this.#options;
    if (!(await feed.isOpen(project))) {
      this.#unwatched.add(project);
      return;
    }
    this.#unwatched.delete(project);
    await feed.add(project, [...(isMissing ? [MISSING] : []), ...happenings.map(written)]);
  }
}

/** Before the data stands what they are chosen by, so that whoever does not want them need not read them. */
function written({ call, entry }: Happening): string {
  return `${kindOf(call, entry)} ${call.id} ${call.flow.name} ${JSON.stringify({ call: summarize(call), entry: showEntry(entry) })}`;
}

function kindOf({ endedAt }: CallRecord, { seq, at, notes }: TraceEntry): LiveKind {
  if (endedAt === at && !notes.some((note) => isIgnored(note))) return 'call.ended';
  return seq === 1 ? 'call.started' : 'call.moved';
}
