/** An event of a call as a carrier reports it. */
import type { EngineEvent, PlatformEvent, ProjectId, VoiceId } from '../../call/index.ts';

/** An event, with the project that it belongs to and what identifies its call. */
export interface Arrival {
  project: ProjectId;
  /** Name of the carrier that reports it; absent: the platform. */
  carrier?: string;
  /** A carrier that accepts a play before it looks for the sound reports the failure as an event. */
  event: PlatformEvent | Extract<EngineEvent, { type: 'command_failed' }>;
  voiceId?: VoiceId;
  /** The broadcast of the call or, without a call, of the notification. */
  broadcastId?: string;
  /** Our id of an outbound call, from its hook's address or its `owner_ref`. */
  callHint?: string;
  from?: string;
  to?: string;
  /** SIP headers of an inbound call that the carrier is configured to read, as the caller wrote them. */
  headers?: Readonly<Record<string, string>>;
  /** Identifies repetitions of the same event. */
  key?: string;
}
