import type { World } from '../world.ts';
import { worded } from './errors.ts';
import { newRoom } from './room.ts';
import type { Room } from './room.ts';

/** Finds a room of any project; with the setting `anyRoom` an unknown room is created for the project. */
export function findRoom({ video, clock, settings }: World, id: string, appId: string): Room | undefined {
  const known = video.rooms.get(id);
  if (known !== undefined || !settings.video.anyRoom) return known;
  const room = newRoom({ id, appId, createdAt: clock.now, name: id, ownerRef: id });
  video.rooms.set(id, room);
  return room;
}

/** Returns a room of the project; throws when there is none. */
export function roomOf(world: World, roomId: string, appId: string): Room {
  const room = findRoom(world, roomId, appId);
  if (room?.appId !== appId) throw worded('ROOM_NOT_FOUND');
  return room;
}
