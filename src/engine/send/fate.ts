/**
 * Decides whether the next command of a call is sent. Used by lanes and by `src/verification/perturb`.
 *
 * FATE-1 A command that is not needed in the current state of its call is not sent.
 * FATE-2 A command in doubt, which a process that is gone may have sent, is not sent again when the call has continued, or
 *    when a later notification proves that it was carried out (I4).
 */
import { commandTraits, isObsolete } from '../../call/index.ts';
import type { CallEvent, CallRecord, Command, CommandKind, TraceEntry } from '../../call/index.ts';

/** Time in which the platform may still report on a command in doubt before it is sent again, ms. */
const DOUBT_GRACE_MS = 1_000;

/**
 * Milliseconds to wait for notifications before a command in doubt of this kind is sent again. Those on a bridge may be late.
 * For everything else that the remote party would hear twice, a node that has been up for this time has received them: the
 * platform repeats notifications that fail.
 */
export function getGraceMs(kind: CommandKind, upForMs: number): number {
  if (kind === 'connect') return DOUBT_GRACE_MS;
  return kind === 'play' || kind === 'stream' ? Math.max(0, DOUBT_GRACE_MS - upForMs) : 0;
}

/** `moot`: not needed. `done`: known to be carried out. `send`: to be sent, perhaps again. */
type Fate = 'moot' | 'done' | 'send';

/** Decides on a command. `trace`: the trace of the call; only for a command in doubt. */
export function decideFate(
  command: Command,
  { record, trace }: { record: CallRecord; trace?: readonly TraceEntry[] | undefined },
): Fate {
  if (isNeedless(command, record, trace !== undefined)) return 'moot';
  return trace !== undefined && wasCarriedOut(command, trace) ? 'done' : 'send';
}

/**
 * True when a command need not be sent: it is obsolete (`isObsolete`), or it is in doubt and the call has continued. Of the
 * commands in doubt:
 *
 * - dial, hangup: always sent again. A second one does no harm, a missing one leaves a call without control. The same holds
 *   for messages and requests to the video service, which carry idempotency keys.
 * - commands whose result the call waits for, such as a hold: always sent again.
 * - accept: needless once the call is answered.
 * - play, connect, join: needless once the call has decided a later command; a connect also once the bridge exists.
 */
export function isNeedless(command: Command, record: CallRecord, inDoubt: boolean): boolean {
  const { kind, number } = command;
  if (isObsolete(command, record)) return true;
  if (!inDoubt || kind === 'hangup' || !commandTraits[kind].needsLine) return false;
  if (commandTraits[kind].reportsSuccess) return false;
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
 * Notifications that prove that a command was carried out. There are none for commands whose answer is needed, which the same
 * Idempotency-Key returns again, nor for a hold and the end of a stream, which may be requested twice.
 */
const evidence: Record<CommandKind, Evidence> = {
  dial: hasNone,
  accept: isOneOf('connected'),
  play: (event, { id }) => 'promptRef' in event && event.promptRef === id,
  connect: (event, { id }) =>
    (event.type === 'bridging' || event.type === 'bridged' || event.type === 'unbridged') &&
    (event.command === undefined || event.command === id),
  hold: hasNone,
  record: isRecording('started', 'completed'),
  stop_recording: isRecording('completed', 'failed'),
  record_message: (event, { id }) => event.type === 'recording' && event.command === id,
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
    // A repetition of an event before the command proves nothing.
    const isKnown = event.key !== undefined && before.has(event.key);
    return !isKnown && evidence[command.kind](event, command);
  });
}
