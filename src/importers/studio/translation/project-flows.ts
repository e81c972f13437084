/** How the flows of a project belong together: which one a `run-subflow` means, and which begin calls. */
import type { StudioFlow } from '../widgets.ts';

export interface Entries {
  incomingCall?: string;
  incomingRequest?: string;
  incomingParent?: string;
  /** True if only messages begin it. */
  isMessaging: boolean;
}

const CALL_EVENTS = ['incomingCall', 'incomingRequest', 'incomingParent'] as const;

/** Finds the entries of a flow; undefined if it has no trigger. */
export function findEntries(flow: StudioFlow): Entries | undefined {
  const trigger = flow.byName.get(flow.initial);
  if (trigger === undefined) return undefined;
  const written = trigger.transitions.filter(({ next }) => next !== undefined);
  const entries: Entries = {
    isMessaging: written.length > 0 && written.every(({ event }) => event.includes('Message')),
  };
  for (const event of CALL_EVENTS) {
    const next = written.find((transition) => transition.event === event)?.next;
    if (next !== undefined) entries[event] = next;
  }
  return entries;
}

/** Names and files of the flows by which others refer to them. */
export class FlowLinks {
  readonly #flows: readonly StudioFlow[];
  readonly #answers: Readonly<Record<string, string>>;

  constructor(flows: readonly StudioFlow[], answers: Readonly<Record<string, string>>) {
    this.#flows = flows;
    this.#answers = answers;
  }

  /** Returns the flow that an id means: the one that the answers name, or the one whose file has it in its name. */
  find(sid: string): StudioFlow | undefined {
    const named = Object.hasOwn(this.#answers, sid) ? this.#answers[sid] : undefined;
    if (named !== undefined) return this.#flows.find(({ name }) => name === named);
    return sid === ''
      ? undefined
      : this.#flows.find(({ file }) => file.toLowerCase().includes(sid.toLowerCase()));
  }

  /** True if a flow of the project runs this one. */
  isRun(flow: StudioFlow): boolean {
    return this.#flows.some(({ widgets }) =>
      widgets.some(({ does }) => does.kind === 'subflow' && this.find(does.sid) === flow),
    );
  }
}

/** Lists the widgets that a call can reach from some, in the order in which it first gets there. */
export function findReachable(
  flow: StudioFlow,
  entries: readonly string[],
  isPlaced: boolean,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...entries].toReversed();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const widget = flow.byName.get(name);
    if (widget === undefined || reached.has(name)) continue;
    reached.add(name);
    const isHangup = ({ event }: { event: string }) =>
      event === 'hangup' && widget.does.kind !== 'unsupported';
    // A call that the API places begins the flow once it was answered.
    const isBefore = ({ event }: { event: string }) =>
      isPlaced && widget.does.kind === 'place' && event !== 'answered';
    const nexts = widget.transitions
      .filter((transition) => !isHangup(transition) && !isBefore(transition))
      .flatMap(({ next }) => next ?? []);
    open.push(...nexts.toReversed());
  }
  return reached;
}

/** Returns the widgets with which calls begin, and sub-flows where another flow runs this one. */
export function listEntries(
  { incomingCall, incomingRequest, incomingParent }: Entries,
  isRun: boolean,
): string[] {
  const called = [incomingCall, incomingRequest].filter((name) => name !== undefined);
  return isRun || called.length === 0
    ? [...called, incomingParent].filter((name) => name !== undefined)
    : called;
}
