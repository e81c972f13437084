/**
 * Commands of a call to the platform. Plain data, numbered per call in the order of decision; the engine sends
 * them in that order (I4), `wire/` turns them into requests.
 */
import type { AudioLength, MessageLimits, RoomSettings, SayAs, Sound } from '../language/model/index.ts';
import type { CommandId } from './ids.ts';

/** Language and voice of a play. */
export interface Speech {
  language: string;
  voice?: string;
  sound?: Sound;
}

/** One play request: exactly one of the four sources of voice.md 2.2. */
export type Media =
  | ({ kind: 'text'; text: string; as?: SayAs } & Speech)
  | ({ kind: 'ssml'; ssml: string } & Speech)
  | ({ kind: 'stored'; name: string } & AudioLength)
  | ({ kind: 'url'; url: string } & AudioLength);

/** Action that the platform takes as soon as an outbound call is answered (`action_on_connect`, voice.md 2.2). */
export type OnConnect =
  | { kind: 'play'; media: Media; promptRef: CommandId }
  | { kind: 'connect'; from: string; to: string; ringMs?: number }
  | { kind: 'room'; room: string }
  | { kind: 'stream'; to: string };

/** A recipient of a message, with the values for its template. */
export interface SmsRecipient {
  /** E.164. */
  to: string;
  data: Record<string, string>;
}

/** Timeouts of speech recognition. */
export interface SpeechTimes {
  /** Maximum time from the end of the play to the beginning of the speech. */
  withinMs: number;
  longestMs: number;
}

interface RecordMessage extends MessageLimits {
  kind: 'record_message';
}

export type CommandAction =
  /** Place the outbound call. POST /voice/v1/call. */
  | { kind: 'dial'; from: string; to: string; onConnect?: OnConnect }
  /** Answer an inbound call that rings. PUT …/accept. */
  | { kind: 'accept' }
  /**
   * Play one piece of media; with `listen` the platform collects digits during and after it, with `speech` it
   * recognises speech too. PUT …/play.
   */
  | { kind: 'play'; media: Media; listen: boolean; speech?: SpeechTimes; bargeIn?: boolean }
  /**
   * Bridge the call to another party (E.164 number or SIP URI), which receives these SIP headers. Carriers that can stop the ringing
   * do so after `ringMs`. PUT …/connect.
   */
  | { kind: 'connect'; from: string; to: string; headers?: Record<string, string>; ringMs?: number }
  /** Put the call on hold, or resume it. POST …/hold. */
  | { kind: 'hold'; hold: boolean }
  /** Record the bridged call under a name that no other recording has. PUT …/recording. */
  | { kind: 'record'; name: string }
  | { kind: 'stop_recording' }
  /** Record what the caller says, until a limit is reached or `stop_recording`. Only carriers with voicemail can. */
  | RecordMessage
  /** Stream the call's audio to a WebSocket. PUT …/stream. */
  | { kind: 'stream'; to: string }
  /** DELETE …/stream. */
  | { kind: 'stop_stream' }
  /** Bring the call into a video room. PUT /voice/v1/room/…/join. */
  | { kind: 'join'; room: string }
  /** Make a video room. POST /video/v2/rooms. */
  | { kind: 'create_room'; name: string; settings: RoomSettings }
  /** Make a token with which one person may join a room. POST /video/v2/rooms/…/tokens. */
  | { kind: 'create_token'; room: string; name: string; role: string }
  /** Send text messages. POST /sms/v1/messages/. `notBefore`: a time in UTC; `reports`: the call gets delivery reports. */
  | {
      kind: 'sms';
      template: string;
      campaign: string;
      from?: string;
      recipients: SmsRecipient[];
      notBefore?: string;
      reports: boolean;
    }
  /** End the call; before it is accepted this rejects it. DELETE. */
  | { kind: 'hangup' };

export type CommandKind = CommandAction['kind'];

/** Values in the platform's answer to a command, by name, such as `job_id`. */
export type CommandAnswer = Record<string, string>;

/** Properties of a kind of commands. */
interface CommandTraits {
  /** It needs a call on the platform, so it cannot be carried out after the call's end. */
  needsLine: boolean;
  /** The call waits for its success: the event `command_done`. */
  reportsSuccess: boolean;
  /**
   * Until when it is sent if the platform has not accepted it: until a later play replaces it, until the visit of its step is
   * over (R2), or without end. A hang-up makes every command that `needsLine` obsolete.
   */
  neededUntil: 'replaced' | 'visit_over' | 'taken';
  /** Deadlines of its step start once the platform has accepted it (held-deadlines.ts). */
  startsClock: boolean;
  /** The line counts on it (line.ts), so the call must know of a withdrawal. */
  isNotedOnLine: boolean;
}

const usual: CommandTraits = {
  needsLine: true,
  reportsSuccess: false,
  neededUntil: 'taken',
  startsClock: false,
  isNotedOnLine: false,
};

export const commandTraits: Record<CommandKind, CommandTraits> = {
  dial: { ...usual, needsLine: false },
  accept: usual,
  play: { ...usual, neededUntil: 'replaced', startsClock: true },
  connect: { ...usual, neededUntil: 'visit_over', startsClock: true, isNotedOnLine: true },
  hold: { ...usual, reportsSuccess: true },
  record: { ...usual, reportsSuccess: true, neededUntil: 'visit_over', isNotedOnLine: true },
  stop_recording: { ...usual, reportsSuccess: true },
  record_message: { ...usual, neededUntil: 'visit_over', startsClock: true, isNotedOnLine: true },
  stream: { ...usual, reportsSuccess: true, neededUntil: 'visit_over', startsClock: true },
  stop_stream: { ...usual, reportsSuccess: true },
  join: { ...usual, neededUntil: 'visit_over', startsClock: true },
  create_room: { ...usual, needsLine: false, reportsSuccess: true, neededUntil: 'visit_over' },
  create_token: { ...usual, needsLine: false, reportsSuccess: true, neededUntil: 'visit_over' },
  sms: { ...usual, needsLine: false, reportsSuccess: true },
  hangup: usual,
};

/** A command with its place in the call. */
export type Command = CommandAction & {
  /** 1, 2, 3 … within the call. */
  number: number;
  /** `commandId(call, number)`. */
  id: CommandId;
};
