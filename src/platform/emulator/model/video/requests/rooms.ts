/** Requests that create, list, show, change and delete rooms (video.md 2.1, 3, 4). */
import type {
  DoneAnswer,
  Room as ShownRoom,
  RoomAnswer,
  RoomsAnswer,
  RoomSettings,
  RoomSip,
} from '../../../../../../schemas/types/video.ts';
import {
  readOptionalFields,
  readOptionalFlag,
  readOptionalText,
  readBody,
  type Fields,
} from '../../rest/fields.ts';
import { isSipUri } from '../../numbers.ts';
import type { IncomingRequest } from '../../rest/service.ts';
import type { World } from '../../world.ts';
import { createNumericRefusal } from '../errors.ts';
import { noteRoom } from '../notifications.ts';
import { createRoom, type Room } from '../room.ts';
import { isPastUpdates } from '../room-availability.ts';
import { checkSettings, readSettings, fillDefaults } from '../room-settings.ts';
import { removeRoom } from '../session.ts';
import { findNamedRoom, readNumberedText, readData } from './incoming.ts';

/** POST /rooms. */
export function addRoom(world: World, { project, body }: IncomingRequest): RoomAnswer {
  const fields = readBody(body);
  const name = readNumberedText(fields, 'name', 10002);
  const ownerRef = readNumberedText(fields, 'owner_ref', 10010);
  const settings = readSettings(readOptionalFields(fields, 'settings') ?? {});
  checkSettings(settings, getTerms(world));
  const room: Room = {
    ...createRoom({
      id: world.ids.next('room'),
      appId: project.appId,
      createdAt: world.clock.now,
      name,
      ownerRef,
    }),
    settings,
    sip: readSip(fields),
    data: readData(fields),
  };
  world.video.rooms.set(room.id, room);
  noteRoom(world, room, { event: 'created', name });
  return { result: 0, room: toShownRoom(world, room) };
}

/** GET /rooms. Lists include only the settings that say when a room can be used. */
export function listRooms(world: World, { project }: IncomingRequest): RoomsAnswer {
  const rooms = [...world.video.rooms.values()].filter(({ appId }) => appId === project.appId);
  return { result: 0, rooms: rooms.map((room) => toListedRoom(toShownRoom(world, room))) };
}

/** GET /rooms/{room_id}. */
export function showRoom(world: World, incoming: IncomingRequest): RoomAnswer {
  return { result: 0, room: toShownRoom(world, findNamedRoom(world, incoming)) };
}

/**
 * PATCH /rooms/{room_id}. Absent and null fields keep their values, also within `settings` and `sip`. Refused with
 * 10030 while a session runs, with 10106 later than 30 minutes before the start of a scheduled room, and with 10018
 * when it would change the room's type.
 */
export function updateRoom(world: World, incoming: IncomingRequest): DoneAnswer {
  const room = findNamedRoom(world, incoming);
  if (room.session !== undefined) throw createNumericRefusal(10030);
  if (isPastUpdates(room, world.clock.now)) throw createNumericRefusal(10106);
  const fields = readBody(incoming.body);
  const name = readReplacement(fields, 'name', { missing: 10002, old: room.name });
  const ownerRef = readReplacement(fields, 'owner_ref', { missing: 10010, old: room.ownerRef });
  const settings = { ...room.settings, ...readSettings(readOptionalFields(fields, 'settings') ?? {}) };
  if (getRoomType(settings) !== getRoomType(room.settings)) throw createNumericRefusal(10018);
  checkSettings(settings, getTerms(world));
  const sip = readSip(fields);
  const data = readData(fields) ?? room.data;
  Object.assign(room, { name, ownerRef, settings, sip: sip ? { ...room.sip, ...sip } : room.sip, data });
  noteRoom(world, room, { event: 'changed' });
  return { result: 0 };
}

/** DELETE /rooms/{room_id}. Refused with 50004 while a session runs; archives and CDRs are kept. */
export function deleteRoom(world: World, incoming: IncomingRequest): DoneAnswer {
  const room = findNamedRoom(world, incoming);
  if (room.session !== undefined) throw createNumericRefusal(50004);
  removeRoom(world, room);
  return { result: 0 };
}

function readReplacement(
  fields: Fields,
  name: string,
  about: { missing: 10002 | 10010; old: string },
): string {
  return (fields[name] ?? undefined) === undefined
    ? about.old
    : readNumberedText(fields, name, about.missing);
}

function getTerms({ settings, clock }: World) {
  return { quality: settings.video.quality, now: clock.now };
}

/** Reads the SIP settings; an invalid address is refused with 10015. */
function readSip(fields: Fields): RoomSip | undefined {
  const sip = readOptionalFields(fields, 'sip');
  if (sip === undefined) return undefined;
  const enabled = readOptionalFlag(sip, 'enabled');
  const uri = readOptionalText(sip, 'uri');
  if (uri !== undefined && !isSipUri(uri)) throw createNumericRefusal(10015);
  return { ...(enabled !== undefined && { enabled }), ...(uri !== undefined && { uri }) };
}

function getRoomType({ scheduled, adhoc }: RoomSettings): string {
  return scheduled === true ? 'scheduled' : adhoc === true ? 'adhoc' : 'permanent';
}

function toShownRoom({ settings: { video } }: World, room: Room): ShownRoom {
  const { sip, data } = room;
  const uri = sip?.enabled === true ? { uri: `sip:${room.id}@${video.sipDomain}` } : {};
  return {
    name: room.name,
    owner_ref: room.ownerRef,
    settings: fillDefaults(room.settings, video.quality),
    sip: { enabled: false, ...uri, ...sip },
    ...(data && { data }),
    created: new Date(room.createdAt).toISOString(),
    room_id: room.id,
  };
}

function toListedRoom(room: ShownRoom): ShownRoom {
  const { mode, scheduled, scheduled_time: time, adhoc, duration } = room.settings ?? {};
  const subset = { mode, scheduled, scheduled_time: time, adhoc, duration };
  const settings = Object.fromEntries(Object.entries(subset).filter(([, value]) => value !== undefined));
  return { ...room, settings };
}
