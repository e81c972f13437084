/**
 * Recordings of sessions and their archives (video.md 2.4, 3, 6). The request handlers check whether a recording may
 * start.
 */
import type { Archive } from '../../../../../../schemas/types/video.ts';
import { formatNow, type World } from '../../world.ts';
import { createFiles, keepNewest } from './archives.ts';
import { logSession, noteRoom, notifyFiles, notifyRecording } from '../notifications.ts';
import { getPermissions } from '../roles.ts';
import type { Participant, Recording, Room, Session } from '../room.ts';

/** Starts recording everybody who publishes. */
export function startRecording(world: World, room: Room, session: Session): Recording {
  const publishers = [...session.present.values()].filter(
    ({ role }) => getPermissions(role, room.settings).publish,
  );
  const recording: Recording = {
    id: world.ids.next('recording'),
    startedAt: world.clock.now,
    stoppedAt: undefined,
    publishers: new Set(publishers),
  };
  session.recording = recording;
  logSession(world, session, { event: 'recording-started' });
  noteRoom(world, room, { event: 'recording_started' });
  notifyRecording(world, { room, session, recording }, 'recording-started');
  return recording;
}

/** Adds a participant who begins to publish to the recording. */
export function recordPublisher(session: Session, participant: Participant): void {
  session.recording?.publishers.add(participant);
}

/** Stops the recording, if any. */
export function stopRecording(world: World, room: Room, session: Session): Recording | undefined {
  const { recording } = session;
  if (recording === undefined) return undefined;
  session.recording = undefined;
  recording.stoppedAt = world.clock.now;
  session.recordings.push(recording);
  logSession(world, session, { event: 'recording-stopped' });
  noteRoom(world, room, { event: 'recording_stopped' });
  notifyRecording(world, { room, session, recording }, 'recording-stopped');
  return recording;
}

/** Makes the recording fail without a file; false when there is none. */
export function failRecording(world: World, room: Room): boolean {
  const { session } = room;
  const recording = session?.recording;
  if (session === undefined || recording === undefined) return false;
  session.recording = undefined;
  logSession(world, session, { event: 'recording-stopped' });
  noteRoom(world, room, { event: 'recording_failed' });
  notifyRecording(world, { room, session, recording }, 'recording-failed');
  return true;
}

/** Schedules the archive of a recorded session. */
export function planArchive(world: World, room: Room, session: Session): void {
  if (session.recordings.length === 0) return;
  const { clock, settings } = world;
  clock.plan(clock.now + settings.video.filesReadyMs, () => {
    const archive = makeArchive(world, room, session);
    notifyFiles(world, { room, session }, archive);
  });
}

function makeArchive(world: World, room: Room, session: Session): Archive {
  const id = world.ids.next('archive');
  const address = (name: string) => `${world.settings.baseUrl}/video/v2/archive/file/${id}/${name}`;
  const { raw, composite, metadata, chat } = createFiles(room, session, address);
  const record: Archive = {
    _id: id,
    trans_date: formatNow(world),
    conf_num: session.confNum,
    metadata: address(metadata.name),
    transcoded: [{ url: address(composite.name) }],
    app_id: room.appId,
    room_id: room.id,
    recording: raw.map(({ name }) => ({ url: address(name) })),
  };
  const files = new Map([...raw, composite, metadata, chat].map(({ name, content }) => [name, content]));
  keepNewest(world, world.video.archives, { record, readyAt: world.clock.now, files });
  return record;
}
