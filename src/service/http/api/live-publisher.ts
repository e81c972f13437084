/**
 * Publishes events of calls to readers on any node.
 *
 * Owns: unpublished events of this node. Does not own: transport between nodes (a feed), reading (live-stream.ts).
 *
 * PUBLISH-1 No call waits for publishing: events go into a list that is published a moment later, or dropped unread if nobody
 *        is watching.
 * PUBLISH-2 The list of each project is bounded, tightly while nobody watches; events that overflow it or cannot be published
 *        are replaced by a gap event.
 */
import { isIgnored, showEntry, summarize } from '../../../call/index.ts';
import type { CallRecord, TraceEntry } from '../../../call/index.ts';
import type { Clock, Feed, Log } from '../../../engine/ports/index.ts';

/** Time for which events are collected, ms. */
const PUBLISH_AFTER_MS = 200;
const MAX_PENDING = 5_000;
/** Limit for a project that was not watched lately, in case somebody starts. */
const MAX_UNWATCHED = 64;

type EventType = 'call.started' | 'call.moved' | 'call.ended';

/** Marks missing events in a feed. */
export const MISSING = 'gap';

interface PendingEvent {
  call: CallRecord;
  entry: TraceEntry;
}

interface PublisherOptions {
  feed: Feed;
  clock: Clock;
  log: Log;
}

export class LivePublisher {
  readonly #options: PublisherOptions;
  #pending = new Map<string, PendingEvent[]>();
  #missing = new Set<string>();
  /** Projects that nobody watched at the last check. */
  readonly #unwatched = new Set<string>();
  #publishing: Promise<void> | undefined;
  #cancel: (() => void) | undefined;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** Collects an applied event. */
  traced(call: CallRecord, entry: TraceEntry): void {
    const { project } = call;
    const pending = this.#pending.get(project);
    if (pending === undefined) this.#pending.set(project, [{ call, entry }]);
    else if (pending.length < (this.#unwatched.has(project) ? MAX_UNWATCHED : MAX_PENDING))
      pending.push({ call, entry });
    else this.#missing.add(project);
    this.#schedulePublish();
  }

  /** Publishes the rest. */
  async stop(): Promise<void> {
    this.#cancel?.();
    await this.#publishing;
    await this.#publish();
  }

  #schedulePublish(): void {
    if (this.#cancel !== undefined) return;
    this.#cancel = this.#options.clock.after(PUBLISH_AFTER_MS, () => {
      this.#publishing = this.#publish().finally(() => {
        this.#cancel = undefined;
        if (this.#pending.size > 0) this.#schedulePublish();
      });
    });
  }

  async #publish(): Promise<void> {
    const [pending, missing] = [this.#pending, this.#missing];
    this.#pending = new Map();
    // A gap without events is published with the next events of its project.
    this.#missing = missing.difference(pending);
    for (const [project, events] of pending) {
      try {
        await this.#publishProject(project, events, missing.has(project));
      } catch (error) {
        this.#missing.add(project);
        this.#options.log.debug({ project, err: error }, 'cannot publish live events');
      }
    }
  }

  async #publishProject(project: string, events: readonly PendingEvent[], isMissing: boolean): Promise<void> {
    const { feed } = this.#options;
    if (!(await feed.isOpen(project))) {
      this.#unwatched.add(project);
      return;
    }
    this.#unwatched.delete(project);
    await feed.add(project, [...(isMissing ? [MISSING] : []), ...events.map(renderEvent)]);
  }
}

/** Renders an event; the fields for filters precede the data, so readers can skip the data. */
function renderEvent({ call, entry }: PendingEvent): string {
  return `${toEventType(call, entry)} ${call.id} ${call.flow.name} ${JSON.stringify({ call: summarize(call), entry: showEntry(entry) })}`;
}

function toEventType({ endedAt }: CallRecord, { seq, at, notes }: TraceEntry): EventType {
  if (endedAt === at && !notes.some((note) => isIgnored(note))) return 'call.ended';
  return seq === 1 ? 'call.started' : 'call.moved';
}
