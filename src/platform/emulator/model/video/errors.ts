/**
 * Refusals of the video service (video.md 7). A numeric code in the envelope of v2 is used where one fits exactly,
 * otherwise the string code. HTTP statuses of numeric codes are not specified: 400 for a mistake in the request, 403
 * for a person who is not admitted, 404 and 409 as in the table of string codes.
 */
import type { VideoNumericError } from '../../../../../schemas/types/video.ts';
import { createCodedRefusal, Refusal } from '../rest/answers.ts';

const numericErrors = {
  10000: [403, 'Application not found'],
  10001: [400, 'room_id missing'],
  10002: [400, 'name missing'],
  10003: [400, 'Invalid settings.scheduled'],
  10004: [400, 'settings.scheduled_time missing'],
  10005: [400, 'Invalid date-time format for settings.scheduled_time'],
  10006: [400, 'settings.scheduled_time illegible: it is in the past'],
  10007: [400, 'Invalid settings.participants'],
  10008: [400, 'Invalid settings.auto_recording'],
  10009: [400, 'Unknown key in settings'],
  10010: [400, 'owner_ref missing'],
  10011: [400, 'Invalid settings.duration'],
  10012: [400, 'Invalid settings.max_active_talkers'],
  10013: [400, 'Invalid settings.wait_for_moderator'],
  10014: [400, 'Invalid settings.quality'],
  10015: [400, 'sip.uri missing'],
  10016: [400, 'Invalid settings.adhoc'],
  10017: [400, 'Invalid settings.adhoc: the room is scheduled'],
  10018: [400, 'Parameter not valid for this room type'],
  10019: [400, 'Invalid settings.mode'],
  10020: [400, 'settings.mode illegible'],
  10021: [400, 'Room quality higher than the application quality not permitted'],
  10022: [400, 'Invalid settings.moderators'],
  10023: [400, 'Invalid settings.moderators: more than participants'],
  10024: [400, 'settings.peep illegible'],
  10025: [400, 'settings.knock illegible'],
  10026: [400, 'Invalid SIP URI for settings.aor'],
  10030: [409, 'Update of an active room denied'],
  10101: [400, 'name missing'],
  10102: [400, 'user_ref missing'],
  10103: [400, 'role missing'],
  10104: [400, 'Invalid role'],
  10106: [403, 'Update of this room not allowed any more'],
  10111: [403, 'Token denied: conference over'],
  10112: [403, 'Token denied: past the cut-off time'],
  10113: [403, 'Token denied: room not active'],
  10114: [403, 'Token denied: room full'],
  10201: [400, 'from_date missing'],
  10202: [400, 'to_date missing'],
  10203: [400, 'room-id missing'],
  10204: [400, 'conf-num missing'],
  40001: [404, 'Room not found'],
  40002: [403, 'Token denied: unauthorized access to the room'],
  50004: [409, 'Failed to delete room: a session is in progress'],
} as const;

/**
 * Numeric codes that the emulator sends by itself; those of a failing platform (10105, 50000 …) are injected as faults.
 */
export type VideoCode = keyof typeof numericErrors;

class NumericRefusal extends Refusal {
  constructor(status: number, code: number, message: string) {
    super('coded', status, { code: String(code), message });
  }

  override toBody(): VideoNumericError {
    return { result: Number(this.code), error: this.message };
  }
}

/** Creates a refusal with a numeric code. */
export function createNumericRefusal(code: VideoCode): NumericRefusal {
  const [status, message] = numericErrors[code];
  return new NumericRefusal(status, code, message);
}

/** Creates the refusal of an unknown path or method. */
export function createUnroutedRefusal(status: 404 | 405): NumericRefusal {
  return new NumericRefusal(status, status, status === 404 ? 'Resource not found' : 'Method Not Allowed');
}

const stringErrors = {
  ROOM_LOCKED: [403, 'The room was locked by the moderator'],
  MAX_PARTICIPANTS_REACHED: [403, 'The participant limit is reached'],
  ROOM_NOT_FOUND: [404, 'The room is unknown or was deleted'],
  TOKEN_EXPIRED: [403, 'The token expired or was used'],
  RECORDING_ALREADY_ACTIVE: [409, 'A recording is already running'],
  RECORDING_NOT_ACTIVE: [409, 'No recording is running'],
  RECORDING_NOT_FOUND: [404, 'The recording is unknown or expired'],
  UNAUTHORIZED: [401, 'Wrong, missing or badly encoded credentials'],
  CREDENTIAL_EXPIRED: [401, 'The credentials were rotated'],
  PROJECT_SUSPENDED: [403, 'The project is suspended'],
} as const;

/** Creates a refusal with a string code of video.md 7. */
export function createStringRefusal(code: keyof typeof stringErrors): Refusal {
  const [status, message] = stringErrors[code];
  return createCodedRefusal(status, code, message);
}
