/** Tracks recording, hold, streams and parties of a call, independently of its flow. */
import type { CallEvent, EndReason } from './events.ts';
import { commandNumber } from './ids.ts';
import { findEarlierParty } from './leg.ts';
import type { CallContext, LineFacts } from './record.ts';

/** Updates the line after an event, whichever visit the event belongs to. */
export function updateLine(context: CallContext, event: CallEvent): CallContext {
  // After the end of a call only its recordings matter.
  if (context.leg === 'ended' && event.type !== 'recording') return context;
  switch (event.type) {
    case 'recording':
      // A message in which nobody spoke is nothing to listen to.
      return setRecordingUrl(updateRecording(context, event), event.speechMs === 0 ? undefined : event.url);
    case 'disconnected':
      return setRecordingUrl(context, event.recordingUrl);
    case 'stream_ended':
      return endStream(context);
    case 'bridged':
      return context.leg === 'bridged' ? markConversation(context) : beginConversation(context, event);
    case 'unbridged':
      return findEarlierParty(context, event) === undefined
        ? endConversation(context, event.reason)
        : changeLine(context, { ringing: Math.max(0, context.line.ringing - 1) });
    case 'command_done':
      return event.kind === 'hold' ? settleHold(context, event) : context;
    case 'command_failed':
      return undoCommand(context, event);
    default:
      return context;
  }
}

/** The party that talks need not be the one that was called last. */
function beginConversation(
  context: CallContext,
  event: Extract<CallEvent, { type: 'bridged' }>,
): CallContext {
  if (context.line.isPartyGone) return markConversation(removeAllParties(context));
  const party = findEarlierParty(context, event);
  return markConversation(party === undefined ? context : changeLine(context, { party }));
}

/** Records that a conversation has begun. */
export function markConversation(context: CallContext): CallContext {
  return context.line.hasTalked ? context : changeLine(context, { hasTalked: true });
}

function setRecordingUrl(context: CallContext, recordingUrl: string | undefined): CallContext {
  return recordingUrl === undefined ? context : { ...context, call: { ...context.call, recordingUrl } };
}

/** Ends a conversation or an attempt to reach a party; a normal end without a beginning may be either (ADR 0012). */
function endConversation(context: CallContext, reason: EndReason): CallContext {
  if (context.leg === 'bridged') return removeAllParties(context);
  return reason === 'normal' ? changeLine(context, { isPartyGone: true }) : removeParty(context);
}

function removeParty(context: CallContext): CallContext {
  const { ringing } = context.line;
  return ringing > 1 ? changeLine(context, { ringing: ringing - 1 }) : removeAllParties(context);
}

/** Removes all parties that may still answer, for this flow and those that wait for it. */
function removeAllParties(context: CallContext): CallContext {
  const frames = context.frames.map((frame) => ({ ...frame, tried: '' }));
  const { party: _gone, ...line } = context.line;
  return { ...context, line: { ...line, ringing: 0, isPartyGone: true }, tried: '', frames };
}

/** Corrects the line after a refusal: a recording did not start, a party was not dialled, a stream had ended before. */
function undoCommand(
  context: CallContext,
  event: Extract<CallEvent, { type: 'command_failed' }>,
): CallContext {
  const { kind, number, failure } = event;
  if (kind === 'record_message') return removeMessage(context);
  if (kind === 'stream') return removeStream(context);
  if (kind === 'record') return endRecording(context, failure.means === 'already_recording');
  if (kind === 'hold') return settleHold(context, event);
  if (kind === 'connect') return removeParty(context);
  if (kind !== 'stop_stream') return context;
  return changeLine(context, { streamStops: context.line.streamStops.filter((stop) => stop !== number) });
}

/** Settles a hold command: the call is held as it wanted if it was carried out, else as before. */
function settleHold(
  context: CallContext,
  { type, number }: { type: 'command_done' | 'command_failed'; number: number },
): CallContext {
  const { isHeld, holds } = context.line;
  const asked = holds.find(({ command }) => command === number);
  return changeLine(context, {
    isHeld: type === 'command_done' && asked !== undefined ? asked.hold : isHeld,
    holds: holds.filter((other) => other !== asked),
  });
}

/** Tells a message of the caller from a recording of the conversation. */
function updateRecording(
  context: CallContext,
  { state, command }: Extract<CallEvent, { type: 'recording' }>,
): CallContext {
  const { voicemail } = context.line;
  const isMessage =
    voicemail !== undefined &&
    (command === undefined || commandNumber(context.call.id, command) === voicemail);
  if (isMessage) return state === 'started' ? context : removeMessage(context);
  return state === 'started' ? changeLine(context, { isRecording: true }) : endRecording(context);
}

function removeMessage(context: CallContext): CallContext {
  const { voicemail: _over, ...line } = context.line;
  return { ...context, line };
}

/** Ends the stream that was stopped first, else the one in progress. */
function endStream(context: CallContext): CallContext {
  const { stream = 0, streamStops } = context.line;
  const [stop = Infinity, ...later] = streamStops;
  return changeLine(stream < stop ? removeStream(context) : context, { streamStops: later });
}

function removeStream(context: CallContext): CallContext {
  const { stream: _over, ...line } = context.line;
  return { ...context, line };
}

/** Ends the recording of a conversation; another one may be in progress. */
function endRecording(context: CallContext, isRecording = false): CallContext {
  const { recording: _over, ...line } = context.line;
  return { ...context, line: { ...line, isRecording } };
}

function changeLine(context: CallContext, change: Partial<LineFacts>): CallContext {
  return { ...context, line: { ...context.line, ...change } };
}
