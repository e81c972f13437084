/** Entries of the journal: everything that can happen on the platform. */
import type { SmsDeliveryStatus } from '../../../../schemas/types/sms.ts';

/** Receiver of a key or an utterance. */
export type Listener = 'play' | 'bridge' | 'recording' | 'nobody';

/** Cause that cut a play short. */
export type Interruption = 'key' | 'speech' | 'play' | 'bridge' | 'hang_up';

/** Events of a video room. */
export type RoomHappening =
  | 'created'
  | 'changed'
  | 'deleted'
  | 'session_started'
  | 'session_ended'
  | 'waiting'
  | 'joined'
  | 'left'
  | 'locked'
  | 'unlocked'
  | 'recording_started'
  | 'recording_stopped'
  | 'recording_failed';

export type Happening =
  /**
   * A REST request. `body` and `answer` are the request's and the answer's bodies as text; `code` is the platform's
   * error code; `replayed`: the answer of an earlier request with the same Idempotency-Key.
   */
  | {
      kind: 'request';
      method: string;
      path: string;
      idempotency_key?: string;
      body?: string;
      status: number;
      code?: string;
      answer?: string;
      replayed?: true;
    }
  /** A notification was sent; without `url` there was no webhook. */
  | { kind: 'notification'; url?: string; body: object; lost?: true }
  /** A recipient of a broadcast was not called; `code` is the platform's error code. */
  | { kind: 'recipient_refused'; to: string; code: string }
  /** A notification was not delivered (voice.md 6, 7.4). */
  | { kind: 'webhook_failed'; url: string; code: 'WEBHOOK_TIMEOUT' | 'WEBHOOK_HTTP_ERROR'; detail: string }
  /** A phone rings: the project's for an inbound call, otherwise the dialed one. */
  | { kind: 'ringing'; direction: 'inbound' | 'outbound'; from: string; to: string }
  | { kind: 'answered' }
  /** The caller begins to hear something. */
  | { kind: 'speech'; text: string; language?: string; voice?: string; prompt_ref?: string }
  | { kind: 'prompt'; name: string; prompt_ref?: string }
  | { kind: 'audio'; url: string; prompt_ref?: string }
  | { kind: 'play_stopped'; by: Interruption; prompt_ref?: string }
  | { kind: 'key'; key: string; heard_by: Listener; prompt_ref?: string }
  | { kind: 'utterance'; text: string; heard_by: Listener; prompt_ref?: string }
  | { kind: 'connecting'; to: string }
  | { kind: 'bridged'; to: string }
  | { kind: 'bridge_ended'; to: string; reason: string }
  | { kind: 'held' | 'resumed' }
  | { kind: 'recording_failed'; recording_id?: string; name?: string }
  | { kind: 'recording_started' | 'recording_completed'; recording_id: string; name: string }
  | { kind: 'stream_started'; wss_host: string }
  | { kind: 'stream_opened' | 'stream_cleared' }
  | { kind: 'stream_stopped'; received_bytes: number }
  | { kind: 'stream_failed'; detail: string }
  | { kind: 'room_joined'; room_id: string }
  /** A room refused the caller; `code` is the platform's error code. */
  | { kind: 'room_refused'; room_id: string; code: string }
  /** Something happened to a video room; `name` is the participant, or the room's name. */
  | { kind: 'room'; room_id: string; event: RoomHappening; name?: string }
  | { kind: 'ended'; reason: string }
  /** A job of messages was accepted. */
  | { kind: 'sms_accepted'; job_id: string; recipients: number; reference?: string; scheduled_at?: string }
  /** A message has a new status; its text is included when it is sent. */
  | {
      kind: 'sms_status';
      job_id: string;
      to: string;
      status: SmsDeliveryStatus;
      text?: string;
      error_code?: string;
    }
  /** Somebody sent a text to a number of a campaign. */
  | { kind: 'sms_received'; id: string; from: string; to: string; text: string }
  /** Somebody opted out of a project's messages, or in again. */
  | { kind: 'sms_opted_out' | 'sms_opted_in'; from: string; project: string };

const kinds: Record<Happening['kind'], true> = {
  request: true,
  notification: true,
  recipient_refused: true,
  webhook_failed: true,
  ringing: true,
  answered: true,
  speech: true,
  prompt: true,
  audio: true,
  play_stopped: true,
  key: true,
  utterance: true,
  connecting: true,
  bridged: true,
  bridge_ended: true,
  held: true,
  resumed: true,
  recording_failed: true,
  recording_started: true,
  recording_completed: true,
  stream_started: true,
  stream_opened: true,
  stream_cleared: true,
  stream_stopped: true,
  stream_failed: true,
  room_joined: true,
  room_refused: true,
  room: true,
  ended: true,
  sms_accepted: true,
  sms_status: true,
  sms_received: true,
  sms_opted_out: true,
  sms_opted_in: true,
};

/** All kinds of entries. */
export const happeningKinds = Object.keys(kinds);

/** An entry of the journal. */
export type JournalEntry = Happening & {
  seq: number;
  /** Virtual time, ms since the epoch. */
  at: number;
  /** Absent for entries about no call. */
  voice_id?: string;
};
