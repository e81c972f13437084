/** What the requests about rooms have in common. */
import type { Room } from '../room.ts';
import { worded } from '../errors.ts';
import { isNestedWithin, optionalFields, optionalText } from '../../rest/fields.ts';
import type { Fields } from '../../rest/fields.ts';
import { invalid } from '../../rest/answers.ts';
import type { Incoming } from '../../rest/service.ts';
import type { World } from '../../world.ts';
import { numeric } from '../errors.ts';
import type { VideoCode } from '../errors.ts';

/** Deeper data could not be written as JSON again. */
const deepest = 100;

/** The project's room that the path names; throws ROOM_NOT_FOUND. */
export function namedRoom({ video }: World, { project, params }: Incoming): Room {
  const room = video.rooms.get(params.room_id ?? '');
  if (room?.appId !== project.appId) throw worded('ROOM_NOT_FOUND');
  return room;
}

/** Text that must be there; what is missing has a number of its own. */
export function numberedText(fields: Fields, name: string, missing: VideoCode): string {
  const value = optionalText(fields, name);
  if (value === undefined || value.trim() === '') throw numeric(missing);
  return value;
}

/** Free-form data that may be absent. */
export function optionalData(fields: Fields): Fields | undefined {
  const data = optionalFields(fields, 'data');
  if (isNestedWithin(data, deepest)) return data;
  throw invalid('data is nested too deeply');
}

/** A route without the part of its path that has this number. */
export function lacking(code: VideoCode): () => never {
  return () => {
    throw numeric(code);
  };
}
