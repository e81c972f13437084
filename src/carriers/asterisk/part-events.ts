/** Reads events of the channels that belong to a call: its party and its stream. */
import type { AriChannel, AriEvent } from './ari-event.ts';
import { toArrival } from './arrivals.ts';
import { describeHangup, toEndReason, toHangup, toPartyEndReason } from './causes.ts';
import { parseName, toPartName, type ParsedName } from './names.ts';
import type { Reading } from './reading.ts';
import {
  addToBridge,
  endBridge,
  endChannel,
  join,
  startRinging,
  stopPlay,
  stopRinging,
  type Steps,
} from './steps.ts';
import { listStreams, type CallTracker, type Tracked } from './tracker.ts';

type Place = Pick<ParsedName, 'call' | 'command'>;

/** Reads an event of a channel that a command made. Where the call has ended the channel ends too. */
export function readPartEvent(
  event: AriEvent,
  channel: AriChannel,
  { name, tracker }: { name: ParsedName; tracker: CallTracker },
): Reading {
  const isOver = event.type === 'ChannelDestroyed' || event.type === 'StasisEnd';
  if (tracker.hasEnded(name.call)) return isOver ? {} : { meanwhile: [endChannel(channel.id)] };
  const tracked = tracker.find(name.call);
  if (isOver) tracked?.parts.delete(channel.id);
  else tracked?.parts.add(channel.id);
  if (name.part === 'party') return readParty(event, channel, { name, tracker });
  return name.part === 'stream' ? readStream(event, channel, { name, tracked }) : {};
}

function readParty(
  event: AriEvent,
  channel: AriChannel,
  { name, tracker }: { name: Place; tracker: CallTracker },
): Reading {
  const [kind, , caller] = event.args;
  if (isLate(channel, tracker.find(name.call)) && event.type !== 'ChannelDestroyed')
    return { meanwhile: [endChannel(channel.id)] };
  const isAnswered = event.type === 'StasisStart' && kind === 'party' && caller !== undefined;
  if (isAnswered) return readPartyAnswer(event, channel, { name, tracked: tracker.track(name.call, caller) });
  const subject = { call: name.call, id: channel.id };
  if (event.type === 'Dial' && event.dialStatus === 'RINGING')
    return {
      call: name.call,
      meanwhile: ringBack(tracker.find(name.call)),
      arrival: toArrival(event, subject, { type: 'bridging', command: name.command }),
    };
  if (event.type !== 'ChannelDestroyed') return {};
  return readPartyEnd(event, channel, { name, tracked: tracker.find(name.call) });
}

/** Maximum time from an answer until the last request to call another party has reached Asterisk, ms. */
const IN_FLIGHT_MS = 1_000;

/** True for a party that was called before another one answered. One that is called afterwards takes its place. */
function isLate({ id, createdAt = Infinity }: AriChannel, tracked: Tracked | undefined): boolean {
  const { party, answeredAt } = tracked ?? {};
  return (
    party !== undefined && party !== id && answeredAt !== undefined && createdAt < answeredAt + IN_FLIGHT_MS
  );
}

/** EVENTS-2: the call learns of its party when they hear each other. Nobody else rings then. */
function readPartyAnswer(
  event: AriEvent,
  { id }: AriChannel,
  { name: { call, command }, tracked }: { name: Place; tracked: Tracked },
): Reading {
  tracked.party = id;
  tracked.answeredAt = Date.parse(event.timestamp);
  tracked.parts.add(id);
  const channels = [tracked.channel, id, ...listStreams(tracked)];
  return {
    call,
    before: [
      ...stopHeard(tracked),
      stopRinging(tracked.channel),
      ...join(toPartName(command, 'bridge'), channels),
    ],
    otherwise: [endChannel(id)],
    meanwhile: [listOtherParties(tracked, id).map((other) => endChannel(other))],
    arrival: toArrival(event, { call, id }, { type: 'bridged', command }),
  };
}

/** EVENTS-2: the call leaves the bridge before it learns of the end, so that it can go on. */
function readPartyEnd(
  event: AriEvent,
  { id, state }: AriChannel,
  { name: { call, command }, tracked }: { name: Place; tracked: Tracked | undefined },
): Reading {
  if (tracked?.party === id) delete tracked.party;
  const hasTalked = state === 'Up';
  const hangup = toHangup(event);
  const end = { reason: toPartyEndReason(hangup, hasTalked), ...describeHangup(hangup) };
  return {
    call,
    before: hasTalked ? endTalk(command, tracked) : stopRingBack(tracked, id),
    arrival: toArrival(event, { call, id }, { type: 'unbridged', ...end, command }),
  };
}

function endTalk(command: Place['command'], tracked: Tracked | undefined): Steps {
  const pulse = toPartName(command, 'pulse');
  const end = endBridge(toPartName(command, 'bridge'));
  return tracked?.parts.has(pulse) === true ? [end, endChannel(pulse)] : [end];
}

function readStream(
  event: AriEvent,
  { id }: AriChannel,
  { name: { call, command }, tracked }: { name: Place; tracked: Tracked | undefined },
): Reading {
  if (event.type === 'StasisStart' && tracked !== undefined)
    return { call, before: joinStream(tracked, id), otherwise: [endChannel(id)] };
  if (event.type !== 'ChannelDestroyed') return {};
  const hangup = toHangup(event);
  const end = { failed: toEndReason(hangup) !== 'normal', ...describeHangup(hangup) };
  return {
    call,
    before: [endBridge(toPartName(command, 'bridge'))],
    arrival: toArrival(event, { call, id }, { type: 'stream_ended', ...end }),
  };
}

/** Asterisk gives callers who have been answered no tone of its own while their party rings. */
function ringBack(tracked: Tracked | undefined): Steps {
  return tracked === undefined || tracked.isPlaying ? [] : [startRinging(tracked.channel)];
}

/** Stops the tone unless another party rings. */
function stopRingBack(tracked: Tracked | undefined, party: string): Steps {
  if (tracked === undefined || listOtherParties(tracked, party).length > 0) return [];
  return [stopRinging(tracked.channel)];
}

function listOtherParties({ parts }: Tracked, party: string): string[] {
  return [...parts].filter((part) => part !== party && parseName(part)?.part === 'party');
}

/** Ends what the channel hears: Asterisk would join it with others only afterwards. */
function stopHeard({ play, isPlaying }: Tracked): Steps {
  return isPlaying && play !== undefined ? [stopPlay(play)] : [];
}

/** Joins a stream with the call: in the bridge of its party, else in one of their own. */
function joinStream({ channel, party }: Tracked, stream: string): Steps {
  const command = parseName(party ?? stream)?.command;
  if (command === undefined) return [];
  const bridge = toPartName(command, 'bridge');
  return party === undefined ? join(bridge, [channel, stream]) : [addToBridge(bridge, [stream])];
}
