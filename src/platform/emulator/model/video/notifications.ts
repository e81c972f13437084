/**
 * Output of the video service: notifications to the project's webhook (video.md 6) and journal entries. The payload is
 * not specified: `type` and `app_id` are observed, other fields are named as in video.md 2.4.
 */
import type { Archive, VideoNotification } from '../../../../../schemas/types/video.ts';
import type { RoomHappening } from '../../views/index.ts';
import { dispatch } from '../dispatch.ts';
import { formatNow, type World } from '../world.ts';
import type { Recording, Room, Session, SessionEvent } from './room.ts';

/** Writes an entry about a room to the journal. */
export function noteRoom(world: World, room: Room, about: { event: RoomHappening; name?: string }): void {
  world.journal.write(world.clock.now, undefined, { kind: 'room', room_id: room.id, ...about });
}

/** Adds an event to the session's metadata. */
export function logSession(
  world: World,
  session: Session,
  about: Pick<SessionEvent, 'event' | 'name' | 'user_ref'>,
): void {
  session.events.push({ at: formatNow(world), ...about });
}

type NotificationDetails = Pick<
  VideoNotification,
  'type' | 'recording_id' | 'recording' | 'transcoded' | 'metadata' | 'reason'
>;

/** Sends a notification about a session if the project has a webhook. */
export function notifyRoom(
  world: World,
  { room, session }: { room: Room; session: Session },
  notification: NotificationDetails,
): void {
  const { type, ...details } = notification;
  const body: VideoNotification = {
    type,
    app_id: room.appId,
    room_id: room.id,
    conf_num: session.confNum,
    trans_date: formatNow(world),
    ...details,
  };
  const { videoWebhook, webhook } = world.directory.findProject(room.appId) ?? {};
  dispatch(world, { appId: room.appId, url: videoWebhook ?? webhook, about: room.id, body });
}

/** Notifies of a recording's start, stop or failure, which only the names of the release notes can express. */
export function notifyRecording(
  world: World,
  about: { room: Room; session: Session; recording: Recording },
  type: 'recording-started' | 'recording-stopped' | 'recording-failed',
): void {
  if (world.settings.video.notifications === 'files') return;
  const reason = type === 'recording-failed' ? { reason: 'The recording could not be written' } : {};
  notifyRoom(world, about, { type, recording_id: about.recording.id, ...reason });
}

/** Notifies that the files of a session are available. */
export function notifyFiles(
  world: World,
  about: { room: Room; session: Session },
  { recording, transcoded, metadata = '' }: Archive,
): void {
  if (world.settings.video.notifications === 'events') {
    notifyRoom(world, about, { type: 'recording-ready', recording, transcoded, metadata });
    return;
  }
  notifyRoom(world, about, { type: 'recording', recording, metadata });
  notifyRoom(world, about, { type: 'transcoded', transcoded });
}
