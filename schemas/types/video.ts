/* Generated from schemas/platform/video.schema.json by `npm run generate`; do not edit. */

/**
 * Everything that crosses the wire between an application and the platform's video service (video.md 2, 4, 6, 7): requests, answers, notifications and error bodies. Where video.md says "not shown", the description says "observed" or "chosen".
 */
export type VideoWire = VideoRequest | VideoAnswer | VideoNotification | VideoError;
/**
 * The body of any video request that has one (video.md 4).
 */
export type VideoRequest = RoomRequest | RoomUpdate | RoomTokenRequest;
/**
 * The settings of a new room, which must go together (video.md 2.1, 8).
 */
export type NewRoomSettings = RoomSettings;
/**
 * moderator: full control; participant: publishes and subscribes; viewer: subscribes and chats; audience: the HLS broadcast only (video.md 2.2).
 */
export type RoomRole = 'moderator' | 'participant' | 'viewer' | 'audience';
/**
 * The body of any successful video answer (video.md 4).
 */
export type VideoAnswer =
  | RoomAnswer
  | RoomsAnswer
  | RoomTokenAnswer
  | RoomUsersAnswer
  | ArchivesAnswer
  | CdrsAnswer
  | DialInAnswer
  | RoomRecordingAnswer
  | DoneAnswer;
/**
 * The body of any refused video request (video.md 7).
 */
export type VideoError = VideoNumericError | VideoCodedError;

/**
 * Creates a room (video.md 2.1, 4).
 */
export interface RoomRequest {
  /**
   * Name of the room (video.md 2.1).
   */
  name: string;
  /**
   * The owner in the application's words; appears in reports (video.md 2.1).
   */
  owner_ref: string;
  settings?: NewRoomSettings;
  sip?: RoomSip;
  data?: RoomData;
}
/**
 * What a room is like; applies to every session held in it (video.md 2.1).
 */
export interface RoomSettings {
  /**
   * Free text (video.md 2.1).
   */
  description?: string;
  /**
   * lecture: only moderators publish unless granted (video.md 2.1).
   */
  mode?: 'group' | 'lecture';
  /**
   * No video; default false (video.md 2.1).
   */
  audio_only?: boolean;
  /**
   * True makes a scheduled room; default false (video.md 2.1).
   */
  scheduled?: boolean;
  /**
   * UTC start of a scheduled room, YYYY-MM-DD HH:MM:SS (video.md 2.1).
   */
  scheduled_time?: string;
  /**
   * True makes an adhoc room; default false (video.md 2.1).
   */
  adhoc?: boolean;
  /**
   * Minutes: the length of a scheduled room, or how long an adhoc room stays from the start of its first session; not for permanent rooms (video.md 2.1).
   */
  duration?: number;
  /**
   * Maximum number of moderators (video.md 2.1).
   */
  moderators?: number;
  /**
   * Maximum participants; up to 300 for scheduled rooms, up to 1000 in lecture mode (video.md 2.1, 8).
   */
  participants?: number;
  /**
   * Maximum HLS audience viewers; required only when HLS streaming is enabled (video.md 2.1).
   */
  audiences?: number;
  /**
   * HD up to 1280x720, SD up to 640x480, LD up to 640x360; default is the subscription setting (video.md 2.1).
   */
  quality?: 'HD' | 'SD' | 'LD';
  /**
   * Recording starts when the first participant publishes a stream; default false (video.md 2.1).
   */
  auto_recording?: boolean;
  /**
   * Screen sharing; default true (video.md 2.1).
   */
  screen_share?: boolean;
  /**
   * Canvas streaming; default false (video.md 2.1).
   */
  canvas?: boolean;
  /**
   * A moderator must approve each participant; default false (video.md 2.1).
   */
  knock?: boolean;
  /**
   * Participants wait in a lobby until a moderator joins; default false (video.md 2.1).
   */
  wait_for_moderator?: boolean;
  /**
   * Automatic bandwidth detection; default false (video.md 2.1).
   */
  abwd?: boolean;
  /**
   * 1 to 16; default 16 (video.md 2.1, 8).
   */
  max_active_talkers?: number;
  /**
   * Where media is handled; XX assigns by itself (video.md 2.1).
   */
  media_zone?: 'IN' | 'SG' | 'US' | 'XX';
  /**
   * For rooms of two users: one transcoded WEBM file right after the session; default false (video.md 2.1).
   */
  single_file_recording?: boolean;
  role_based_recording?: RoleBasedRecording;
  /**
   * Watermark on recorded files; default false (video.md 2.1).
   */
  watermark?: boolean;
  rtmp_streaming?: RtmpStreaming;
  /**
   * Appears in responses (video.md 2.1).
   */
  billing_code?: string;
  /**
   * Known only from its error 10024; its meaning is not shown (video.md 7).
   */
  peep?: boolean;
  /**
   * SIP URI; known only from its error 10026 (video.md 7).
   */
  aor?: string;
}
/**
 * What is recorded of each role (video.md 2.1).
 */
export interface RoleBasedRecording {
  /**
   * Default audiovideo (video.md 2.1).
   */
  moderator?: 'audiovideo' | 'audio';
  /**
   * Default audiovideo (video.md 2.1).
   */
  participant?: 'audiovideo' | 'audio';
}
/**
 * Live push over RTMP (video.md 2.1).
 */
export interface RtmpStreaming {
  /**
   * Enables live push (video.md 2.1).
   */
  streaming?: boolean;
  /**
   * Records the RTMP stream (video.md 2.1).
   */
  recording?: boolean;
}
/**
 * Dial-in by telephone and SIP (video.md 2.1).
 */
export interface RoomSip {
  /**
   * Enables PSTN and SIP dial-in for the room; default false (video.md 2.1).
   */
  enabled?: boolean;
  /**
   * SIP address of the room; observed, and named by error 10015 (video.md 2.1, 7).
   */
  uri?: string;
}
/**
 * Free-form metadata returned in all room responses (video.md 2.1).
 */
export interface RoomData {
  [k: string]: unknown;
}
/**
 * Changes a room; what is not sent stays (video.md 4).
 */
export interface RoomUpdate {
  /**
   * Name of the room (video.md 2.1).
   */
  name?: string;
  /**
   * The owner in the application's words; appears in reports (video.md 2.1).
   */
  owner_ref?: string;
  settings?: RoomSettings;
  sip?: RoomSip;
  data?: RoomData;
}
/**
 * Asks for a join token (video.md 2.2).
 */
export interface RoomTokenRequest {
  /**
   * Display name shown to others (video.md 2.2).
   */
  name: string;
  role: RoomRole;
  /**
   * The caller's user id; included in CDR reports (video.md 2.2).
   */
  user_ref: string;
  /**
   * Custom pairs delivered to other participants through SDK events (video.md 2.2).
   */
  data?: {
    [k: string]: unknown;
  };
}
/**
 * One room (video.md 4).
 */
export interface RoomAnswer {
  /**
   * 0: done (video.md 1).
   */
  result: 0;
  room: Room;
}
/**
 * A room as it is answered; a list shows a subset of its settings (video.md 2.1, 4).
 */
export interface Room {
  /**
   * Name of the room (video.md 2.1).
   */
  name: string;
  /**
   * The owner in the application's words; appears in reports (video.md 2.1).
   */
  owner_ref: string;
  settings?: RoomSettings;
  sip?: RoomSip;
  data?: RoomData;
  /**
   * Permanent id (video.md 2.1).
   */
  room_id: string;
  /**
   * ISO 8601 UTC time of creation (video.md 2.1).
   */
  created: string;
}
/**
 * All rooms (video.md 4).
 */
export interface RoomsAnswer {
  /**
   * 0: done (video.md 1).
   */
  result: 0;
  /**
   * Rooms of the project (video.md 4).
   */
  rooms: Room[];
}
/**
 * A join token (video.md 4).
 */
export interface RoomTokenAnswer {
  /**
   * 0: done (video.md 1).
   */
  result: 0;
  /**
   * Signed JWT with room, user identity, role and expiry; single use (video.md 4, 8).
   */
  token: string;
}
/**
 * Active users; none when no session is running (video.md 4).
 */
export interface RoomUsersAnswer {
  /**
   * 0: done (video.md 1).
   */
  result: 0;
  /**
   * How many there are (video.md 4).
   */
  total: number;
  /**
   * The users (video.md 2.3, 4).
   */
  users: RoomUser[];
}
/**
 * An active user (video.md 2.3).
 */
export interface RoomUser {
  /**
   * Display name (video.md 2.3).
   */
  name: string;
  /**
   * The application's user id (video.md 2.3).
   */
  user_ref: string;
  role: RoomRole;
  permissions: RoomPermissions;
}
/**
 * What an active user may do (video.md 2.3).
 */
export interface RoomPermissions {
  /**
   * Sends streams (video.md 2.3).
   */
  publish: boolean;
  /**
   * Receives streams (video.md 2.3).
   */
  subscribe: boolean;
  /**
   * Starts and stops recording (video.md 2.3).
   */
  record: boolean;
  /**
   * Reads statistics (video.md 2.3).
   */
  stats: boolean;
  /**
   * Controls others and the session (video.md 2.3).
   */
  controlhandlers: boolean;
}
/**
 * Archives (video.md 4).
 */
export interface ArchivesAnswer {
  /**
   * 0: done (video.md 1).
   */
  result: 0;
  /**
   * The records (video.md 2.4, 4).
   */
  archive: Archive[];
}
/**
 * What was recorded of one session (video.md 2.4).
 */
export interface Archive {
  /**
   * Id of the record (video.md 2.4).
   */
  _id: string;
  /**
   * When it was made, ISO 8601 UTC (video.md 2.4).
   */
  trans_date: string;
  /**
   * The session (video.md 2.4).
   */
  conf_num: string;
  /**
   * Path or URL of the session metadata: joins, leaves, mutes (video.md 2.4).
   */
  metadata?: string;
  /**
   * The composite video (video.md 2.4).
   */
  transcoded: ArchiveFile[];
  /**
   * App ID of the project (video.md 2.4).
   */
  app_id: string;
  /**
   * The room (video.md 2.4).
   */
  room_id: string;
  /**
   * Raw streams, .mkv (video.md 2.4).
   */
  recording: ArchiveFile[];
}
/**
 * A recorded file (video.md 2.4).
 */
export interface ArchiveFile {
  /**
   * Where it is fetched, with the Basic header; else 401 (video.md 2.4, 4).
   */
  url: string;
}
/**
 * Call detail records (video.md 4).
 */
export interface CdrsAnswer {
  /**
   * 0: done (video.md 1).
   */
  result: 0;
  /**
   * The records (video.md 2.5, 4).
   */
  cdr: Cdr[];
}
/**
 * Call detail record: one user's part in one session (video.md 2.5).
 */
export interface Cdr {
  /**
   * When it was made, ISO 8601 UTC (video.md 2.5).
   */
  trans_date: string;
  /**
   * The session (video.md 2.5).
   */
  conf_num: string;
  /**
   * The user's connection (video.md 2.5).
   */
  call_num?: string;
  /**
   * Id of the log of that connection (video.md 2.5).
   */
  call_log_id?: string;
  /**
   * The partner of the project (video.md 2.5).
   */
  parent_partner_id?: string;
  room: CdrRoom;
  user: CdrUser;
  sigserver?: CdrSigserver;
  published_track?: CdrTrack;
  usage?: CdrUsage;
  /**
   * App ID of the project (video.md 2.5).
   */
  app_id: string;
  /**
   * Id of the record (video.md 2.5).
   */
  cdr_id: string;
}
/**
 * The session that a CDR is about (video.md 2.5).
 */
export interface CdrRoom {
  /**
   * The room (video.md 2.5).
   */
  room_id: string;
  /**
   * Start of the session, ISO 8601 UTC (video.md 2.5).
   */
  connect_dt?: string;
  /**
   * The room when the session was held (video.md 2.5); its form is not shown.
   */
  room_details?: {
    [k: string]: unknown;
  };
  /**
   * Dial-in settings of the room (video.md 2.5); its form is not shown.
   */
  sip?: {
    [k: string]: unknown;
  };
  /**
   * End of the session, ISO 8601 UTC (video.md 2.5).
   */
  disconnect_dt?: string;
  /**
   * Length of the session, seconds (video.md 2.5).
   */
  duration?: number;
}
/**
 * Who took part (video.md 2.5).
 */
export interface CdrUser {
  /**
   * Address of the client (video.md 2.5).
   */
  ip?: string;
  /**
   * Display name (video.md 2.5).
   */
  name?: string;
  /**
   * Role (video.md 2.5).
   */
  role?: string;
  /**
   * The user_ref of the token request (video.md 2.2, 2.5).
   */
  ref?: string;
  /**
   * Client software (video.md 2.5).
   */
  agent?: string;
}
/**
 * The user's signalling connection (video.md 2.5).
 */
export interface CdrSigserver {
  /**
   * Address of the server (video.md 2.5).
   */
  ip?: string;
  /**
   * When the user joined, ISO 8601 UTC (video.md 2.5).
   */
  connect_dt?: string;
  /**
   * When the user left, ISO 8601 UTC (video.md 2.5).
   */
  disconnect_dt?: string;
  /**
   * Seconds connected (video.md 2.5).
   */
  duration?: number;
  /**
   * Seconds on hold or in the lobby (video.md 2.5).
   */
  hold_duration?: number;
}
/**
 * What the user published (video.md 2.5).
 */
export interface CdrTrack {
  /**
   * Audio (video.md 2.5).
   */
  audio?: boolean;
  /**
   * Data (video.md 2.5).
   */
  data?: boolean;
  /**
   * Video (video.md 2.5).
   */
  video?: boolean;
  /**
   * A shared screen (video.md 2.5).
   */
  screen?: boolean;
  /**
   * A shared address (video.md 2.5).
   */
  url?: boolean;
}
/**
 * What is charged (video.md 2.5).
 */
export interface CdrUsage {
  /**
   * Minutes subscribed (video.md 2.5).
   */
  subscribed_minutes?: number;
  /**
   * Minutes published (video.md 2.5).
   */
  published_minutes?: number;
  /**
   * Minutes of screen sharing (video.md 2.5).
   */
  screen_minutes?: number;
  /**
   * Minutes connected (video.md 2.5).
   */
  connect_minutes?: number;
  /**
   * Minutes of the session (video.md 2.5).
   */
  room_connect_minutes?: number;
}
/**
 * Dial-in numbers; not shown in video.md 4, observed. `result` may be absent.
 */
export interface DialInAnswer {
  /**
   * 0: done (video.md 1).
   */
  result?: 0;
  /**
   * The numbers (video.md 4; observed).
   */
  dialin: DialInNumber[];
  /**
   * How rooms are reached over SIP (video.md 4; observed).
   */
  sip?: {
    [k: string]: unknown;
  };
}
/**
 * A number by which a room is dialled; not shown in video.md 2.5, observed.
 */
export interface DialInNumber {
  /**
   * Name of the country (video.md 4; observed).
   */
  country?: string;
  /**
   * ISO code of the country (video.md 4; observed).
   */
  country_code?: string;
  /**
   * The number (video.md 4; observed).
   */
  phone: string;
  /**
   * Who pays, such as toll or tollfree (video.md 4; observed).
   */
  toll?: string;
}
/**
 * Recording was started or stopped; the shape is not shown in video.md 4 (chosen).
 */
export interface RoomRecordingAnswer {
  /**
   * 0: done (video.md 1).
   */
  result: 0;
  /**
   * The recording; not shown in video.md 4, chosen.
   */
  recording_id: string;
  /**
   * The room (video.md 2.1).
   */
  room_id?: string;
  /**
   * The session (video.md 2.4).
   */
  conf_num?: string;
}
/**
 * Nothing more to say than that it was done (video.md 4).
 */
export interface DoneAnswer {
  /**
   * 0: done (video.md 1).
   */
  result: 0;
}
/**
 * A notification about a room, at the project's webhook (video.md 6). Its payload is not shown: `type` and `app_id` are observed, the rest is chosen; any more fields may come.
 */
export interface VideoNotification {
  /**
   * What happened: the first four are the names of video.md 6, the others are observed.
   */
  type:
    | 'recording-started'
    | 'recording-stopped'
    | 'recording-ready'
    | 'recording-failed'
    | 'recording'
    | 'transcoded'
    | 'roomdrop'
    | 'file-transfer';
  /**
   * App ID of the project (video.md 6; observed).
   */
  app_id?: string;
  /**
   * The room (video.md 6; chosen).
   */
  room_id?: string;
  /**
   * The session (video.md 6; chosen).
   */
  conf_num?: string;
  /**
   * The recording (video.md 6; chosen).
   */
  recording_id?: string;
  /**
   * When it happened, ISO 8601 UTC (video.md 6; chosen).
   */
  trans_date?: string;
  /**
   * Raw streams that are ready (video.md 2.4, 6; chosen).
   */
  recording?: ArchiveFile[];
  /**
   * Composite video that is ready (video.md 2.4, 6; chosen).
   */
  transcoded?: ArchiveFile[];
  /**
   * Session metadata that is ready (video.md 2.4, 6; chosen).
   */
  metadata?: string;
  /**
   * Why a recording failed or a room was dropped (video.md 6; chosen).
   */
  reason?: string;
  [k: string]: unknown;
}
/**
 * The envelope of v2 and of the numeric codes (video.md 7).
 */
export interface VideoNumericError {
  /**
   * Numeric code, or the HTTP status; never 0 (video.md 7).
   */
  result: number;
  /**
   * What is wrong; its content is not shown in video.md 7, chosen.
   */
  error: string;
}
/**
 * The string-coded envelope (video.md 7).
 */
export interface VideoCodedError {
  /**
   * Always error (video.md 7).
   */
  status: 'error';
  /**
   * The code, such as ROOM_NOT_FOUND (video.md 7).
   */
  error_code: string;
  /**
   * What is wrong (video.md 7).
   */
  message: string;
  /**
   * Names the request to the operator (video.md 7).
   */
  request_id: string;
}
