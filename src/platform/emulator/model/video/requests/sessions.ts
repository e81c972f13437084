/** Requests about a running session (video.md 2.3, 4, 7). */
import type {
  DoneAnswer,
  RoomRecordingAnswer,
  RoomUsersAnswer,
} from '../../../../../../schemas/types/video.ts';
import type { IncomingRequest } from '../../rest/service.ts';
import type { World } from '../../world.ts';
import { createNumericRefusal, createStringRefusal } from '../errors.ts';
import { startRecording, stopRecording } from '../records/recording.ts';
import { toRoomUser } from '../roles.ts';
import { listParticipants, type Room } from '../room.ts';
import { setLocked } from '../session.ts';
import { findNamedRoom } from './incoming.ts';

/** GET /rooms/{room_id}/users, without people in the lobby. */
export function listUsers(world: World, incoming: IncomingRequest): RoomUsersAnswer {
  const room = findNamedRoom(world, incoming);
  const users = listParticipants(room).map((participant) => toRoomUser(room, participant));
  return { result: 0, total: users.length, users };
}

/** PUT /rooms/{room_id}/unlock; has no effect on an unlocked room. */
export function unlockRoom(world: World, incoming: IncomingRequest): DoneAnswer {
  setLocked(world, findNamedRoom(world, incoming), false);
  return { result: 0 };
}

/** POST or PUT /rooms/{room_id}/recording/start; refused with 10113 without a running session. */
export function startRoomRecording(world: World, incoming: IncomingRequest): RoomRecordingAnswer {
  const room = findNamedRoom(world, incoming);
  const { session } = room;
  if (session === undefined) throw createNumericRefusal(10113);
  if (session.recording !== undefined) throw createStringRefusal('RECORDING_ALREADY_ACTIVE');
  return toRecordingAnswer(room, session.confNum, startRecording(world, room, session).id);
}

/** POST or PUT /rooms/{room_id}/recording/stop. */
export function stopRoomRecording(world: World, incoming: IncomingRequest): RoomRecordingAnswer {
  const room = findNamedRoom(world, incoming);
  const recording = room.session && stopRecording(world, room, room.session);
  if (room.session === undefined || recording === undefined)
    throw createStringRefusal('RECORDING_NOT_ACTIVE');
  return toRecordingAnswer(room, room.session.confNum, recording.id);
}

function toRecordingAnswer(room: Room, confNum: string, recordingId: string): RoomRecordingAnswer {
  return { result: 0, recording_id: recordingId, room_id: room.id, conf_num: confNum };
}
