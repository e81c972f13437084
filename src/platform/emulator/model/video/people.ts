/** Actions of people at video clients. A refusal is returned as data with the platform's code. */
import { createCodedRefusal, Refusal } from '../rest/answers.ts';
import type { ParticipantView, RoomView } from '../../views/index.ts';
import type { World } from '../world.ts';
import { createNumericRefusal, createStringRefusal } from './errors.ts';
import { failRecording, startRecording, stopRecording } from './records/recording.ts';
import { getPermissions } from './roles.ts';
import { listParticipants, type Participant, type Room } from './room.ts';
import { admitParticipant, enterRoom, removeParticipant, setLocked } from './session.ts';
import { readToken, useToken } from './token.ts';

/** Success, or a refusal with a code of video.md 7 and its HTTP status. */
export type RoomOutcome<T = object> =
  ({ ok: true } & T) | { ok: false; status: number; code: string; message: string };

/** A person who joined or waits in the lobby. */
interface Joined {
  room_id: string;
  participant_id: string;
  waiting: boolean;
}

/** An action on the recording of a room; `by` is the participant who takes it, who must be a moderator. */
interface RecordingAction {
  roomId: string;
  by?: string;
  action: 'start' | 'stop' | 'fail';
}

export class RoomPeople {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Lists rooms in the order in which they were created. */
  list(now: number): RoomView[] {
    const { clock, video } = this.#world;
    clock.runUntil(now);
    return Array.from(video.rooms.values(), toRoomView);
  }

  /** Joins with a token: the session, or the lobby (`waiting`). */
  join(token: string, now: number): RoomOutcome<Joined> {
    return this.#attempt(now, (world) => {
      const claims = readToken(world, token);
      const room = world.video.rooms.get(claims.room_id);
      if (room === undefined) throw createStringRefusal('ROOM_NOT_FOUND');
      const { name, user_ref: userRef } = claims.user;
      const participant = enterRoom(world, room, { name, userRef, role: claims.role, agent: 'emulator' });
      useToken(world, claims);
      return toJoined(room, participant);
    });
  }

  /** Joins by phone, if the room has dial-in (video.md 2.1 `sip.enabled`). */
  dialIn({ roomId, from }: { roomId: string; from: string }, now: number): RoomOutcome<Joined> {
    return this.#attempt(now, (world) => {
      const room = requireRoom(world, roomId);
      if (room.sip?.enabled !== true)
        throw createCodedRefusal(403, 'DIAL_IN_DISABLED', 'the room has no dial-in');
      const visitor = { name: from, userRef: from, role: 'participant', agent: 'phone' } as const;
      return toJoined(room, enterRoom(world, room, visitor));
    });
  }

  leave(participantId: string, now: number): RoomOutcome {
    return this.#attempt(now, (world) => {
      removeParticipant(world, findRoomWith(world, participantId), participantId);
      return {};
    });
  }

  /** Admits a person from the lobby, as a moderator does. */
  admit(participantId: string, now: number): RoomOutcome {
    return this.#attempt(now, (world) => {
      if (!admitParticipant(world, findRoomWith(world, participantId), participantId))
        throw createNoParticipant();
      return {};
    });
  }

  /** Locks or unlocks the session, as a moderator does. */
  lock(roomId: string, locked: boolean, now: number): RoomOutcome {
    return this.#attempt(now, (world) => {
      if (!setLocked(world, requireRoom(world, roomId), locked)) throw createNumericRefusal(10113);
      return {};
    });
  }

  /** Starts or stops a recording, or makes it fail. */
  record({ roomId, by, action }: RecordingAction, now: number): RoomOutcome {
    return this.#attempt(now, (world) => {
      const room = requireRoom(world, roomId);
      if (by !== undefined && !mayRecord(room, by))
        throw createCodedRefusal(403, 'UNAUTHORIZED', 'only a moderator can record');
      changeRecording(world, room, action);
      return {};
    });
  }

  #attempt<T extends object>(now: number, act: (world: World) => T): RoomOutcome<T> {
    this.#world.clock.runUntil(now);
    try {
      return { ok: true, ...act(this.#world) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ok: false, status: error.status, code: error.code, message: error.message };
    }
  }
}

function toJoined(room: Room, { id, admittedAt }: Participant): Joined {
  return { room_id: room.id, participant_id: id, waiting: admittedAt === undefined };
}

function changeRecording(world: World, room: Room, action: RecordingAction['action']): void {
  const { session } = room;
  if (session === undefined) throw createNumericRefusal(10113);
  if (action === 'start') {
    if (session.recording !== undefined) throw createStringRefusal('RECORDING_ALREADY_ACTIVE');
    startRecording(world, room, session);
    return;
  }
  const isDone = action === 'fail' ? failRecording(world, room) : stopRecording(world, room, session);
  if (isDone === false || isDone === undefined) throw createStringRefusal('RECORDING_NOT_ACTIVE');
}

function mayRecord(room: Room, participantId: string): boolean {
  const participant = room.session?.present.get(participantId);
  return participant !== undefined && getPermissions(participant.role, room.settings).record;
}

function findRoomWith({ video }: World, participantId: string): Room {
  const room = video.roomByParticipant.get(participantId);
  if (room === undefined) throw createNoParticipant();
  return room;
}

function requireRoom({ video }: World, roomId: string): Room {
  const room = video.rooms.get(roomId);
  if (room === undefined) throw createStringRefusal('ROOM_NOT_FOUND');
  return room;
}

function createNoParticipant(): Refusal {
  return createCodedRefusal(404, 'INVALID_PARAM', 'no such participant');
}

function toRoomView(room: Room): RoomView {
  const { session } = room;
  return {
    room_id: room.id,
    name: room.name,
    app_id: room.appId,
    locked: session?.locked ?? false,
    recording: session?.recording !== undefined,
    ...(session && { conf_num: session.confNum }),
    participants: listParticipants(room).map(toParticipantView),
    lobby: Array.from(room.lobby.values(), toParticipantView),
  };
}

function toParticipantView({ id, name, userRef, role }: Participant): ParticipantView {
  return { participant_id: id, name, user_ref: userRef, role };
}
