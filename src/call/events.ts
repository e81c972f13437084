/**
 * Events of a call. Notifications of the platform are already parsed (platform/wire/), so nothing here has the platform's
 * form. Every event carries the time at which it was received, so `advance` needs no clock and a replay gives the same
 * result (I2).
 */
import type { CommandAnswer, CommandKind } from './commands.ts';
import type { WebAnswer } from './web.ts';
import type { CommandId, VoiceId } from './ids.ts';

/** Reason for the end of a call, or for a call that never began. `unknown` when the platform gave none. */
export type EndReason = 'normal' | 'busy' | 'no_answer' | 'rejected' | 'failed' | 'unknown';

/** What a carrier means by a refusal, where the call decides by it. */
export type RefusalMeaning =
  /** A play that two talking people would not hear. */
  | 'party_talks'
  /** Something that needs a bridge. */
  | 'not_bridged'
  | 'already_recording'
  /** Another recording has the name. */
  | 'name_taken'
  /** An earlier play is not over. */
  | 'busy_with_play';

/** A refusal or failure of the carrier, as far as a flow can route it. */
export interface CommandFailure {
  /** The carrier's code as it was sent (`6128`, `CALL_ALREADY_ENDED`), or ours: `timeout`, `unreachable`. For people. */
  code: string;
  /** For people: what the carrier said. */
  message: string;
  /** The carrier considers the call ended: not a failure of the flow. */
  callEnded: boolean;
  means?: RefusalMeaning;
}

/** Delivery status of one message. */
export interface Delivery {
  to: string;
  status: 'sent' | 'delivered' | 'failed' | 'unknown';
  /** The platform's reason for a failure: its code, and a text for people. */
  code?: string;
  detail?: string;
}

export type PlatformEvent =
  /** An inbound call rings. Begins a call; for a known call it is a duplicate. */
  | { type: 'incoming' }
  /** The destination of an outbound call rings. Only kept in the trace. */
  | { type: 'ringing' }
  /** The platform has begun to dial or to play. Starts the deadlines of a play (held-deadlines.ts). */
  | { type: 'initiated'; promptRef?: string }
  /** The call is answered. */
  | { type: 'connected' }
  /** A play has ended. */
  | { type: 'played'; promptRef?: string }
  /** Keys before a bridge. `lossy`: they came as a JSON number, so leading zeros may be missing (R9). */
  | { type: 'digits'; digits: string; lossy: boolean; promptRef?: string }
  /** A listening play ended and the platform's own window for keys passed (`menutimeout`). */
  | { type: 'silence'; promptRef?: string }
  /** Keys on a bridged call (`dtmfcollected`). */
  | { type: 'bridge_digits'; digits: string; lossy: boolean }
  /** The second party is being reached. Only kept in the trace. `command` called it, where the carrier tells. */
  | { type: 'bridging'; command?: CommandId }
  /** The second party answered. `command` called it, where the carrier tells. */
  | { type: 'bridged'; command?: CommandId }
  /**
   * The bridge ended, or the second party was never reached; `reason` tells which. `command` called it, where the carrier
   * tells: the end of a party that another one has replaced changes nothing.
   */
  | { type: 'unbridged'; reason: EndReason; detail?: string; command?: CommandId }
  /**
   * The call ended, or attempt number `attempt` to place it. `detail` is the platform's own word, `errorCode` its code
   * where it ended the call by itself; durations in seconds, which need not be whole. `isInferred`: nobody reported the end,
   * the carrier no longer knows the call.
   */
  | {
      type: 'disconnected';
      reason: EndReason;
      detail?: string;
      errorCode?: string;
      durationS?: number;
      recordingUrl?: string;
      recordingDurationS?: number;
      attempt?: number;
      isInferred?: true;
    }
  /**
   * State of a recording; `url` serves it with the project's credentials. `command` started it, `speechMs` is how long somebody
   * spoke, where the carrier knows. May come twice.
   */
  | {
      type: 'recording';
      state: 'started' | 'completed' | 'failed';
      url?: string;
      detail?: string;
      command?: CommandId;
      speechMs?: number;
    }
  /** The call's audio is no longer streamed; `failed`: the connection failed or was lost. */
  | { type: 'stream_ended'; failed: boolean; detail?: string }
  /** The call is in the video room. */
  | { type: 'joined' }
  /** Every call of a broadcast has ended. Concerns no single call. */
  | { type: 'broadcast_complete' }
  /** Speech was recognised (`text`), was not, or nobody spoke in time. */
  | { type: 'speech'; heard: 'recognized' | 'unrecognized' | 'timeout'; text: string; promptRef?: string }
  /** A message came in from the caller's number. */
  | { type: 'message'; from: string; text: string }
  /** Delivery reports of messages that command `number` sent. */
  | { type: 'delivery'; number: number; reports: Delivery[] }
  /** A notification that Ringflow does not know or use. Kept in the trace, changes nothing (I5). */
  | { type: 'unknown'; state: string };

export type EngineEvent =
  /** We place an outbound call. Begins a call. */
  | { type: 'placed' }
  /** The platform accepted a `dial` and gave the call its id. */
  | { type: 'dialed'; voiceId: VoiceId }
  /**
   * The platform accepted command `number`, one that `startsClock`, at `takenAt` (ms since the epoch). Sent when no
   * notification about the command has come by the time it is settled.
   */
  | { type: 'command_taken'; number: number; takenAt: number; tellsEnd?: true }
  /** Command `number` has failed for good. */
  | { type: 'command_failed'; number: number; kind: CommandKind; failure: CommandFailure }
  /** The platform has carried out command `number`, one that `tellsDone`. */
  | { type: 'command_done'; number: number; kind: CommandKind; answer: CommandAnswer }
  /** The web request of this visit was answered, or failed (R2). */
  | { type: 'answered'; visit: number; answer: WebAnswer }
  /** An operator ends the call. */
  | { type: 'hang_up' }
  /** A stored deadline may have passed (R3). */
  | { type: 'wake' };

/** Input of `advance`. */
export type CallEvent = (PlatformEvent | EngineEvent) & {
  /** The time at which it was received, ms since the epoch. */
  at: number;
  /** The platform's id of the call, if the notification has it. */
  voiceId?: VoiceId;
  /** Deduplication key of the notification, if it has one: a second event with the same key is ignored (I5). */
  key?: string;
};
