/** Archives and their files, which are kept for 90 days (video.md 2.4, 4, 8). */
import type { World } from '../../world.ts';
import { createMatroska } from './matroska.ts';
import type { ArchiveFileContent, Recording, Room, Session, StoredArchive } from '../room.ts';

const keptMs = 90 * 24 * 60 * 60 * 1_000;
/** Maximum length of the generated files, whatever the length of the session. */
const MAX_SECONDS = 10;

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
export function findValidArchives({ clock, video }: World, appId: string): StoredArchive[] {
  return video.archives.filter(
    ({ record, readyAt }) => record.app_id === appId && clock.now < readyAt + keptMs,
  );
}

/**
 * Creates the files of a session: a raw stream per recording and publisher, a composite (WEBM for
 * `single_file_recording` in a room of two, video.md 2.1), the metadata, and the chat, which the metadata refers to.
 */
export function createFiles(
  room: Room,
  session: Session,
  address: (name: string) => string,
): { raw: NamedFile[]; composite: NamedFile; metadata: NamedFile; chat: NamedFile } {
  const { settings } = room;
  const kind = settings.single_file_recording === true && settings.participants === 2 ? 'webm' : 'matroska';
  const extension = kind === 'webm' ? 'webm' : 'mkv';
  const seconds = session.recordings.reduce((sum, one) => sum + getSeconds(one), 0);
  const metadata = JSON.stringify({
    conf_num: session.confNum,
    room_id: room.id,
    chat: address('chat.json'),
    events: session.events,
  });
  return {
    raw: session.recordings.flatMap(createRawFiles),
    composite: { name: `composite.${extension}`, content: createVideo(kind, seconds) },
    metadata: { name: 'metadata.json', content: createJson(metadata) },
    chat: { name: 'chat.json', content: createJson('[]') },
  };
}

function createRawFiles(recording: Recording): NamedFile[] {
  const seconds = getSeconds(recording);
  return Array.from(recording.publishers, ({ id }) => ({
    name: `${recording.id}-${id}.mkv`,
    content: createVideo('matroska', seconds),
  }));
}

function getSeconds({ startedAt, stoppedAt = startedAt }: Recording): number {
  return Math.round((stoppedAt - startedAt) / 1_000);
}

function createVideo(kind: 'matroska' | 'webm', seconds: number): ArchiveFileContent {
  const length = Math.min(Math.max(seconds, 1), MAX_SECONDS);
  return {
    type: kind === 'webm' ? 'video/webm' : 'video/x-matroska',
    bytes: () => createMatroska(kind, length),
  };
}

function createJson(text: string): ArchiveFileContent {
  return { type: 'application/json', bytes: () => Buffer.from(text) };
}
