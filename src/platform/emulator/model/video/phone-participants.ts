/** Telephone parties in rooms (voice.md 2.2 `room`): they take part as audio participants until their call ends. */
import type { Call } from '../voice/call.ts';
import type { World } from '../world.ts';
import { roomOf } from './find-room.ts';
import { enter, leave } from './session.ts';

/**
 * Joins the person on our line to a room of the call's project; throws the refusal when the room does not take them.
 * A call that is in the room already stays there: false. Dial-in (`sip.enabled`) is for people who dial a room themselves, so
 * it is not asked for here.
 */
export function joinByPhone(world: World, roomId: string, call: Call): boolean {
  const { video } = world;
  const room = roomOf(world, roomId, call.appId);
  const earlier = video.phones.get(call.voiceId);
  if (earlier !== undefined && video.whereabouts.get(earlier) === room) return false;
  const name = call.direction === 'inbound' ? call.from : call.to;
  const visitor = { name, userRef: call.voiceId, role: 'participant', agent: 'phone' } as const;
  const participant = enter(world, room, visitor);
  leaveByPhone(world, call.voiceId);
  video.phones.set(call.voiceId, participant.id);
  return true;
}

/** The call ended, or was bridged: its party leaves the room, if it is in one. */
export function leaveByPhone(world: World, voiceId: string): void {
  const { video } = world;
  const participantId = video.phones.get(voiceId);
  if (participantId === undefined) return;
  video.phones.delete(voiceId);
  const room = video.whereabouts.get(participantId);
  if (room !== undefined) leave(world, room, participantId);
}
