import type { RoomTokenAnswer } from '../../../../wire/index.ts';
import { readBody } from '../../fields.ts';
import type { Incoming } from '../../service.ts';
import type { World } from '../../world.ts';
import { numeric, worded } from '../errors.ts';
import { findRoom } from '../find-room.ts';
import { isFull, isRole } from '../roles.ts';
import type { Room } from '../room.ts';
import { tokenHindrance } from '../room-life.ts';
import { issueToken } from '../token.ts';
import type { Holder } from '../token.ts';
import { numberedText, optionalData } from './incoming.ts';

/**
 * POST /rooms/{room_id}/tokens (video.md 2.2, 3, 7, 8). Of an unknown room this route says 40001, and of a room of another
 * project 40002. The role audience needs a room with `audiences`, which is what enables the broadcast stream.
 */
export function createToken(world: World, incoming: Incoming): RoomTokenAnswer {
  const room = findRoom(world, incoming.params.room_id ?? '', incoming.project.appId);
  if (room === undefined) throw numeric(40001);
  if (room.appId !== incoming.project.appId) throw numeric(40002);
  const holder = readHolder(room, incoming);
  const hindrance = tokenHindrance(room, world.clock.now);
  if (hindrance !== undefined) throw numeric(hindrance);
  if (room.session?.locked === true) throw worded('ROOM_LOCKED');
  if (isFull(room, holder.role)) throw numeric(10114);
  return { result: 0, token: issueToken(world, room, holder) };
}

function readHolder(room: Room, { body }: Incoming): Holder {
  const fields = readBody(body);
  const name = numberedText(fields, 'name', 10101);
  const role = numberedText(fields, 'role', 10103);
  if (!isRole(role) || (role === 'audience' && room.settings.audiences === undefined)) throw numeric(10104);
  const userRef = numberedText(fields, 'user_ref', 10102);
  const data = optionalData(fields);
  return { name, userRef, role, ...(data && { data }) };
}
