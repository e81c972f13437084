/**
 * How far a call has come on the platform, and which notifications still mean something (R2, I5). What comes late, twice or
 * out of order is told apart here, before the flow's machine sees it.
 *
 * L1 The leg only moves forward, but for two steps back: a bridge ends, and a refused accept leaves the call ringing.
 * L2 Of a bridge only one refusal tells: a play that cannot be heard for one (6112), while a party may still answer, says
 *    that it has. A recording that cannot begin without one tells of no end; `unbridged` does.
 * L3 A conversation begins once: after word of its end that of its beginning moves nothing, until a party is asked for anew.
 */
import { commandTraits } from './commands.ts';
import type { CallEvent } from './events.ts';
import { commandNumber } from './ids.ts';
import { isIgnored } from './notes.ts';
import type { Ignored } from './notes.ts';
import type { CallContext, Leg } from './record.ts';
import type { TraceEntry } from './trace.ts';

/** Either news, with the leg it moves the call to, or an event that moves nothing, with the reason. */
export type Reading = { news: true; leg: Leg } | { news: false; note: Ignored };

/** Reads an event against what is known of the call. */
export function read(context: CallContext, event: CallEvent): Reading {
  const { leg } = context;
  if (event.type === 'command_failed') return readFailure(context, event);
  if (event.type === 'dialed' || event.type === 'command_taken' || event.type === 'wake')
    return { news: true, leg };
  if (event.type === 'command_done' || event.type === 'delivery') return ofThisVisit(context, event.number);
  if (event.type === 'recording' || event.type === 'message') return { news: true, leg };
  if (event.type === 'answered')
    return event.visit === context.visit.number
      ? { news: true, leg }
      : ignored({ kind: 'ignored', why: 'visit_over', visit: event.visit });
  if (leg === 'ended') return ignored(CALL_ENDED);
  switch (event.type) {
    case 'incoming':
    case 'placed':
      return ignored({ kind: 'ignored', why: 'call_known' });
    case 'ringing':
    case 'initiated':
    case 'bridging':
    case 'broadcast_complete':
      return ignored({ kind: 'ignored', why: 'routine' });
    case 'unknown':
      return ignored({ kind: 'ignored', why: 'unused', state: event.state });
    case 'connected':
      return isAnswered(leg)
        ? ignored({ kind: 'ignored', why: 'connected' })
        : { news: true, leg: 'connected' };
    case 'played':
    case 'silence':
    case 'speech':
      return ofCurrentPlay(context, event.promptRef);
    case 'digits':
      return ofCurrentVisit(context, event.promptRef);
    case 'stream_ended':
      return ofCurrentStream(context);
    case 'bridge_digits':
    case 'hang_up':
      return { news: true, leg };
    case 'joined':
      return { news: true, leg: answered(leg) };
    case 'bridged':
      if (leg === 'bridged') return ignored({ kind: 'ignored', why: 'bridged' });
      return { news: true, leg: context.line.isPartyGone ? leg : 'bridged' };
    case 'unbridged':
      return { news: true, leg: 'connected' };
    case 'disconnected':
      return { news: true, leg: 'ended' };
  }
}

/** True when the event can only have come from a call that is answered, so that a missing `connected` is made up for. */
export function impliesAnswer({ type }: CallEvent): boolean {
  return OF_ANSWERED_CALLS.includes(type);
}

const OF_ANSWERED_CALLS: readonly CallEvent['type'][] = [
  'played',
  'silence',
  'digits',
  'speech',
  'joined',
  'bridged',
  'unbridged',
];

/** True when two people began to talk with this event: the platform said so, or refused a command because they do. */
export function beginsConversation({ event, notes }: Pick<TraceEntry, 'event' | 'notes'>): boolean {
  if (event.type === 'bridged') return !notes.some((note) => isIgnored(note));
  return notes.some(({ kind }) => kind === 'bridged_by_refusal');
}

export function isAnswered(leg: Leg): boolean {
  return leg === 'connected' || leg === 'bridged';
}

/** The end of a play means the play being heard; that of an earlier one is late. */
function ofCurrentPlay({ call, playing, leg }: CallContext, promptRef: string | undefined): Reading {
  const number = promptRef === undefined ? undefined : commandNumber(call.id, promptRef);
  if (number !== undefined && number !== playing?.command)
    return ignored({ kind: 'ignored', why: 'play_over', play: number });
  return { news: true, leg: answered(leg) };
}

/** Keys belong to the visit whose plays asked for them, whichever of them listened. */
function ofCurrentVisit({ call, visit, leg }: CallContext, promptRef: string | undefined): Reading {
  const number = promptRef === undefined ? undefined : commandNumber(call.id, promptRef);
  if (number !== undefined && number < visit.firstCommand)
    return ignored({ kind: 'ignored', why: 'earlier_play', play: number, visit: visit.number });
  return { news: true, leg: answered(leg) };
}

/** The end of a stream that was stopped before this visit is late: the one that is heard now goes on. */
function ofCurrentStream({ line, visit, leg }: CallContext): Reading {
  const [stop] = line.streamStops;
  if (stop === undefined || stop >= visit.firstCommand) return { news: true, leg };
  return ignored({ kind: 'ignored', why: 'stream_stopped', command: stop });
}

type Refusal = Extract<CallEvent, { type: 'command_failed' }>;

function readFailure(context: CallContext, event: Refusal): Reading {
  const { leg } = context;
  if (leg === 'ended' && commandTraits[event.kind].needsLine) return ignored(CALL_ENDED);
  if (event.kind === 'dial') return leg === 'ended' ? ignored(CALL_ENDED) : { news: true, leg: 'ended' };
  if (event.failure.callEnded && leg !== 'ended') return { news: true, leg };
  // A filler may be refused after the next attempt at its web service has begun another visit.
  const isHeardNow = event.kind === 'play' && event.number === context.playing?.command;
  const reading: Reading = isHeardNow ? { news: true, leg } : ofThisVisit(context, event.number);
  return reading.news ? { news: true, leg: afterRefusal(context, event) } : reading;
}

/** The platform's code for a play that cannot be heard because two people talk (voice.md 7.3). */
export const UNHEARD_ON_BRIDGE = '6112';

function afterRefusal(context: CallContext, { kind, failure: { code } }: Refusal): Leg {
  const { leg } = context;
  // A call that could not be accepted rings on: whoever speaks next tries again.
  if (kind === 'accept' && leg === 'accepting') return 'ringing';
  const hasAnswered = kind === 'play' && code === UNHEARD_ON_BRIDGE && isPartyExpected(context);
  return hasAnswered && isAnswered(leg) ? 'bridged' : leg;
}

/** True while somebody may answer for whom this flow, or one that waits for it, has asked. */
function isPartyExpected({ tried, frames }: CallContext): boolean {
  return tried !== '' || frames.some((frame) => frame.tried !== '');
}

/** What comes of a command means the visit that sent it (R2). */
function ofThisVisit({ leg, visit }: CallContext, number: number): Reading {
  if (number >= visit.firstCommand) return { news: true, leg };
  return ignored({ kind: 'ignored', why: 'earlier_command', command: number, visit: visit.number });
}

function answered(leg: Leg): Leg {
  return isAnswered(leg) ? leg : 'connected';
}

const CALL_ENDED: Ignored = { kind: 'ignored', why: 'call_ended' };

function ignored(note: Ignored): Reading {
  return { news: false, note };
}
