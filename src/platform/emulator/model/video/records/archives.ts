/** Archives and their files, which are kept for 90 days (video.md 2.4, 4, 8). */
import type { World } from '../../world.ts';
import { matroska } from './matroska.ts';
import type { ArchiveFileContent, Recording, Room, Session, StoredArchive } from '../room.ts';

const keptMs = 90 * 24 * 60 * 60 * 1_000;
/** Maximum length of the generated files, whatever the length of the session. */
const longestSeconds = 10;

interface NamedFile {
  name: string;
  content: ArchiveFileContent;
}

/** Adds to a list and drops its oldest entries beyond the limit. */
export function keepNewest<T>(world: World, list: T[], entry: T): void {
  list.push(entry);
  if (list.length > world.settings.video.records) list.shift();
}

/** Returns the project's archives that have not expired. */
export function archivesOf({ clock, video }: World, appId: string): StoredArchive[] {
  return video.archives.filter(
    ({ record, readyAt }) => record.app_id === appId && clock.now < readyAt + keptMs,
  );
}

/**
 * Creates the files of a session: a raw stream per recording and publisher, a composite (WEBM for
 * `single_file_recording` in a room of two, video.md 2.1), the metadata, and the chat, which the metadata refers to.
 */
export function filesOf(
  room: Room,
  session: Session,
  address: (name: string) => string,
): { raw: NamedFile[]; composite: NamedFile; metadata: NamedFile; chat: NamedFile } {
  const { settings } = room;
  const kind = settings.single_file_recording === true && settings.participants === 2 ? 'webm' : 'matroska';
  const extension = kind === 'webm' ? 'webm' : 'mkv';
  const seconds = session.recordings.reduce((sum, one) => sum + secondsOf(one), 0);
  const metadata = JSON.stringify({
    conf_num: session.confNum,
    room_id: room.id,
    chat: address('chat.json'),
    events: session.events,
  });
  return {
    raw: session.recordings.flatMap(rawFiles),
    composite: { name: `composite.${extension}`, content: video(kind, seconds) },
    metadata: { name: 'metadata.json', content: json(metadata) },
    chat: { name: 'chat.json', content: json('[]') },
  };
}

function rawFiles(recording: Recording): NamedFile[] {
  const seconds = secondsOf(recording);
  return Array.from(recording.publishers, ({ id }) => ({
    name: `${recording.id}-${id}.mkv`,
    content: video('matroska', seconds),
  }));
}

function secondsOf({ startedAt, stoppedAt = startedAt }: Recording): number {
  return Math.round((stoppedAt - startedAt) / 1_000);
}

function video(kind: 'matroska' | 'webm', seconds: number): ArchiveFileContent {
  const length = Math.min(Math.max(seconds, 1), longestSeconds);
  return { type: kind === 'webm' ? 'video/webm' : 'video/x-matroska', bytes: () => matroska(kind, length) };
}

function json(text: string): ArchiveFileContent {
  return { type: 'application/json', bytes: () => Buffer.from(text) };
}
