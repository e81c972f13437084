/** Fields common to calls and broadcasts (voice.md 2.1, 2.2, 9). */
import { createInvalidParam } from '../../rest/answers.ts';
import { requireRoom } from '../../video/find-room.ts';
import type { Echo } from '../call.ts';
import {
  isNestedWithin,
  readOptionalFields,
  readOptionalNumber,
  readOptionalText,
  readOptionalUrl,
  readRequiredText,
  type Fields,
} from '../../rest/fields.ts';
import type { DialOrder } from '../line.ts';
import type { OnConnect } from '../on-connect.ts';
import type { Project } from '../../project.ts';
import type { World } from '../../world.ts';
import { readConnect } from './connect.ts';
import { readPlay } from './play.ts';
import { readStream } from './stream.ts';

/** Reads the webhook in both forms of voice.md 2.1. */
export function readWebhook(body: Fields): string | undefined {
  const nested = readOptionalUrl(readOptionalFields(body, 'webhook') ?? {}, 'url');
  return readOptionalUrl(body, 'event_url') ?? nested;
}

/** Reads the data to echo in every notification (voice.md 2.1). */
export function readEcho(body: Fields): Echo {
  const owner = readOptionalText(body, 'owner_ref');
  const data = readOptionalFields(body, 'custom_data');
  if (!isNestedWithin(data, 64)) throw createInvalidParam('custom_data is nested too deeply');
  return { ...(owner !== undefined && { owner_ref: owner }), ...(data && { custom_data: data }) };
}

/** Checks that the room exists; whether it admits the caller is decided at the answer. */
function readRoom(world: World, { appId }: Project, fields: Fields): string {
  const roomId = readRequiredText(fields, 'room_id');
  requireRoom(world, roomId, appId);
  return roomId;
}

const modes: Record<string, (world: World, project: Project, fields: Fields) => OnConnect> = {
  play: (world, project, fields) => ({ mode: 'play', order: readPlay(world, project, fields) }),
  connect: (world, project, fields) => ({ mode: 'connect', to: readConnect(world, project, fields) }),
  room: (world, project, fields) => ({ mode: 'room', roomId: readRoom(world, project, fields) }),
  stream: (_world, project, fields) => ({ mode: 'stream', wssHost: readStream(project, fields) }),
};

/** Reads the action at the answer, which must be a single one (voice.md 2.2). */
export function readOnConnect(world: World, project: Project, fields: Fields): OnConnect | undefined {
  const given = Object.entries(modes).flatMap(([name, read]) => {
    const mode = readOptionalFields(fields, name);
    return mode ? [{ read, mode }] : [];
  });
  if (given.length > 1) throw createInvalidParam('action_on_connect must hold one mode');
  const [first] = given;
  if (first === undefined && Object.keys(fields).length > 0) {
    throw createInvalidParam(`action_on_connect must hold one of ${Object.keys(modes).join(', ')}`);
  }
  return first?.read(world, project, first.mode);
}

/** Reads the retries (voice.md 2.1). */
export function readRetry(body: Fields): DialOrder['retry'] {
  const fields = readOptionalFields(body, 'retry');
  if (fields === undefined) return { intervalMs: 0, maxAttempts: 1 };
  const interval = readOptionalNumber(fields, 'interval', { least: 0, most: 604_800 });
  const attempts = readOptionalNumber(fields, 'max_attempts', { least: 1, most: 1_000 });
  if (interval === undefined || attempts === undefined)
    throw createInvalidParam('retry needs interval and max_attempts');
  if (!Number.isInteger(interval) || !Number.isInteger(attempts))
    throw createInvalidParam('retry holds integers');
  return { intervalMs: interval * 1_000, maxAttempts: attempts };
}
