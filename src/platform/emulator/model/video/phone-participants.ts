/** Phone calls in video rooms (voice.md 2.2 `room`): audio participants until the call ends. */
import type { Call } from '../voice/call.ts';
import type { World } from '../world.ts';
import { requireRoom } from './find-room.ts';
import { enterRoom, removeParticipant } from './session.ts';

/**
 * Joins the call to a room of its project; throws the room's refusal. Returns false for a call that is already in the
 * room. Dial-in (`sip.enabled`) is not required, since it concerns people who dial a room themselves.
 */
export function joinByPhone(world: World, roomId: string, call: Call): boolean {
  const { video } = world;
  const room = requireRoom(world, roomId, call.appId);
  const earlier = video.phones.get(call.voiceId);
  if (earlier !== undefined && video.roomByParticipant.get(earlier) === room) return false;
  const name = call.direction === 'inbound' ? call.from : call.to;
  const visitor = { name, userRef: call.voiceId, role: 'participant', agent: 'phone' } as const;
  const participant = enterRoom(world, room, visitor);
  leaveByPhone(world, call.voiceId);
  video.phones.set(call.voiceId, participant.id);
  return true;
}

/** Removes the call from its room, if any, when the call ends or is bridged. */
export function leaveByPhone(world: World, voiceId: string): void {
  const { video } = world;
  const participantId = video.phones.get(voiceId);
  if (participantId === undefined) return;
  video.phones.delete(voiceId);
  const room = video.roomByParticipant.get(participantId);
  if (room !== undefined) removeParticipant(world, room, participantId);
}
