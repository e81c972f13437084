/** The person on our line in a video room (voice.md 2.2): told to the application, and left again when the call ends. */
import { Refusal } from '../rest/answers.ts';
import { joinByPhone } from '../video/phone-participants.ts';
import { note, notify } from './effects.ts';
import type { World } from '../world.ts';
import type { Call } from './call.ts';

/** Joins the call to a room of its project; throws the room's refusal. */
export function joinRoom(world: World, call: Call, roomId: string): void {
  if (!joinByPhone(world, roomId, call)) return;
  note(world, call, { kind: 'room_joined', room_id: roomId });
  notify(world, call, { state: 'joined' });
}

/**
 * The same when the call was answered: there is nobody any more to whom a refusal could be answered, and no notification
 * for it is shown, so the call goes on and the refusal stands in the journal.
 */
export function joinRoomOnAnswer(world: World, call: Call, roomId: string): void {
  try {
    joinRoom(world, call, roomId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(world, call, { kind: 'room_refused', room_id: roomId, code: error.code });
  }
}
