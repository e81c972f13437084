/** Tracks recording, hold, streams and parties of a call, independently of its flow. */
import type { CallEvent, EndReason } from './events.ts';
import type { CallContext, LineFacts } from './record.ts';

/** The platform's code for a call that is being recorded already. */
const ALREADY_RECORDING = '408';

/** Updates the line after an event, whichever visit the event belongs to. */
export function afterEvent(context: CallContext, event: CallEvent): CallContext {
  // After the end of a call only its recordings matter.
  if (context.leg === 'ended' && event.type !== 'recording') return context;
  switch (event.type) {
    case 'recording':
      return recorded(withRecording(context, event.state === 'started'), event.url);
    case 'disconnected':
      return recorded(context, event.recordingUrl);
    case 'stream_ended':
      return withLine(context, { streamStops: context.line.streamStops.slice(1) });
    case 'bridged':
      return talked(context.leg !== 'bridged' && context.line.isPartyGone ? withNobody(context) : context);
    case 'unbridged':
      return afterEnd(context, event.reason);
    case 'command_done':
      return event.kind === 'hold' ? afterHold(context, event) : context;
    case 'command_failed':
      return undone(context, event);
    default:
      return context;
  }
}

/** Records that a conversation has begun. */
export function talked(context: CallContext): CallContext {
  return context.line.hasTalked ? context : withLine(context, { hasTalked: true });
}

function recorded(context: CallContext, recordingUrl: string | undefined): CallContext {
  return recordingUrl === undefined ? context : { ...context, call: { ...context.call, recordingUrl } };
}

/** Ends a conversation or an attempt to reach a party; a normal end without a beginning may be either (ADR 0025). */
function afterEnd(context: CallContext, reason: EndReason): CallContext {
  if (context.leg === 'bridged') return withNobody(context);
  return reason === 'normal' ? withLine(context, { isPartyGone: true }) : withoutOne(context);
}

/** Removes one party that may still answer. */
function withoutOne(context: CallContext): CallContext {
  const { ringing } = context.line;
  return ringing > 1 ? withLine(context, { ringing: ringing - 1 }) : withNobody(context);
}

/** Removes all parties that may still answer, for this flow and those that wait for it. */
function withNobody(context: CallContext): CallContext {
  const frames = context.frames.map((frame) => ({ ...frame, tried: '' }));
  return { ...withLine(context, { ringing: 0, isPartyGone: true }), tried: '', frames };
}

/** Corrects the line after a refusal: a recording did not start, a party was not dialled, a stream had ended before. */
function undone(context: CallContext, event: Extract<CallEvent, { type: 'command_failed' }>): CallContext {
  const { kind, number, failure } = event;
  if (kind === 'record') return withRecording(context, failure.code === ALREADY_RECORDING);
  if (kind === 'hold') return afterHold(context, event);
  if (kind === 'connect') return withoutOne(context);
  if (kind !== 'stop_stream') return context;
  return withLine(context, { streamStops: context.line.streamStops.filter((stop) => stop !== number) });
}

/** Settles a hold command: the call is held as it wanted if it was carried out, else as before. */
function afterHold(
  context: CallContext,
  { type, number }: { type: 'command_done' | 'command_failed'; number: number },
): CallContext {
  const { isHeld, holds } = context.line;
  const asked = holds.find(({ command }) => command === number);
  return withLine(context, {
    isHeld: type === 'command_done' && asked !== undefined ? asked.hold : isHeld,
    holds: holds.filter((other) => other !== asked),
  });
}

function withRecording(context: CallContext, isRecording: boolean): CallContext {
  return withLine(context, { isRecording });
}

function withLine(context: CallContext, change: Partial<LineFacts>): CallContext {
  return { ...context, line: { ...context.line, ...change } };
}
