import type { World } from '../world.ts';
import { createStringRefusal } from './errors.ts';
import { createRoom, type Room } from './room.ts';

/** Finds a room of any project; with the setting `anyRoom` an unknown room is created for the project. */
export function findRoom({ video, clock, settings }: World, id: string, appId: string): Room | undefined {
  const known = video.rooms.get(id);
  if (known !== undefined || !settings.video.anyRoom) return known;
  const room = createRoom({ id, appId, createdAt: clock.now, name: id, ownerRef: id });
  video.rooms.set(id, room);
  return room;
}

/** Returns a room of the project; throws when there is none. */
export function requireRoom(world: World, roomId: string, appId: string): Room {
  const room = findRoom(world, roomId, appId);
  if (room?.appId !== appId) throw createStringRefusal('ROOM_NOT_FOUND');
  return room;
}
