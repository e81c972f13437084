/** Error codes with which the platform can refuse each command (voice.md 7, sms.md 7, video.md 7; docs/platform.md). */
import type { CommandKind } from '../../call/index.ts';
import { listRetryWaits } from '../testkit/index.ts';
import { isDoneCode, errorCatalogue, readMeaning } from '../../platform/wire/index.ts';

const splitWords = (text: string) => text.split(' ');

/** Codes of every HTTP endpoint. */
const anywhere = splitWords(
  '400 401 403 405 407 429 500 503 511 UNAUTHORIZED CREDENTIAL_EXPIRED PROJECT_SUSPENDED RATE_LIMITED INTERNAL_ERROR INVALID_PARAM',
);
const ofVoice = [...anywhere, ...splitWords('6101 6110 6130 6134')];
/** Codes of commands that need an existing call. */
const onLine = [...ofVoice, ...splitWords('404 6111 CALL_ALREADY_ENDED')];
const ofDestination = splitWords(
  '6118 6141 6142 CALLER_ID_NOT_ALLOWED DESTINATION_BLOCKED INVALID_RECIPIENT CARRIER_UNAVAILABLE',
);
const ofSpeech = splitWords('6117 6120 6121 6123 6125 6126 6127 6128 6129');
const ofRoom = splitWords(
  '10000 10001 10105 10111 10112 10113 10114 40001 40002 50000 ROOM_LOCKED MAX_PARTICIPANTS_REACHED ROOM_NOT_FOUND',
);
const ofRoomSettings = splitWords(
  '10002 10003 10004 10005 10006 10007 10008 10009 10010 10011 10012 10013 10014 10015 10016 10017 10018 10019 10020 10021 10022 10023 10024 10025 10026',
);

/** Command → the codes of its endpoint. */
export const refusalsOf: Record<CommandKind, readonly string[]> = {
  dial: [...ofVoice, ...ofDestination, ...ofSpeech, '6124', '6131'],
  accept: [...onLine, ...splitWords('409 6132 6133 CALL_ALREADY_ACCEPTED')],
  play: [...onLine, ...ofSpeech, ...splitWords('6112 6115 6116 6122')],
  connect: [...onLine, ...ofDestination, ...splitWords('6113 6114')],
  hold: [...onLine, '409'],
  record: [...onLine, ...splitWords('408 409 6119 6135 6136 6137')],
  stop_recording: [...onLine, ...splitWords('6135 6138 6139')],
  record_message: [...onLine, ...splitWords('408 6119')],
  stream: [...onLine, ...splitWords('409 6116 STREAM_FAILED')],
  stop_stream: onLine,
  join: [...onLine, ...ofRoom, '6113', 'TOKEN_EXPIRED'],
  create_room: [...anywhere, ...ofRoomSettings, ...splitWords('10000 10105 50000 50001')],
  create_token: [...anywhere, ...ofRoom, ...splitWords('10101 10102 10103 10104')],
  sms: [
    ...anywhere,
    ...splitWords(
      '1 INVALID_RECIPIENT SENDER_NOT_CONFIGURED DLT_VALIDATION_FAILED OPT_OUT MESSAGE_TOO_LONG CARRIER_UNAVAILABLE',
    ),
  ],
  hangup: onLine,
};

/** Classifies a refusal by its effect on a call. Quick runs try one code of each class. */
export function classifyRefusal(kind: CommandKind, code: string): string {
  const entry = errorCatalogue.get(code);
  if (readMeaning(kind, code) === 'party_talks') return 'bridged';
  if (entry?.callEnded === true) return `ended${code === '404' ? ', or not found' : ''}`;
  if (isDoneCode({ kind }, code)) return 'done before';
  return entry?.retryable === true ? 'passing' : 'final';
}

/** Codes after which the specifications require retries. */
export const repeatedCodes = ['429', '500'] as const;

/** Lists the numbers of refused attempts to try: one, and as many as the engine retries. */
export function listRefusedAttempts(code: string): number[] {
  return [...new Set([1, listRetryWaits(code).length])];
}
