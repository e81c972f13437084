/** Helpers of the video requests. */
import type { Room } from '../room.ts';
import { createStringRefusal, createNumericRefusal, type VideoCode } from '../errors.ts';
import { isNestedWithin, readOptionalFields, readOptionalText, type Fields } from '../../rest/fields.ts';
import { createInvalidParam } from '../../rest/answers.ts';
import type { IncomingRequest } from '../../rest/service.ts';
import type { World } from '../../world.ts';

/** Maximum nesting of free-form data; deeper data could not be serialized. */
const MAX_DATA_LEVELS = 100;

/** Returns the room in the path; throws ROOM_NOT_FOUND. */
export function findNamedRoom({ video }: World, { project, params }: IncomingRequest): Room {
  const room = video.rooms.get(params.room_id ?? '');
  if (room?.appId !== project.appId) throw createStringRefusal('ROOM_NOT_FOUND');
  return room;
}

/** Reads required text; its absence has a numeric code. */
export function readNumberedText(fields: Fields, name: string, missing: VideoCode): string {
  const value = readOptionalText(fields, name);
  if (value === undefined || value.trim() === '') throw createNumericRefusal(missing);
  return value;
}

/** Reads optional free-form data. */
export function readData(fields: Fields): Fields | undefined {
  const data = readOptionalFields(fields, 'data');
  if (isNestedWithin(data, MAX_DATA_LEVELS)) return data;
  throw createInvalidParam('data is nested too deeply');
}

/** Handles a path in which the part with this code is missing. */
export function refuseLacking(code: VideoCode): () => never {
  return () => {
    throw createNumericRefusal(code);
  };
}
