/**
 * All error codes of the platform (voice.md 7, sms.md 7, video.md 7), with meaning and retry guidance of the
 * specifications.
 */

export interface CatalogueEntry {
  /** As sent by the platform; numbers are text. */
  code: string;
  /** Description for people; all meanings of a code that services share. */
  meaning: string;
  /** True when the same request may succeed later. */
  retryable: boolean;
  /** Delays before retries, ms; absent on a retryable code: retry after the incident has ended, not now. */
  scheduleMs?: readonly number[];
  /** The call has ended or is unknown to the platform. */
  callEnded?: true;
}

const never = { retryable: false } as const;
const later = { retryable: true } as const;
const ended = { retryable: false, callEnded: true } as const;
const rateLimited = { retryable: true, scheduleMs: [1_000, 2_000, 4_000, 8_000] } as const;
const internalError = { retryable: true, scheduleMs: [2_000, 5_000, 10_000] } as const;

type Row = readonly [code: string, meaning: string, handling: Omit<CatalogueEntry, 'code' | 'meaning'>];

const rows: readonly Row[] = [
  // HTTP statuses, also used as `result` (voice.md 7.1, 7.2, 7.3); `1` is specific to the SMS service (sms.md 7)
  ['1', 'authentication failed', never],
  ['400', 'bad request', never],
  ['401', 'credentials missing or malformed', never],
  ['403', 'credentials wrong, service not enabled, or account suspended', never],
  ['404', 'resource not found', ended],
  ['405', 'method not allowed, or domain not whitelisted', never],
  ['407', 'authorization token wrong or not found', never],
  ['408', 'call is already recording', never],
  ['409', 'conflict with the state of the call, such as: not bridged yet', never],
  ['422', 'validation failed', never],
  ['429', 'rate limit exceeded', rateLimited],
  ['500', 'internal error', internalError],
  ['503', 'service unavailable', later],
  ['511', 'additional authentication required', never],

  // Numeric voice codes (voice.md 7.3)
  ['6101', 'voice service not subscribed', never],
  ['6110', 'application not found', never],
  ['6111', 'call not established', never],
  ['6112', 'call is bridged and cannot play media', never],
  ['6113', 'error creating a bridge', never],
  ['6114', 'failed to add channel to bridge', never],
  ['6115', 'failed to play voice menu on bridge', never],
  ['6116', 'external media request failed', never],
  ['6117', 'text-to-speech not supported for the service', never],
  ['6118', 'phone number not found for the service', never],
  ['6119', 'failed to start recording on bridge', never],
  ['6120', 'error converting text to speech', later],
  ['6121', 'text-to-speech conversion request failed', later],
  ['6122', 'play request pending', later],
  ['6123', 'failed playing text-to-speech on media channel', later],
  ['6124', 'invalid parameter for outbound call', never],
  ['6125', 'text-to-speech request failed', later],
  ['6126', 'text-to-speech request failed', later],
  ['6127', 'text-to-speech request failed', later],
  ['6128', 'text-to-speech request longer than 1024 characters', never],
  ['6129', 'text-to-speech quota or request rate exceeded', later],
  ['6130', 'network or server-side issue', later],
  ['6131', 'invalid parameter for outbound call', never],
  ['6132', 'error answering an incoming call', never],
  ['6133', 'inbound number not associated with any service', never],
  ['6134', 'unable to connect to the voice server', later],
  ['6135', 'invalid parameter in recording request', never],
  ['6136', 'recording format not supported', never],
  ['6137', 'recording file name already exists', never],
  ['6138', 'recording resource not found', never],
  ['6139', 'unable to stop the recording', never],
  ['6140', 'error fetching the recording file', later],
  ['6141', 'SIP gateway unavailable', later],
  ['6142', 'wallet balance check failed', never],
  ['6143', 'speech not recognized', never],
  ['6144', 'speech recognition cancelled by the user', never],
  ['6145', 'speech recognition cancelled at end of stream', never],
  ['6146', 'speech recognition cancelled due to an error', never],

  // Numeric video codes (video.md 7)
  ['10000', 'application not found', never],
  ['10001', 'room_id missing', never],
  ['10002', 'name missing', never],
  ['10003', 'invalid settings.scheduled', never],
  ['10004', 'settings.scheduled_time missing', never],
  ['10005', 'invalid date-time format of settings.scheduled_time', never],
  ['10006', 'settings.scheduled_time illegible', never],
  ['10007', 'invalid settings.participants', never],
  ['10008', 'invalid settings.auto_recording', never],
  ['10009', 'unknown key in settings', never],
  ['10010', 'owner_ref missing', never],
  ['10011', 'invalid settings.duration', never],
  ['10012', 'invalid settings.active_talker', never],
  ['10013', 'invalid settings.wait_moderator', never],
  ['10014', 'invalid settings.quality', never],
  ['10015', 'sip.uri missing', never],
  ['10016', 'invalid settings.adhoc', never],
  ['10017', 'invalid settings.adhoc', never],
  ['10018', 'parameter not valid for this room type', never],
  ['10019', 'invalid settings.mode', never],
  ['10020', 'illegible settings.mode', never],
  ['10021', 'room quality higher than the application quality', never],
  ['10022', 'invalid settings.moderators', never],
  ['10023', 'invalid settings.moderators', never],
  ['10024', 'illegible settings.peep', never],
  ['10025', 'illegible settings.knock', never],
  ['10026', 'invalid SIP URI in settings.aor', never],
  ['10030', 'update of an active room denied', never],
  ['10101', 'token name missing', never],
  ['10102', 'user_ref missing', never],
  ['10103', 'role missing', never],
  ['10104', 'invalid role', never],
  ['10105', 'server busy', later],
  ['10106', 'update of this room type not allowed', never],
  ['10111', 'token denied: conference over', never],
  ['10112', 'token denied: past the cut-off time', never],
  ['10113', 'token denied: room not active', never],
  ['10114', 'token denied: room full', never],
  ['10201', 'from_date missing', never],
  ['10202', 'to_date missing', never],
  ['10203', 'room-id missing', never],
  ['10204', 'conf-num missing', never],
  ['40001', 'room not found', never],
  ['40002', 'token denied: unauthorized access to the room', never],
  ['50000', 'internal server error', internalError],
  ['50001', 'failed to create room', later],
  ['50002', 'failed to list rooms', later],
  ['50003', 'failed to get room', later],
  ['50004', 'failed to delete room', later],
  ['50005', 'failed to list room users', later],

  // String codes (voice.md 7.4, sms.md 7, video.md 7)
  ['UNAUTHORIZED', 'credentials wrong, expired or badly encoded', never],
  ['CREDENTIAL_EXPIRED', 'credentials rotated', never],
  ['PROJECT_SUSPENDED', 'project suspended', never],
  ['RATE_LIMITED', 'rate limit exceeded', rateLimited],
  ['INTERNAL_ERROR', 'platform error', internalError],
  ['INVALID_PARAM', 'missing or invalid parameter', never],
  ['CALLER_ID_NOT_ALLOWED', 'from number not provisioned on the project', never],
  ['DESTINATION_BLOCKED', 'destination on the block list of the project', never],
  ['INVALID_RECIPIENT', 'to number unreachable or not in E.164 format', never],
  ['CALL_ALREADY_ENDED', 'action on a call that has ended', ended],
  ['CARRIER_UNAVAILABLE', 'destination carrier temporarily unreachable', later],

  ['SENDER_NOT_CONFIGURED', 'sender id not assigned to the project', never],
  ['DLT_VALIDATION_FAILED', "entity, sender or template not registered on the regulator's portal", never],
  ['OPT_OUT', 'recipient opted out', never],
  ['MESSAGE_TOO_LONG', 'message exceeds carrier limits', never],
  ['ROOM_LOCKED', 'room locked by the moderator', never],
  ['MAX_PARTICIPANTS_REACHED', 'participant limit of the room reached', never],
  ['ROOM_NOT_FOUND', 'room id unknown or deleted', never],
  ['TOKEN_EXPIRED', 'token expired', never],
  ['RECORDING_ALREADY_ACTIVE', 'recording already running', never],
  ['RECORDING_NOT_ACTIVE', 'no recording is running', never],
  ['RECORDING_NOT_FOUND', 'recording id unknown or expired', never],

  // Webhook-action codes (voice.md 7.4): each ends its call, except those of a recording or stream, where later
  // notifications tell whether the call continues
  ['WEBHOOK_TIMEOUT', 'the webhook gave no answer within 5 seconds', ended],
  ['WEBHOOK_HTTP_ERROR', 'the webhook answered with another status than 2xx', ended],
  ['INVALID_ACTION', 'malformed or unsupported action', ended],
  ['CONNECT_TIMEOUT', 'the outbound leg did not answer in time', ended],
  ['RECORD_FAILED', 'recording failed', never],
  ['STREAM_FAILED', 'the WebSocket connection could not be established', never],
];

export const errorCatalogue: ReadonlyMap<string, CatalogueEntry> = new Map(
  rows.map(([code, meaning, handling]) => [code, { code, meaning, ...handling }]),
);
