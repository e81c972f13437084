/** Requests about a running session (video.md 2.3, 4, 7). */
import type { DoneAnswer, RoomRecordingAnswer, RoomUsersAnswer } from '../../../../wire/index.ts';
import type { Incoming } from '../../rest/service.ts';
import type { World } from '../../world.ts';
import { numeric, worded } from '../errors.ts';
import { startRecording, stopRecording } from '../records/recording.ts';
import { shownUser } from '../roles.ts';
import { presentIn } from '../room.ts';
import type { Room } from '../room.ts';
import { setLocked } from '../session.ts';
import { namedRoom } from './incoming.ts';

/** GET /rooms/{room_id}/users, without people in the lobby. */
export function listUsers(world: World, incoming: Incoming): RoomUsersAnswer {
  const room = namedRoom(world, incoming);
  const users = presentIn(room).map((participant) => shownUser(room, participant));
  return { result: 0, total: users.length, users };
}

/** PUT /rooms/{room_id}/unlock; has no effect on an unlocked room. */
export function unlock(world: World, incoming: Incoming): DoneAnswer {
  setLocked(world, namedRoom(world, incoming), false);
  return { result: 0 };
}

/** POST or PUT /rooms/{room_id}/recording/start; refused with 10113 without a running session. */
export function startRoomRecording(world: World, incoming: Incoming): RoomRecordingAnswer {
  const room = namedRoom(world, incoming);
  const { session } = room;
  if (session === undefined) throw numeric(10113);
  if (session.recording !== undefined) throw worded('RECORDING_ALREADY_ACTIVE');
  return recordingAnswer(room, session.confNum, startRecording(world, room, session).id);
}

/** POST or PUT /rooms/{room_id}/recording/stop. */
export function stopRoomRecording(world: World, incoming: Incoming): RoomRecordingAnswer {
  const room = namedRoom(world, incoming);
  const recording = room.session && stopRecording(world, room, room.session);
  if (room.session === undefined || recording === undefined) throw worded('RECORDING_NOT_ACTIVE');
  return recordingAnswer(room, room.session.confNum, recording.id);
}

function recordingAnswer(room: Room, confNum: string, recordingId: string): RoomRecordingAnswer {
  return { result: 0, recording_id: recordingId, room_id: room.id, conf_num: confNum };
}
