/** State of the video service: rooms, participants, and records. Rules are elsewhere. */
import { ExpiringMap } from '../expiring-map.ts';
import type {
  Archive,
  Cdr,
  RoomData,
  RoomRole,
  RoomSettings,
  RoomSip,
} from '../../../../../schemas/types/video.ts';

/** A person at a client or a phone, in the lobby or in a session. */
export interface Participant {
  readonly id: string;
  readonly name: string;
  readonly userRef: string;
  readonly role: RoomRole;
  /** Client software. */
  readonly agent: string;
  /** Time of connecting, ms. */
  readonly cameAt: number;
  /** Time of being admitted to the session, ms. */
  admittedAt: number | undefined;
  leftAt: number | undefined;
}

/** A recording from start to stop. */
export interface Recording {
  readonly id: string;
  readonly startedAt: number;
  stoppedAt: number | undefined;
  /** Participants whose streams are recorded. */
  readonly publishers: Set<Participant>;
}

/** An event in the session's metadata (video.md 2.4). */
export interface SessionEvent {
  at: string;
  event: 'joined' | 'left' | 'recording-started' | 'recording-stopped' | 'locked' | 'unlocked';
  name?: string;
  user_ref?: string;
}

/** A session (conference), from the first participant to the last (video.md 1, 3). */
export interface Session {
  readonly confNum: string;
  readonly startedAt: number;
  /** Current participants. */
  readonly present: Map<string, Participant>;
  /** All participants so far, in order. */
  readonly everyone: Participant[];
  /** Locked by a moderator: nobody else is admitted. */
  locked: boolean;
  /** The running recording. */
  recording: Recording | undefined;
  /** Recordings that succeeded. */
  readonly recordings: Recording[];
  readonly events: SessionEvent[];
}

/** A room (video.md 2.1). */
export interface Room {
  readonly id: string;
  readonly appId: string;
  readonly createdAt: number;
  name: string;
  ownerRef: string;
  /** As given, without defaults. */
  settings: RoomSettings;
  sip: RoomSip | undefined;
  data: RoomData | undefined;
  session: Session | undefined;
  /** Start of the first session, ms. */
  firstSessionAt: number | undefined;
  /** People who wait to be admitted, by id. */
  readonly lobby: Map<string, Participant>;
}

/** Creates a room without sessions or settings. */
export function createRoom(about: Pick<Room, 'id' | 'appId' | 'createdAt' | 'name' | 'ownerRef'>): Room {
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
  /** Generates the content. */
  bytes: () => Uint8Array;
}

/** An archive and its files by name. */
export interface StoredArchive {
  record: Archive;
  readyAt: number;
  files: Map<string, ArchiveFileContent>;
}

/** The token rules say 15 minutes, a glossary entry 120; the rules win (video.md 2.2). */
export const JOIN_TOKEN_LIFETIME_MS = 15 * 60_000;

/** All state of the video service. */
export class VideoState {
  /** By id. */
  readonly rooms = new Map<string, Room>();
  /** App IDs of deleted rooms by room id, oldest first; their archives and CDRs are kept. */
  readonly formerRooms = new Map<string, string>();
  /** Current room of each participant, by participant id. */
  readonly roomByParticipant = new Map<string, Room>();
  /** Participant ids of phone calls, by `voice_id`. */
  readonly phones = new Map<string, string>();
  /** Tokens that were used, by token id. */
  readonly usedTokens = new ExpiringMap<true>(JOIN_TOKEN_LIFETIME_MS);
  /** In order of time. */
  readonly archives: StoredArchive[] = [];
  /** In order of time. */
  readonly cdrs: Cdr[] = [];
}

/** Lists the current participants of a room's session. */
export function listParticipants(room: Room): Participant[] {
  return [...(room.session?.present.values() ?? [])];
}
