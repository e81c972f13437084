/**
 * What Asterisk's events do not repeat: what a channel plays, with whom it talks, why it was hung up.
 *
 * Owns nothing that lasts: after a lost socket `restore` derives it from the live calls. Does not own the state of calls.
 *
 * TRACKER-1 A call that has ended is not tracked again; what appears for it later is removed.
 */
import type { CallId, CommandId } from '../../call/index.ts';
import type { LiveCall } from '../../engine/ports/index.ts';
import type { CarrierArrival } from './arrivals.ts';
import type { Hangup } from './causes.ts';
import { parseName, toChannelId, toKeyedPlayName, toName, toPartName } from './names.ts';

/** What is known of a call besides its record. */
export interface Tracked {
  channel: string;
  /** The play heard last, or now. */
  play?: string;
  isPlaying: boolean;
  /** The channel of the party that it talks with. */
  party?: string;
  /** When that party answered, ms since the epoch; absent after a lost socket. */
  answeredAt?: number;
  /** Channels that belong to it. */
  parts: Set<string>;
  /** Name of the recording in progress. */
  recording?: string;
  hangup?: Hangup;
  /** The play whose answer may be in words. */
  listening?: Listening;
}

interface Listening {
  command: CommandId;
  /** Time for the answer to begin after the play, ms. */
  withinMs: number;
  language?: string;
  /** True when the answer is recorded and recognised. */
  hears: boolean;
  isTalking: boolean;
}

/** Number of ended calls that are remembered. */
const MAX_ENDED = 1_000;

export class CallTracker {
  readonly #calls = new Map<CallId, Tracked>();
  readonly #ended = new Set<CallId>();
  /** Ends of calls that wait for a recording, by its name. */
  readonly #heldEnds = new Map<string, CarrierArrival>();

  /** Takes over calls that began before this process or connection. */
  restore(live: readonly LiveCall[]): void {
    for (const call of live) this.#calls.set(call.call, toTracked(call));
  }

  find(call: CallId): Tracked | undefined {
    return this.#calls.get(call);
  }

  hasEnded(call: CallId): boolean {
    return this.#ended.has(call);
  }

  /** Returns what is known of a call, which begins with its first event. */
  track(call: CallId, channel: string): Tracked {
    const known = this.#calls.get(call);
    if (known !== undefined) return known;
    const tracked: Tracked = { channel, isPlaying: false, parts: new Set() };
    if (!this.#ended.has(call)) this.#calls.set(call, tracked);
    return tracked;
  }

  /** Notes the recording in progress; undefined when it has ended. A call has one at a time. */
  trackRecording(call: CallId, recording: string | undefined): void {
    const tracked = this.#calls.get(call);
    if (recording !== undefined && tracked !== undefined) tracked.recording = recording;
    else delete tracked?.recording;
  }

  /** Forgets a call that has ended, and returns what was known of it. */
  end(call: CallId): Tracked | undefined {
    const tracked = this.#calls.get(call);
    this.#calls.delete(call);
    this.#ended.add(call);
    const [oldest] = this.#ended;
    if (this.#ended.size > MAX_ENDED && oldest !== undefined) this.#ended.delete(oldest);
    return tracked;
  }

  /** Keeps the end of a call until its recording has ended. */
  holdEnd(recording: string, end: CarrierArrival): void {
    this.#heldEnds.set(recording, end);
  }

  /** Returns the end that waited for a recording, once. */
  releaseEnd(recording: string): CarrierArrival | undefined {
    const end = this.#heldEnds.get(recording);
    this.#heldEnds.delete(recording);
    return end;
  }
}

function toTracked({ call, voiceId, leg, playing, party, stream, recording }: LiveCall): Tracked {
  const tracked: Tracked = { channel: toChannelId({ call, voiceId }), isPlaying: false, parts: new Set() };
  const partyChannel = party && toPartName(party, 'party');
  // Whether a key ends the play is not known: ending one that does not exist does no harm.
  if (playing !== undefined) Object.assign(tracked, { play: toKeyedPlayName(playing), isPlaying: true });
  if (partyChannel !== undefined) tracked.parts.add(partyChannel);
  if (partyChannel !== undefined && leg === 'bridged') tracked.party = partyChannel;
  if (stream !== undefined) tracked.parts.add(toPartName(stream, 'stream'));
  if (recording !== undefined) tracked.recording = toName(recording);
  return tracked;
}

/** Returns the channels of the call's streams. */
export function listStreams({ parts }: Tracked): string[] {
  return [...parts].filter((part) => parseName(part)?.part === 'stream');
}
