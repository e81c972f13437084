/**
 * Sessions: people enter and leave (video.md 1, 3).
 *
 * Owns who is in the lobby and in the session. Does not own tokens and recordings.
 *
 * ROOM-SESSION-1. A session begins when the first person is admitted, and ends when the last one has left.
 * ROOM-SESSION-2. A person is either in the lobby or in the session; `roomByParticipant` has exactly these people.
 * ROOM-SESSION-3. When a session has ended, there is a CDR of every participant, and no recording runs.
 */
import type { RoomRole } from '../../../../../schemas/types/video.ts';
import type { World } from '../world.ts';
import { writeCdrs } from './records/cdrs.ts';
import { createNumericRefusal, createStringRefusal } from './errors.ts';
import { logSession, noteRoom, notifyRoom } from './notifications.ts';
import { planArchive, recordPublisher, startRecording, stopRecording } from './records/recording.ts';
import { isFull, getPermissions } from './roles.ts';
import { listParticipants, type Participant, type Room, type Session } from './room.ts';
import { findEntryRefusal, isForOneSession } from './room-availability.ts';

interface Visitor {
  name: string;
  userRef: string;
  role: RoomRole;
  agent: string;
}

/** Lets a person into the session or the lobby; throws a refusal when neither is possible. */
export function enterRoom(world: World, room: Room, visitor: Visitor): Participant {
  checkEntry(world, room, visitor.role);
  const participant: Participant = {
    ...visitor,
    id: world.ids.next('participant'),
    cameAt: world.clock.now,
    admittedAt: undefined,
    leftAt: undefined,
  };
  world.video.roomByParticipant.set(participant.id, room);
  if (!mustWait(room, visitor.role)) {
    letIn(world, room, participant);
    return participant;
  }
  room.lobby.set(participant.id, participant);
  noteRoom(world, room, { event: 'waiting', name: visitor.name });
  return participant;
}

function checkEntry(world: World, room: Room, role: RoomRole): void {
  const refusal = findEntryRefusal(room, world.clock.now);
  if (refusal !== undefined) throw createNumericRefusal(refusal);
  if (room.session?.locked === true) throw createStringRefusal('ROOM_LOCKED');
  if (isFull(room, role)) throw createStringRefusal('MAX_PARTICIPANTS_REACHED');
}

function mustWait(room: Room, role: RoomRole): boolean {
  if (role === 'moderator') return false;
  const { knock = false, wait_for_moderator: waits = false } = room.settings;
  return knock || (waits && !listParticipants(room).some((one) => one.role === 'moderator'));
}

/** Admits a person from the lobby; false when there is none with this id. Throws when the room is full. */
export function admitParticipant(world: World, room: Room, participantId: string): boolean {
  const participant = room.lobby.get(participantId);
  if (participant === undefined) return false;
  if (isFull(room, participant.role)) throw createStringRefusal('MAX_PARTICIPANTS_REACHED');
  room.lobby.delete(participantId);
  letIn(world, room, participant);
  return true;
}

/** Removes a person; the session ends with the last one. */
export function removeParticipant(world: World, room: Room, participantId: string): void {
  world.video.roomByParticipant.delete(participantId);
  const { session } = room;
  const participant = session?.present.get(participantId);
  if (session === undefined || participant === undefined) {
    room.lobby.delete(participantId);
    return;
  }
  participant.leftAt = world.clock.now;
  session.present.delete(participantId);
  logSession(world, session, { event: 'left', name: participant.name, user_ref: participant.userRef });
  noteRoom(world, room, { event: 'left', name: participant.name });
  if (session.present.size === 0) endSession(world, room, session);
}

/** Locks or unlocks the running session; false when there is none. */
export function setLocked(world: World, room: Room, locked: boolean): boolean {
  const { session } = room;
  if (session === undefined) return false;
  const event = locked ? 'locked' : 'unlocked';
  if (session.locked !== locked) {
    logSession(world, session, { event });
    noteRoom(world, room, { event });
  }
  session.locked = locked;
  return true;
}

function letIn(world: World, room: Room, participant: Participant): void {
  const session = room.session ?? beginSession(world, room);
  participant.admittedAt = world.clock.now;
  session.present.set(participant.id, participant);
  session.everyone.push(participant);
  logSession(world, session, { event: 'joined', name: participant.name, user_ref: participant.userRef });
  noteRoom(world, room, { event: 'joined', name: participant.name });
  if (getPermissions(participant.role, room.settings).publish) publish(world, { room, session, participant });
  if (participant.role === 'moderator') emptyLobby(world, room);
}

/** Starts publishing, which begins at once for everybody who may publish. */
function publish(
  world: World,
  { room, session, participant }: { room: Room; session: Session; participant: Participant },
): void {
  const isFirst =
    session.everyone.filter((one) => getPermissions(one.role, room.settings).publish).length === 1;
  if (isFirst && room.settings.auto_recording === true) startRecording(world, room, session);
  recordPublisher(session, participant);
}

/** Admits people who waited only for a moderator, as long as there is room. */
function emptyLobby(world: World, room: Room): void {
  if (room.settings.knock === true) return;
  for (const participant of room.lobby.values()) {
    if (!isFull(room, participant.role)) admitParticipant(world, room, participant.id);
  }
}

function beginSession(world: World, room: Room): Session {
  const session: Session = {
    confNum: world.ids.next('conference'),
    startedAt: world.clock.now,
    present: new Map(),
    everyone: [],
    locked: false,
    recording: undefined,
    recordings: [],
    events: [],
  };
  room.session = session;
  room.firstSessionAt ??= world.clock.now;
  noteRoom(world, room, { event: 'session_started' });
  return session;
}

function endSession(world: World, room: Room, session: Session): void {
  stopRecording(world, room, session);
  room.session = undefined;
  writeCdrs(world, room, session);
  noteRoom(world, room, { event: 'session_ended' });
  if (world.settings.video.notifications === 'files')
    notifyRoom(world, { room, session }, { type: 'roomdrop' });
  planArchive(world, room, session);
  if (isForOneSession(room)) removeRoom(world, room);
}

/** Deletes a room without a running session and dismisses its lobby. */
export function removeRoom(world: World, room: Room): void {
  for (const id of room.lobby.keys()) world.video.roomByParticipant.delete(id);
  room.lobby.clear();
  forgetRoom(world, room);
  noteRoom(world, room, { event: 'deleted' });
}

function forgetRoom({ video, settings }: World, room: Room): void {
  video.rooms.delete(room.id);
  video.formerRooms.set(room.id, room.appId);
  for (const id of video.formerRooms.keys()) {
    if (video.formerRooms.size <= settings.video.records) break;
    video.formerRooms.delete(id);
  }
}
