/**
 * Tracks the state of a call on the platform, its leg, and sorts out events that are late, repeated or out of order before
 * the flow's machine sees them (R2, I5).
 *
 * LEG-1 The leg only moves forward, with two exceptions: a bridge ends, and a refused accept leaves the call ringing.
 * LEG-2 Only one refusal implies a bridge: a play that two talking people would not hear, while a party may still
 *    answer. A refused recording does not imply the end of a bridge; `unbridged` does.
 * LEG-3 A conversation begins once: after `unbridged`, a late `bridged` changes nothing until the flow calls a party again.
 */
import { commandTraits } from './commands.ts';
import type { CallEvent } from './events.ts';
import { commandNumber, type CommandId } from './ids.ts';
import { isIgnored, type Ignored } from './notes.ts';
import type { CallContext, Leg } from './record.ts';
import type { TraceEntry } from './trace.ts';

/** Either news, with the leg that the call moves to, or an event that changes nothing, with the reason. */
type Reading = { news: true; leg: Leg } | { news: false; note: Ignored };

/** Events that concern a call only until it has ended. */
type Notification = Exclude<
  CallEvent,
  {
    type:
      | 'command_failed'
      | 'dialed'
      | 'command_taken'
      | 'wake'
      | 'command_done'
      | 'delivery'
      | 'recording'
      | 'message'
      | 'answered';
  }
>;

/** Compares an event with the state of the call. Never reads the flow, so that every version reads events alike. */
export function readEvent(context: CallContext, event: CallEvent): Reading {
  const { leg } = context;
  if (event.type === 'command_failed') return readFailure(context, event);
  if (event.type === 'dialed' || event.type === 'command_taken' || event.type === 'wake')
    return { news: true, leg };
  if (event.type === 'command_done' || event.type === 'delivery')
    return readCommandResult(context, event.number);
  if (event.type === 'recording' || event.type === 'message') return { news: true, leg };
  if (event.type === 'answered')
    return event.visit === context.visit.number
      ? { news: true, leg }
      : toIgnored({ kind: 'ignored', why: 'visit_over', visit: event.visit });
  return leg === 'ended' ? toIgnored(CALL_ENDED) : readNotification(context, event);
}

function readNotification(context: CallContext, event: Notification): Reading {
  const { leg } = context;
  switch (event.type) {
    case 'incoming':
    case 'placed':
      return toIgnored({ kind: 'ignored', why: 'call_known' });
    case 'ringing':
    case 'initiated':
    case 'bridging':
    case 'broadcast_complete':
      return toIgnored({ kind: 'ignored', why: 'routine' });
    case 'unknown':
      return toIgnored({ kind: 'ignored', why: 'unused', state: event.state });
    case 'connected':
      return isAnswered(leg)
        ? toIgnored({ kind: 'ignored', why: 'connected' })
        : { news: true, leg: 'connected' };
    case 'played':
    case 'silence':
    case 'speech':
      return readPlayEnd(context, event.promptRef);
    case 'digits':
      return readKeys(context, event.promptRef);
    case 'stream_ended':
      return readStreamEnd(context);
    case 'bridge_digits':
    case 'hang_up':
      return { news: true, leg };
    case 'joined':
      return { news: true, leg: toAnswered(leg) };
    case 'bridged':
      if (leg === 'bridged') return toIgnored({ kind: 'ignored', why: 'bridged' });
      return { news: true, leg: context.line.isPartyGone ? leg : 'bridged' };
    case 'unbridged': {
      const party = findEarlierParty(context, event);
      return party === undefined
        ? { news: true, leg: 'connected' }
        : toIgnored({ kind: 'ignored', why: 'earlier_party', party });
    }
    case 'disconnected':
      return { news: true, leg: 'ended' };
  }
}

/** Returns the number of the command that called a party, unless it is the last one or the carrier does not tell. */
export function findEarlierParty(
  { call, line }: Pick<CallContext, 'call' | 'line'>,
  { command }: { command?: CommandId },
): number | undefined {
  const number = command === undefined ? undefined : commandNumber(call.id, command);
  return number === line.party ? undefined : number;
}

/** True when only an answered call can send the event; it then stands in for a lost `connected`. */
export function impliesAnswer({ type }: CallEvent): boolean {
  return EVENTS_OF_ANSWERED_CALLS.includes(type);
}

const EVENTS_OF_ANSWERED_CALLS: readonly CallEvent['type'][] = [
  'played',
  'silence',
  'digits',
  'speech',
  'joined',
  'bridged',
  'unbridged',
];

/** True when a conversation began with this event: the platform notified it, or refused a command because of it. */
export function beginsConversation({ event, notes }: Pick<TraceEntry, 'event' | 'notes'>): boolean {
  if (event.type === 'bridged') return !notes.some((note) => isIgnored(note));
  return notes.some(({ kind }) => kind === 'bridged_by_refusal');
}

export function isAnswered(leg: Leg): boolean {
  return leg === 'connected' || leg === 'bridged';
}

/** Accepts the end of the current play; the end of an earlier one is late. */
function readPlayEnd({ call, playing, leg }: CallContext, promptRef: string | undefined): Reading {
  const number = promptRef === undefined ? undefined : commandNumber(call.id, promptRef);
  if (number !== undefined && number !== playing?.command)
    return toIgnored({ kind: 'ignored', why: 'play_over', play: number });
  return { news: true, leg: toAnswered(leg) };
}

/** Accepts keys for any play of the current visit; keys for an earlier visit are late. */
function readKeys({ call, visit, leg }: CallContext, promptRef: string | undefined): Reading {
  const number = promptRef === undefined ? undefined : commandNumber(call.id, promptRef);
  if (number !== undefined && number < visit.firstCommand)
    return toIgnored({ kind: 'ignored', why: 'earlier_play', play: number, visit: visit.number });
  return { news: true, leg: toAnswered(leg) };
}

/** Ignores the end of a stream that was stopped before this visit; the current stream goes on. */
function readStreamEnd({ line, visit, leg }: CallContext): Reading {
  const [stop] = line.streamStops;
  if (stop === undefined || stop >= visit.firstCommand) return { news: true, leg };
  return toIgnored({ kind: 'ignored', why: 'stream_stopped', command: stop });
}

type Refusal = Extract<CallEvent, { type: 'command_failed' }>;

function readFailure(context: CallContext, event: Refusal): Reading {
  const { leg } = context;
  if (leg === 'ended' && commandTraits[event.kind].needsLine) return toIgnored(CALL_ENDED);
  if (event.kind === 'dial') return leg === 'ended' ? toIgnored(CALL_ENDED) : { news: true, leg: 'ended' };
  if (event.failure.callEnded && leg !== 'ended') return { news: true, leg };
  // A filler may be refused after a retry of its web request has begun another visit.
  const isHeardNow = event.kind === 'play' && event.number === context.playing?.command;
  const reading: Reading = isHeardNow ? { news: true, leg } : readCommandResult(context, event.number);
  return reading.news ? { news: true, leg: findLegAfterRefusal(context, event) } : reading;
}

function findLegAfterRefusal(context: CallContext, { kind, failure: { means } }: Refusal): Leg {
  const { leg } = context;
  // A call that could not be accepted keeps ringing: the next step that speaks accepts it again.
  if (kind === 'accept' && leg === 'accepting') return 'ringing';
  const hasAnswered = kind === 'play' && means === 'party_talks' && isPartyExpected(context);
  return hasAnswered && isAnswered(leg) ? 'bridged' : leg;
}

/** True while a party that this flow, or one that waits for it, has called may still answer. */
function isPartyExpected({ tried, frames }: CallContext): boolean {
  return tried !== '' || frames.some((frame) => frame.tried !== '');
}

/** Accepts results of commands of the current visit; results of earlier visits are late (R2). */
function readCommandResult({ leg, visit }: CallContext, number: number): Reading {
  if (number >= visit.firstCommand) return { news: true, leg };
  return toIgnored({ kind: 'ignored', why: 'earlier_command', command: number, visit: visit.number });
}

function toAnswered(leg: Leg): Leg {
  return isAnswered(leg) ? leg : 'connected';
}

const CALL_ENDED: Ignored = { kind: 'ignored', why: 'call_ended' };

function toIgnored(note: Ignored): Reading {
  return { news: false, note };
}
