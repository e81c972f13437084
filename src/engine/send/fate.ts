/**
 * Decides whether a command that is next to leave is sent, for lanes and for the calls that `src/verification/perturb`
 * disturbs.
 *
 * FATE-1 A command that nobody needs is not sent, judged by where its call stands.
 * FATE-2 A command in doubt, which a process that is gone may have sent, is not sent again where the call has gone on, or
 *    where a notification since tells that it was carried out (I4).
 */
import { commandTraits, isObsolete } from '../../call/index.ts';
import type { CallEvent, CallRecord, Command, CommandKind, TraceEntry } from '../../call/index.ts';

/** Time in which the platform may still report on a command in doubt before it is sent again, ms. */
const DOUBT_GRACE_MS = 1_000;

/**
 * Milliseconds to listen before a command in doubt of this kind is sent again. The platform may report late on a bridge.
 * Anything else that the remote party would hear twice was reported to this node if it was up by then: a notification that
 * nobody took is repeated.
 */
export function getGraceMs(kind: CommandKind, upForMs: number): number {
  if (kind === 'connect') return DOUBT_GRACE_MS;
  return kind === 'play' || kind === 'stream' ? Math.max(0, DOUBT_GRACE_MS - upForMs) : 0;
}

/** Nobody needs it; it is known to be carried out; it is sent, again where it may have been sent before. */
type Fate = 'moot' | 'done' | 'send';

/** Decides on a command. `trace` is that of the call, given for a command in doubt only. */
export function decideFate(
  command: Command,
  { record, trace }: { record: CallRecord; trace?: readonly TraceEntry[] | undefined },
): Fate {
  if (isNeedless(command, record, trace !== undefined)) return 'moot';
  return trace !== undefined && wasCarriedOut(command, trace) ? 'done' : 'send';
}

/**
 * True when a command need not be sent. Nobody hears what is asked of a call that is over (R5), a call that the platform
 * never named cannot be asked for anything, and nobody needs a command whose visit is over (`isObsolete`). Of the rest,
 * only commands in doubt can be needless; those that are neither needless nor known to be carried out are sent again:
 *
 * - dial, hangup: never needless. A second one does no harm, a missing one leaves a call that nobody looks after. The same
 *   holds for messages and requests to the video service, which carry keys.
 * - commands whose end the call waits to hear, such as a hold: never, for that reason.
 * - accept: once the call is answered.
 * - play, connect, join: once the call has gone on to a later command; a connect also once the bridge stands.
 */
export function isNeedless(command: Command, record: CallRecord, inDoubt: boolean): boolean {
  const { kind, number } = command;
  if (isObsolete(command, record)) return true;
  if (!inDoubt || kind === 'hangup' || !commandTraits[kind].needsLine) return false;
  if (commandTraits[kind].tellsDone) return false;
  const { leg, nextCommand } = record.context;
  if (kind === 'accept') return leg !== 'accepting';
  return number < nextCommand - 1 || (kind === 'connect' && leg === 'bridged');
}

type Evidence = (event: CallEvent, command: Command) => boolean;

const hasNone: Evidence = () => false;
const isOneOf =
  (...types: CallEvent['type'][]): Evidence =>
  ({ type }) =>
    types.includes(type);
const isRecording =
  (...states: Extract<CallEvent, { type: 'recording' }>['state'][]): Evidence =>
  (event) =>
    event.type === 'recording' && states.includes(event.state);

/**
 * Notifications that prove that a command was carried out. None do where its answer is needed, which the same
 * Idempotency-Key gives again, nor for a hold and the end of a stream, which may be asked for twice.
 */
const evidence: Record<CommandKind, Evidence> = {
  dial: hasNone,
  accept: isOneOf('connected'),
  play: (event, { id }) => 'promptRef' in event && event.promptRef === id,
  connect: isOneOf('bridging', 'bridged', 'unbridged'),
  hold: hasNone,
  record: isRecording('started', 'completed'),
  stop_recording: isRecording('completed', 'failed'),
  stream: isOneOf('stream_ended'),
  stop_stream: hasNone,
  join: isOneOf('joined'),
  create_room: hasNone,
  create_token: hasNone,
  sms: hasNone,
  hangup: hasNone,
};

/** True when the trace of its call proves that this command was carried out. */
export function wasCarriedOut(command: Command, trace: readonly TraceEntry[]): boolean {
  const decided = trace.findIndex(({ commands }) => commands.some(({ number }) => number === command.number));
  const before = new Set(trace.slice(0, decided + 1).map(({ event }) => event.key));
  return trace.slice(decided + 1).some(({ event }) => {
    // A repetition of what came before the command proves nothing.
    const isKnown = event.key !== undefined && before.has(event.key);
    return !isKnown && evidence[command.kind](event, command);
  });
}
