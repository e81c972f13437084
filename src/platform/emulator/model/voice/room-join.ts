/** Calls in video rooms (voice.md 2.2): the application is notified; the call leaves the room when it ends. */
import { Refusal } from '../rest/answers.ts';
import { joinByPhone } from '../video/phone-participants.ts';
import { writeEntry, sendNotification } from './effects.ts';
import type { World } from '../world.ts';
import type { Call } from './call.ts';

/** Joins the call to a room of its project; throws the room's refusal. */
export function joinRoom(world: World, call: Call, roomId: string): void {
  if (!joinByPhone(world, roomId, call)) return;
  writeEntry(world, call, { kind: 'room_joined', room_id: roomId });
  sendNotification(world, call, { state: 'joined' });
}

/**
 * Joins the call to a room when it was answered. There is no request to refuse any more and no notification is
 * specified, so a refusal is only written to the journal, and the call continues.
 */
export function joinRoomOnAnswer(world: World, call: Call, roomId: string): void {
  try {
    joinRoom(world, call, roomId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    writeEntry(world, call, { kind: 'room_refused', room_id: roomId, code: error.code });
  }
}
