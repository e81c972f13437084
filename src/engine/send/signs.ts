/** What came in since a command was decided, and what that says of a command in doubt (I4). */
import type { CallEvent, Command, CommandKind, TraceEntry } from '../../call/index.ts';

type Sign = (event: CallEvent, command: Command) => boolean;

const never: Sign = () => false;
const isOneOf =
  (...types: CallEvent['type'][]): Sign =>
  ({ type }) =>
    types.includes(type);
const isRecording =
  (...states: Extract<CallEvent, { type: 'recording' }>['state'][]): Sign =>
  (event) =>
    event.type === 'recording' && states.includes(event.state);

/**
 * Which notifications tell that a command was carried out. None do where its answer is needed, which the same
 * Idempotency-Key gives again, nor of a hold and of the end of a stream, which may be asked for twice.
 */
const signs: Record<CommandKind, Sign> = {
  dial: never,
  accept: isOneOf('connected'),
  play: (event, { id }) => 'promptRef' in event && event.promptRef === id,
  connect: isOneOf('bridging', 'bridged', 'unbridged'),
  hold: never,
  record: isRecording('started', 'completed'),
  stop_recording: isRecording('completed', 'failed'),
  stream: isOneOf('stream_ended'),
  stop_stream: never,
  join: isOneOf('joined'),
  create_room: never,
  create_token: never,
  sms: never,
  hangup: never,
};

/** Whether the trace of its call tells that this command was carried out. */
export function wasCarriedOut(command: Command, trace: readonly TraceEntry[]): boolean {
  const decided = trace.findIndex(({ commands }) => commands.some(({ number }) => number === command.number));
  const before = new Set(trace.slice(0, decided + 1).map(({ event }) => event.key));
  return trace.slice(decided + 1).some(({ event }) => {
    // A repetition of what came before the command says nothing of it.
    const isKnown = event.key !== undefined && before.has(event.key);
    return !isKnown && signs[command.kind](event, command);
  });
}
