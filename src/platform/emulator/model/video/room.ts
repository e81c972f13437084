/** What the video service remembers: rooms, who is in them, what was left behind. Rules are elsewhere. */
import type { Archive, Cdr, RoomData, RoomRole, RoomSettings, RoomSip } from '../../../wire/index.ts';

/** Somebody at a client or a telephone, in the lobby or in a session. */
export interface Participant {
  readonly id: string;
  readonly name: string;
  readonly userRef: string;
  readonly role: RoomRole;
  /** Client software. */
  readonly agent: string;
  /** When they connected, lobby included, ms. */
  readonly cameAt: number;
  /** When they were let into the session, ms. */
  admittedAt: number | undefined;
  leftAt: number | undefined;
}

/** Recording from a start to a stop. */
export interface Recording {
  readonly id: string;
  readonly startedAt: number;
  stoppedAt: number | undefined;
  /** Whose streams are on it. */
  readonly publishers: Set<Participant>;
}

/** A line of the session metadata (video.md 2.4). */
export interface SessionEvent {
  at: string;
  event: 'joined' | 'left' | 'recording-started' | 'recording-stopped' | 'locked' | 'unlocked';
  name?: string;
  user_ref?: string;
}

/** A conference: from the first participant to the last (video.md 1, 3). */
export interface Session {
  readonly confNum: string;
  readonly startedAt: number;
  /** Who is in it. */
  readonly present: Map<string, Participant>;
  /** Who was ever in it, in order. */
  readonly everyone: Participant[];
  /** Closed to newcomers by a moderator. */
  locked: boolean;
  /** The recording that runs. */
  recording: Recording | undefined;
  /** Recordings that ended well. */
  readonly recordings: Recording[];
  readonly events: SessionEvent[];
}

/** A room (video.md 2.1). */
export interface Room {
  readonly id: string;
  readonly appId: string;
  /** ms. */
  readonly createdAt: number;
  name: string;
  ownerRef: string;
  /** As given; defaults are filled in when it is read. */
  settings: RoomSettings;
  sip: RoomSip | undefined;
  data: RoomData | undefined;
  session: Session | undefined;
  /** Start of the first session ever, ms. */
  firstSessionAt: number | undefined;
  /** Who waits to be let in, by id. */
  readonly lobby: Map<string, Participant>;
}

/** A room in which nobody has been, with the settings that every room has. */
export function newRoom(about: Pick<Room, 'id' | 'appId' | 'createdAt' | 'name' | 'ownerRef'>): Room {
  return {
    ...about,
    settings: {},
    sip: undefined,
    data: undefined,
    session: undefined,
    firstSessionAt: undefined,
    lobby: new Map(),
  };
}

/** A file that can be downloaded (video.md 2.4). */
export interface ArchiveFileContent {
  type: string;
  /** Made when it is asked for. */
  bytes: () => Uint8Array;
}

/** An archive with its files by name. */
export interface StoredArchive {
  record: Archive;
  /** ms. */
  readyAt: number;
  files: Map<string, ArchiveFileContent>;
}

/** Everything of the video service. */
export interface VideoState {
  /** By id. */
  readonly rooms: Map<string, Room>;
  /** App IDs of deleted rooms by room id, the oldest first: their archives and CDRs stay. */
  readonly formerRooms: Map<string, string>;
  /** Where each person is, by participant id. */
  readonly whereabouts: Map<string, Room>;
  /** Participant ids of phone parties, by `voice_id`. */
  readonly phones: Map<string, string>;
  /** When each used token was used, by its id, the oldest first. */
  readonly usedTokens: Map<string, number>;
  /** In order of time. */
  readonly archives: StoredArchive[];
  /** In order of time. */
  readonly cdrs: Cdr[];
}

/** A video service in which nothing has happened yet. */
export function newVideoState(): VideoState {
  return {
    rooms: new Map(),
    formerRooms: new Map(),
    whereabouts: new Map(),
    phones: new Map(),
    usedTokens: new Map(),
    archives: [],
    cdrs: [],
  };
}

/** Everybody in a session. */
export function presentIn(room: Room): Participant[] {
  return [...(room.session?.present.values() ?? [])];
}
