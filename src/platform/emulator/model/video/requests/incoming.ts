/** Helpers of the video requests. */
import type { Room } from '../room.ts';
import { worded } from '../errors.ts';
import { isNestedWithin, optionalFields, optionalText } from '../../rest/fields.ts';
import type { Fields } from '../../rest/fields.ts';
import { invalid } from '../../rest/answers.ts';
import type { Incoming } from '../../rest/service.ts';
import type { World } from '../../world.ts';
import { numeric } from '../errors.ts';
import type { VideoCode } from '../errors.ts';

/** Maximum nesting of free-form data; deeper data could not be serialized. */
const deepest = 100;

/** Returns the room in the path; throws ROOM_NOT_FOUND. */
export function namedRoom({ video }: World, { project, params }: Incoming): Room {
  const room = video.rooms.get(params.room_id ?? '');
  if (room?.appId !== project.appId) throw worded('ROOM_NOT_FOUND');
  return room;
}

/** Reads required text; its absence has a numeric code. */
export function numberedText(fields: Fields, name: string, missing: VideoCode): string {
  const value = optionalText(fields, name);
  if (value === undefined || value.trim() === '') throw numeric(missing);
  return value;
}

/** Reads optional free-form data. */
export function optionalData(fields: Fields): Fields | undefined {
  const data = optionalFields(fields, 'data');
  if (isNestedWithin(data, deepest)) return data;
  throw invalid('data is nested too deeply');
}

/** Handles a path in which the part with this code is missing. */
export function lacking(code: VideoCode): () => never {
  return () => {
    throw numeric(code);
  };
}
