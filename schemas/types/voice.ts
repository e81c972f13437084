/* Generated from schemas/platform/voice.schema.json by `npm run generate`; do not edit. */

/**
 * Everything that crosses the wire between an application and the platform's Core Voice service (voice.md 2, 4, 6, 7): requests, answers, notifications and error bodies. Where voice.md says "not shown", the description says "observed".
 */
export type VoiceWire = VoiceRequest | VoiceAnswer | VoiceNotification | ErrorBody;
/**
 * The body of any Core Voice request (voice.md 4).
 */
export type VoiceRequest =
  | CallRequest
  | AcceptRequest
  | PlayRequest
  | ConnectRequest
  | HoldRequest
  | RecordingRequest
  | StreamRequest
  | WebClientTokenRequest
  | BroadcastRequest;
/**
 * A number in E.164, with or without its + (voice.md 7.4, INVALID_PARAM; observed).
 */
export type PhoneNumber = string;
/**
 * What the platform does when the call is answered: one mode, chosen by the sub-object that is present (voice.md 2.2).
 */
export type ActionOnConnect = PlayOnConnect | BridgeOnConnect | RoomOnConnect | StreamOnConnect;
/**
 * Body of PUT /voice/v1/call/{voice_id}/play, and the play mode of action_on_connect: one media, with options (voice.md 2.2, 4).
 */
export type PlayRequest = PlayOptions & (SpokenText | SpokenSsml | StoredPrompt | AudioUrl);
/**
 * Number of microseconds, or text with a unit (voice.md 2.3, 8; form not shown).
 */
export type BreakDuration = number | string;
/**
 * Secured WebSocket address (voice.md 2.2); without TLS only on this machine, for tests.
 */
export type StreamUrl = string;
/**
 * HTTPS address that takes notifications (voice.md 2.1); without TLS only on this machine, for tests.
 */
export type EventUrl = string;
/**
 * Body of PUT /voice/v1/call/{voice_id}/recording: either start or stop, never both (voice.md 2.4, 4.2).
 */
export type RecordingRequest = StartRecording | StopRecording;
/**
 * Body of PUT /voice/v1/call/{voice_id}/stream (voice.md 4; observed). DELETE on the same path, without a body, also stops.
 */
export type StreamRequest = StartStream | StopStream;
/**
 * Body of POST /voice/v1/broadcast: one campaign, its recipients in either form (voice.md 4; observed). Custom data stands with the batch or with the recipients, not with both (voice.md 9).
 */
export type BroadcastRequest = BroadcastOptions & (BroadcastToRecipients | BroadcastToNumbers);
/**
 * The body of any successful Core Voice answer (voice.md 4).
 */
export type VoiceAnswer =
  | CallAnswer
  | AcceptAnswer
  | PlayAnswer
  | ConnectAnswer
  | HoldAnswer
  | RecordingAnswer
  | StreamAnswer
  | HangupAnswer
  | WebClientTokenAnswer
  | JoinAnswer
  | BroadcastAnswer;
/**
 * Answer of POST /voice/v1/call (voice.md 4.1).
 */
export type CallAnswer = CallIdentity & {
  /**
   * initiated (voice.md 4.1).
   */
  state: 'initiated';
};
/**
 * Answer of PUT …/accept (voice.md 4; observed).
 */
export type AcceptAnswer = CallIdentity & {
  /**
   * success (observed; voice.md 4).
   */
  status: 'success';
};
/**
 * Answer of PUT …/play (voice.md 4; observed).
 */
export type PlayAnswer = CallIdentity & {
  /**
   * The platform's name for this play (voice.md 4; observed).
   */
  play_id: string;
  /**
   * initiated (voice.md 4; observed).
   */
  playstate: 'initiated';
  /**
   * Echo of the request (voice.md 2.2).
   */
  prompt_ref?: string;
};
/**
 * Answer of PUT …/connect (voice.md 4; observed).
 */
export type ConnectAnswer = CallIdentity & {
  /**
   * success (voice.md 4; observed).
   */
  status: 'success';
  /**
   * initiated (voice.md 4; observed).
   */
  state: 'initiated';
};
/**
 * Answer of PUT …/recording (voice.md 4.2).
 */
export type RecordingAnswer = CallIdentity & {
  /**
   * success (voice.md 4.2).
   */
  status: 'success';
  /**
   * The platform's name for the recording (voice.md 2.4, 4.2).
   */
  recording_id: string;
};
/**
 * Answer of …/stream, with HTTP 200 or 201 (voice.md 4; observed).
 */
export type StreamAnswer = CallIdentity & {
  /**
   * initiated (voice.md 4; observed).
   */
  state: 'initiated';
};
/**
 * Answer of DELETE /voice/v1/call/{voice_id} (voice.md 4.3).
 */
export type HangupAnswer = CallIdentity & {
  /**
   * success (voice.md 4.3).
   */
  state: 'success';
};
/**
 * Any notification of a call, in the form in which the platform sends it (voice.md 6).
 */
export type VoiceNotification =
  | IncomingCallNotification
  | ProgressNotification
  | DisconnectedNotification
  | BridgeNotification
  | BridgeDisconnectedNotification
  | BridgeDigitsNotification
  | PlaybackNotification
  | DigitsNotification
  | SpeechNotification
  | RecordingNotification
  | StreamNotification
  | StreamFailedNotification
  | RoomNotification
  | BroadcastCompleteNotification;
/**
 * A number of the project is called; it rings until it is accepted (voice.md 1, 6; observed).
 */
export type IncomingCallNotification = NotificationFields & {
  /**
   * incomingcall (voice.md 6; observed).
   */
  state: 'incomingcall';
  /**
   * The caller's number (voice.md 6; observed).
   */
  from: string;
  /**
   * The number that was called (voice.md 6; observed).
   */
  to: string;
  /**
   * The platform's name for the caller's channel (voice.md 6; observed).
   */
  channel_id?: string;
};
/**
 * How far a call has come (voice.md 3, 6).
 */
export type ProgressNotification = NotificationFields & {
  /**
   * initiated: the request was taken; ringing: the destination rings; connected: it answered (voice.md 6).
   */
  state: 'initiated' | 'ringing' | 'connected';
};
/**
 * The call ended, or was never answered (voice.md 6).
 */
export type DisconnectedNotification = NotificationFields & {
  /**
   * disconnected (voice.md 6).
   */
  state: 'disconnected';
  /**
   * Why: Normal Clearing, User Busy (voice.md 6); No Answer, Call Rejected and others are observed.
   */
  disconnect_reason?: string;
  /**
   * Address of the recording, when one exists (voice.md 6).
   */
  recording_url?: string;
  /**
   * Seconds, when a recording exists (voice.md 6).
   */
  recording_duration?: number;
  error_code?: ActionErrorCode;
  /**
   * Seconds, may be fractional. Observed, not in voice.md 6.
   */
  call_duration?: number;
};
/**
 * Why something that the platform did by itself failed (voice.md 7.4).
 */
export type ActionErrorCode =
  | 'WEBHOOK_TIMEOUT'
  | 'WEBHOOK_HTTP_ERROR'
  | 'INVALID_ACTION'
  | 'CONNECT_TIMEOUT'
  | 'RECORD_FAILED'
  | 'STREAM_FAILED';
/**
 * The second party is being reached, or has answered (voice.md 3; observed).
 */
export type BridgeNotification = NotificationFields & {
  /**
   * bridging: being reached; bridged: both parties talk (voice.md 3; observed).
   */
  state: 'bridging' | 'bridged';
};
/**
 * The bridge ended, or the second party was never reached (voice.md 6; observed).
 */
export type BridgeDisconnectedNotification = NotificationFields & {
  /**
   * bridge_disconnected (voice.md 6; observed).
   */
  state: 'bridge_disconnected';
  /**
   * Why, in the words of a disconnected call (voice.md 6; observed).
   */
  disconnect_reason?: string;
};
/**
 * A play began, ended, or the platform's window for keys passed (voice.md 6; observed).
 */
export type PlaybackNotification = NotificationFields & {
  /**
   * initiated: the play began; playfinished: it was heard; menutimeout: no key was pressed (voice.md 6; observed).
   */
  playstate: 'initiated' | 'playfinished' | 'menutimeout';
  /**
   * The platform's name for the play (voice.md 6; observed).
   */
  play_id?: string;
  /**
   * Echo of the play request (voice.md 2.2).
   */
  prompt_ref?: string;
};
/**
 * Keys pressed during or after a play that listens (voice.md 6; observed).
 */
export type DigitsNotification = NotificationFields & {
  /**
   * digitcollected (voice.md 6).
   */
  playstate: 'digitcollected';
  /**
   * The platform's name for the play (voice.md 6; observed).
   */
  play_id?: string;
  /**
   * Echo of the play request (voice.md 2.2).
   */
  prompt_ref?: string;
  /**
   * The keys, as text; a number also occurs (voice.md 6; observed).
   */
  digit?: string | number;
  /**
   * The other spelling of digit (voice.md 6; observed).
   */
  digits?: string | number;
};
/**
 * Result of speech recognition during a play with asr (voice.md 6).
 */
export type SpeechNotification = NotificationFields & {
  /**
   * recognized; timeout: nobody spoke in time; unrecognized: speech could not be transcribed (voice.md 6).
   */
  state: 'recognized' | 'timeout' | 'unrecognized';
  /**
   * speech_recognized, always (voice.md 6).
   */
  playstate: 'speech_recognized';
  /**
   * What was said, only when recognized (voice.md 6).
   */
  text?: string;
  /**
   * Why, in the platform's words (voice.md 6).
   */
  reason?: string;
  /**
   * Echo of the play request (voice.md 6).
   */
  prompt_ref?: string;
  /**
   * The platform's name for the play (voice.md 6; observed).
   */
  play_id?: string;
};
/**
 * Life of a recording (voice.md 3, 6).
 */
export type RecordingNotification = NotificationFields & {
  /**
   * started, completed or failed (voice.md 6); recording_complete is observed.
   */
  state: 'started' | 'completed' | 'failed' | 'recording_complete';
  /**
   * In the platform's words (voice.md 6).
   */
  description?: string;
  error_code?: ActionErrorCode;
  /**
   * The platform's name for the recording (voice.md 2.4).
   */
  recording_id?: string;
  /**
   * Address of the recording, fetched with the Basic header (voice.md 6; observed).
   */
  recording_url?: string;
};
/**
 * Media streaming ended (voice.md 4; observed).
 */
export type StreamNotification = NotificationFields & {
  /**
   * stream_stopped (voice.md 4; observed).
   */
  state: 'stream_stopped';
};
/**
 * The WebSocket of a stream could not be opened or was cut (voice.md 7.4 STREAM_FAILED; the form is not shown).
 */
export type StreamFailedNotification = NotificationFields & {
  /**
   * stream_failed (not shown in voice.md).
   */
  state: 'stream_failed';
  error_code: ActionErrorCode;
  /**
   * In the platform's words (not shown in voice.md).
   */
  description?: string;
};
/**
 * The call joined a video room (voice.md 2.2; observed).
 */
export type RoomNotification = NotificationFields & {
  /**
   * joined (voice.md 2.2; observed).
   */
  state: 'joined';
};
/**
 * The four envelopes in which a refusal may come (voice.md 7).
 */
export type ErrorBody = ResultError | FailedError | CodedError | EventError;

/**
 * Body of POST /voice/v1/call (voice.md 2.1, 4.1).
 */
export interface CallRequest {
  /**
   * Label for the caller's own logging (voice.md 2.1).
   */
  name?: string;
  /**
   * Free text, returned unchanged in every notification of the call (voice.md 2.1).
   */
  owner_ref?: string;
  /**
   * Start recording as soon as the call connects; default false (voice.md 2.1).
   */
  auto_record?: boolean;
  /**
   * Line identity shown to the called party; must be provisioned in the project (voice.md 2.1).
   */
  from: PhoneNumber;
  /**
   * Destination number, one or several (voice.md 2.1).
   */
  to: PhoneNumber | PhoneNumber[];
  action_on_connect?: ActionOnConnect;
  /**
   * HTTPS address to which notifications of this call are posted (voice.md 2.1).
   */
  event_url?: EventUrl;
  /**
   * The other form of event_url (voice.md 2.1).
   */
  webhook?: {
    /**
     * HTTPS address to which notifications of this call are posted (voice.md 2.1).
     */
    url: EventUrl;
  };
  custom_data?: CustomData;
  retry?: Retry;
}
/**
 * Play a prompt, speech or an audio file (voice.md 2.2).
 */
export interface PlayOnConnect {
  play: PlayRequest;
}
/**
 * What a play request may carry beside its media (voice.md 2.2).
 */
export interface PlayOptions {
  /**
   * Echoed in the notifications of this play, for correlation (voice.md 2.2, 6).
   */
  prompt_ref?: string;
  /**
   * Collect keys during and after the play (voice.md 2.2, 6).
   */
  dtmf?: boolean;
  /**
   * Recognise speech during and after the play (voice.md 2.2, 6).
   */
  asr?: boolean;
  /**
   * Barge-in: a key stops the play. Observed, not in voice.md 2.2.
   */
  interrupt?: boolean;
  /**
   * Seconds to wait for speech to begin. Observed, not in voice.md 2.2.
   */
  start_timeout?: number;
  /**
   * Seconds a recognition may take. Observed, not in voice.md 2.2.
   */
  recognizer_timeout?: number;
}
/**
 * Play text as speech (voice.md 2.2).
 */
export interface SpokenText {
  /**
   * What is spoken; longer text is refused with code 6128 (voice.md 2.2, 8).
   */
  text: string;
  /**
   * Locale code such as en-US (voice.md 2.2).
   */
  language?: string;
  /**
   * Voice of the speech; female is named in voice.md 2.2, male is observed; compared without case.
   */
  voice?: string;
  text_to_speech_option?: TextToSpeechOption;
}
/**
 * How synthesised speech sounds (voice.md 2.3).
 */
export interface TextToSpeechOption {
  /**
   * Speaking style (voice.md 2.3).
   */
  'express-as'?: 'advertisement_upbeat' | 'Cheerful' | 'customerservice' | 'Friendly' | 'gentle';
  /**
   * Silence inserted at a point of the speech; below 5000 microseconds (voice.md 2.3, 8).
   */
  break?:
    | BreakDuration
    | {
        [k: string]: BreakDuration;
      };
  /**
   * Acoustic properties of the speech (voice.md 2.3).
   */
  prosody?: {
    /**
     * Pitch of the voice (voice.md 2.3).
     */
    pitch?: string;
    /**
     * Speaking rate (voice.md 2.3).
     */
    rate?: string;
    /**
     * A percentage such as +50%, or silent, x-soft, soft, medium, loud, x-loud, default (voice.md 2.3).
     */
    volume?: string;
  };
  /**
   * How special content is read (voice.md 2.3).
   */
  'say-as'?: {
    /**
     * What the content is: digits one by one, a date, a currency amount and so on (voice.md 2.3).
     */
    'interpret-as'?:
      | 'characters'
      | 'spell-out'
      | 'cardinal'
      | 'number'
      | 'ordinal'
      | 'number_digit'
      | 'fraction'
      | 'date'
      | 'time'
      | 'duration'
      | 'telephone'
      | 'currency'
      | 'address'
      | 'name';
    /**
     * Order of the parts of a date, time or duration, such as dmy, hms24, ms (voice.md 2.3).
     */
    format?: string;
  };
}
/**
 * Play an SSML document as speech (voice.md 2.2).
 */
export interface SpokenSsml {
  /**
   * The whole SSML document (voice.md 2.2).
   */
  ssml: string;
  /**
   * Locale code; observed beside ssml as it stands beside text (voice.md 2.2).
   */
  language?: string;
  /**
   * Voice of the speech; observed beside ssml as it stands beside text (voice.md 2.2).
   */
  voice?: string;
  text_to_speech_option?: TextToSpeechOption;
}
/**
 * Play a prompt that was uploaded to the project (voice.md 2.2).
 */
export interface StoredPrompt {
  /**
   * Name of the uploaded prompt (voice.md 2.2).
   */
  prompt_name: string;
}
/**
 * Play an audio file (voice.md 2.2).
 */
export interface AudioUrl {
  /**
   * HTTPS address of a WAV or MP3 file (voice.md 2.2).
   */
  url: string;
}
/**
 * Bridge to another party (voice.md 2.2).
 */
export interface BridgeOnConnect {
  connect: ConnectRequest;
}
/**
 * Body of PUT /voice/v1/call/{voice_id}/connect, and the connect mode of action_on_connect (voice.md 2.2, 4).
 */
export interface ConnectRequest {
  /**
   * Originating line identity; must be provisioned in the project, else code 6118 (voice.md 2.2, 7.3).
   */
  from: PhoneNumber;
  /**
   * Phone number or SIP URI to bridge to (voice.md 2.2).
   */
  to: string;
}
/**
 * Join a video room as an audio participant (voice.md 2.2).
 */
export interface RoomOnConnect {
  /**
   * The room to join (voice.md 2.2).
   */
  room: {
    /**
     * Id of the video room (voice.md 2.2).
     */
    room_id: string;
  };
}
/**
 * Start media streaming (voice.md 2.2).
 */
export interface StreamOnConnect {
  /**
   * Where the call audio goes (voice.md 2.2).
   */
  stream: {
    /**
     * Secured WebSocket address, reachable when the call is answered (voice.md 2.2).
     */
    wss_host: StreamUrl;
  };
}
/**
 * The application's own data, stored with the call and echoed unchanged in its notifications (voice.md 2.1).
 */
export interface CustomData {
  [k: string]: unknown;
}
/**
 * Automatic redial when a connection attempt fails (voice.md 2.1, 3).
 */
export interface Retry {
  /**
   * Seconds between two attempts (voice.md 2.1).
   */
  interval: number;
  /**
   * Total attempts, the first included (voice.md 2.1).
   */
  max_attempts: number;
}
/**
 * Body of PUT /voice/v1/call/{voice_id}/accept: none, or an empty object (voice.md 4; observed).
 */
export interface AcceptRequest {}
/**
 * Body of POST /voice/v1/call/{voice_id}/hold (voice.md 4; observed).
 */
export interface HoldRequest {
  /**
   * true puts the call on hold, false resumes it (voice.md 4; observed).
   */
  hold: boolean;
}
/**
 * Begin a recording (voice.md 2.4).
 */
export interface StartRecording {
  /**
   * true begins recording (voice.md 2.4).
   */
  start: true;
  /**
   * Unique name of the recording; an existing one is refused with code 6137 (voice.md 2.4, 7.3).
   */
  recording_name: string;
}
/**
 * End the recording in progress (voice.md 2.4).
 */
export interface StopRecording {
  /**
   * true ends the recording (voice.md 2.4).
   */
  stop: true;
}
/**
 * Start streaming the call audio (voice.md 4; observed).
 */
export interface StartStream {
  /**
   * Secured WebSocket address that takes the audio (voice.md 2.2; observed).
   */
  wss_host: StreamUrl;
}
/**
 * Stop streaming (voice.md 4; observed).
 */
export interface StopStream {
  /**
   * true stops the stream (voice.md 4; observed).
   */
  stop: true;
}
/**
 * Body of POST /voice/v1/webclient/token (voice.md 2.6, 4.4).
 */
export interface WebClientTokenRequest {
  /**
   * Domain of the browser client; must be whitelisted in the project (voice.md 2.6).
   */
  domain: string;
}
/**
 * What a campaign carries beside its recipients (voice.md 4, 9; observed).
 */
export interface BroadcastOptions {
  /**
   * Label of the campaign (voice.md 4; observed).
   */
  name?: string;
  /**
   * Free text, returned unchanged in every notification (voice.md 2.1; observed).
   */
  owner_ref?: string;
  /**
   * Line identity shown to the called parties; must be provisioned in the project (voice.md 2.1; observed).
   */
  from: PhoneNumber;
  /**
   * HTTPS address to which notifications are posted (voice.md 6; observed).
   */
  event_url?: EventUrl;
  /**
   * HTTPS address of the application that handles the answered calls (observed; voice.md 4).
   */
  call_handler_url?: string;
  retry?: Retry;
  custom_data?: CustomData;
}
/**
 * Recipients one by one, each with what it hears (voice.md 4; observed).
 */
export interface BroadcastToRecipients {
  /**
   * Who is called (voice.md 4; observed).
   *
   * @minItems 1
   */
  recipients: BroadcastRecipient[];
}
/**
 * One recipient of a campaign (voice.md 4, 9; observed).
 */
export interface BroadcastRecipient {
  /**
   * Destination number (voice.md 4; observed).
   */
  to: PhoneNumber;
  /**
   * What this recipient hears: a play request, with its type beside (observed; voice.md 2.2).
   */
  play?: PlayRequest & {
    /**
     * tts for text (observed; voice.md 2.2).
     */
    type?: string;
  };
  custom_data?: CustomData;
}
/**
 * Numbers that all hear the same: the older form (voice.md 4; observed).
 */
export interface BroadcastToNumbers {
  /**
   * JSON text of a list of objects with a phone (voice.md 4; observed).
   */
  broadcast_numbers: string;
  action_on_connect?: ActionOnConnect;
  /**
   * Further parameters of the calls (voice.md 4; observed).
   */
  call_param?: {
    [k: string]: unknown;
  };
}
/**
 * How an answer names its call (voice.md 2.5).
 */
export interface CallIdentity {
  /**
   * The platform's name for the call (voice.md 2.5).
   */
  voice_id: string;
  /**
   * Calling number (voice.md 2.5).
   */
  from?: string;
  /**
   * Called number (voice.md 2.5).
   */
  to?: string;
  /**
   * When the platform wrote this, ISO 8601 in UTC (voice.md 2.5).
   */
  timestamp?: string;
}
/**
 * Answer of …/hold (voice.md 4; observed).
 */
export interface HoldAnswer {
  /**
   * success (voice.md 4; observed).
   */
  status: 'success';
}
/**
 * Answer of POST /voice/v1/webclient/token (voice.md 4.4).
 */
export interface WebClientTokenAnswer {
  /**
   * A short-lived JWT; null when it could not be issued (voice.md 4.4).
   */
  token: string | null;
}
/**
 * Answer of PUT /voice/v1/room/{room_id}/call/{voice_id}/join (voice.md 2.2; observed).
 */
export interface JoinAnswer {
  /**
   * The call that joins (voice.md 2.5; observed).
   */
  voice_id?: string;
  /**
   * initiated (voice.md 2.2; observed).
   */
  state: 'initiated';
}
/**
 * Answer of POST /voice/v1/broadcast (voice.md 4; observed).
 */
export interface BroadcastAnswer {
  /**
   * The platform's name for the campaign (voice.md 4.5; observed).
   */
  broadcast_id: string;
  /**
   * broadcastcall_initiated (voice.md 4; observed).
   */
  state: 'broadcastcall_initiated';
  /**
   * When the platform wrote this, ISO 8601 in UTC (voice.md 2.5; observed).
   */
  timestamp?: string;
}
/**
 * Fields that any notification of a call carries (voice.md 6).
 */
export interface NotificationFields {
  /**
   * The platform's name for the call (voice.md 2.5, 6).
   */
  voice_id: string;
  /**
   * Calling number, with or without + (voice.md 6; observed).
   */
  from?: string;
  /**
   * Called number, with or without + (voice.md 6; observed).
   */
  to?: string;
  /**
   * ISO 8601 in UTC (voice.md 2.5, 6).
   */
  timestamp: string;
  /**
   * Echo of the outbound call request (voice.md 2.1).
   */
  owner_ref?: string;
  custom_data?: CustomData;
  /**
   * The broadcast that the call belongs to (voice.md 4.5; observed).
   */
  broadcast_id?: string;
  /**
   * Number of the dial attempt, from the second on (voice.md 2.5, 6).
   */
  attempt?: number;
}
/**
 * A key was pressed on a bridged call (voice.md 6).
 */
export interface BridgeDigitsNotification {
  /**
   * The platform's name for the call, written with a capital I (voice.md 6).
   */
  voice_Id: string;
  /**
   * The platform's name for the channel of the party that pressed (voice.md 6; observed).
   */
  channel_id?: string;
  /**
   * dtmfcollected (voice.md 6).
   */
  state: 'dtmfcollected';
  /**
   * A digit or a sequence of digits, sent as a number: leading zeros are lost (voice.md 6).
   */
  digit: number | string;
  /**
   * ISO 8601 in UTC (voice.md 6).
   */
  timestamp: string;
  /**
   * Echo of the outbound call request (voice.md 2.1).
   */
  owner_ref?: string;
  custom_data?: CustomData;
  /**
   * The broadcast that the call belongs to (voice.md 4.5; observed).
   */
  broadcast_id?: string;
}
/**
 * Every call of a broadcast has ended (observed; the counts are not shown; voice.md 4).
 */
export interface BroadcastCompleteNotification {
  /**
   * The platform's name for the campaign (voice.md 4.5; observed).
   */
  broadcast_id: string;
  /**
   * broadcastcall_complete (voice.md 4; observed).
   */
  state: 'broadcastcall_complete';
  /**
   * Echo of the request (not shown in voice.md).
   */
  name?: string;
  /**
   * Echo of the request (not shown in voice.md).
   */
  owner_ref?: string;
  custom_data?: CustomData;
  /**
   * ISO 8601 in UTC (voice.md 6).
   */
  timestamp?: string;
  /**
   * Recipients (not shown in voice.md).
   */
  total?: number;
  /**
   * Recipients who answered at any attempt (not shown in voice.md).
   */
  answered?: number;
  /**
   * Recipients busy at the last attempt (not shown in voice.md).
   */
  busy?: number;
  /**
   * Recipients who did not answer the last attempt (not shown in voice.md).
   */
  no_answer?: number;
  /**
   * Recipients who were not reached for another reason (not shown in voice.md).
   */
  failed?: number;
}
/**
 * Authentication errors and older endpoints (voice.md 7.1, 7.3).
 */
export interface ResultError {
  /**
   * The code: an HTTP status or a numeric voice code (voice.md 7.1, 7.3).
   */
  result: number | string;
  /**
   * What went wrong (voice.md 7.1).
   */
  msg: string;
}
/**
 * Recording errors and other business failures (voice.md 7.2).
 */
export interface FailedError {
  /**
   * failed (voice.md 7.2).
   */
  status: 'failed';
  /**
   * The code, as text (voice.md 7.2); a number is observed.
   */
  result: string | number;
  /**
   * What went wrong (voice.md 7.2).
   */
  msg: string;
}
/**
 * Newer endpoints (voice.md 7.4).
 */
export interface CodedError {
  /**
   * error (voice.md 7.4).
   */
  status: 'error';
  /**
   * The code, such as RATE_LIMITED (voice.md 7.4).
   */
  error_code: string;
  /**
   * What went wrong (voice.md 7.4).
   */
  message: string;
  /**
   * The platform's name for the request (voice.md 7.4).
   */
  request_id: string;
}
/**
 * Numeric voice codes as an event (voice.md 7.3; envelope observed).
 */
export interface EventError {
  /**
   * The numeric voice code (voice.md 7.3; observed).
   */
  event_code: number | string;
  /**
   * The code's name (voice.md 7.3; observed).
   */
  event_name?: string;
  /**
   * What went wrong (voice.md 7.3; observed).
   */
  description?: string;
  /**
   * What went wrong, the shorter form (voice.md 7.3; observed).
   */
  msg?: string;
}
