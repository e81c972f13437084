/** Makes the events of calls that Asterisk's events report. */
import { commandNumber, voiceId } from '../../call/index.ts';
import type { CallId, CommandId } from '../../call/index.ts';
import type { Arrival } from '../../engine/ports/index.ts';
import type { AriEvent } from './ari-event.ts';

/** An event of a call, for the project of the carrier. */
export type CarrierArrival = Omit<Arrival, 'project'>;

/** Where an event belongs. */
interface Subject {
  call: CallId;
  /** What the event is about: a channel, a play, a recording; distinguishes events of one moment. */
  id: string;
  /** The call's own channel, if the event has it. */
  channel?: string;
}

/** Returns an arrival. Asterisk repeats no event, but the same event may be read twice when a socket was lost. */
export function toArrival(
  { asteriskId, type, timestamp }: Pick<AriEvent, 'asteriskId' | 'type' | 'timestamp'>,
  { call, id, channel }: Subject,
  event: Arrival['event'],
): CarrierArrival {
  return {
    event,
    callHint: call,
    key: `${asteriskId}/${type}/${id}/${timestamp}`,
    ...(channel !== undefined && { voiceId: voiceId(channel) }),
  };
}

/** Returns the failure of a play that Asterisk had accepted: it found no such sound. */
export function toFailedPlay(call: CallId, command: CommandId): Arrival['event'] {
  const failure = {
    code: 'no_media',
    message: 'Asterisk could not play the sound: it cannot read the file or load the address',
    callEnded: false,
  };
  return { type: 'command_failed', number: commandNumber(call, command) ?? 0, kind: 'play', failure };
}
