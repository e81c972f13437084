import type { RoomRequest, RoomTokenRequest, RoomUpdate } from '../../../../schemas/types/video.ts';
import type { Download } from '../transport/download.ts';
import type { Endpoint } from './endpoint.ts';
import {
  archives,
  cdrs,
  createRoom,
  createToken,
  deleteRoom,
  dialIn,
  getRoom,
  listRooms,
  listUsers,
  startRecording,
  stopRecording,
  unlockRoom,
  updateRoom,
  type Records,
} from './endpoints-video.ts';
import type { CallOptions, PostOptions, Send } from './send.ts';

interface VideoParts {
  send: Send;
  download: (url: string, signal?: AbortSignal) => Promise<Download>;
}

/** A range of UTC dates, YYYY-MM-DD. */
export interface Period {
  from: string;
  to: string;
}

/** The video service (video.md): rooms, tokens, archives and call detail records. */
export class VideoClient {
  /** Rooms (video.md 2.1). */
  readonly rooms;
  /** Join tokens (video.md 2.2). */
  readonly tokens;
  /** Recording of the running session (video.md 4). */
  readonly recording;
  /** Archives of recorded sessions (video.md 2.4). */
  readonly archives;
  /** Call detail records (video.md 2.5). */
  readonly cdrs;
  readonly #parts: VideoParts;

  constructor(parts: VideoParts) {
    const { send } = parts;
    this.#parts = parts;
    this.rooms = createRoomMethods(send);
    this.tokens = {
      /** Issues a token that lets one person join the room once (video.md 2.2). */
      create: (roomId: string, request: RoomTokenRequest, options?: PostOptions) =>
        send(createToken, { params: { room_id: roomId }, body: request, options }),
    };
    this.recording = createRecordingMethods(send);
    this.archives = createRecordMethods(send, archives);
    this.cdrs = createRecordMethods(send, cdrs);
  }

  /** Lists the users in the room (video.md 2.3). */
  users(roomId: string, options?: CallOptions) {
    return this.#parts.send(listUsers, { params: { room_id: roomId }, body: undefined, options });
  }

  /** Lists the dial-in numbers (video.md 4). */
  dialIn(options?: CallOptions) {
    return this.#parts.send(dialIn, { body: undefined, options });
  }

  /** Downloads a file of an archive from the address in its record (video.md 4). */
  download(url: string, { signal }: CallOptions = {}): Promise<Download> {
    return this.#parts.download(url, signal);
  }
}

function createRoomMethods(send: Send) {
  return {
    /** Creates a room without starting a session (video.md 4). */
    create: (request: RoomRequest, options?: PostOptions) => send(createRoom, { body: request, options }),
    /** Lists the rooms of the project. */
    list: (options?: CallOptions) => send(listRooms, { body: undefined, options }),
    /** Returns a room. */
    get: (roomId: string, options?: CallOptions) =>
      send(getRoom, { params: { room_id: roomId }, body: undefined, options }),
    /** Changes the given settings for later sessions. */
    update: (roomId: string, request: RoomUpdate, options?: CallOptions) =>
      send(updateRoom, { params: { room_id: roomId }, body: request, options }),
    /** Deletes a room without a running session; its archives and records are kept. */
    delete: (roomId: string, options?: CallOptions) =>
      send(deleteRoom, { params: { room_id: roomId }, body: undefined, options }),
    /** Unlocks a room that a moderator has locked. */
    unlock: (roomId: string, options?: CallOptions) =>
      send(unlockRoom, { params: { room_id: roomId }, body: undefined, options }),
  };
}

function createRecordingMethods(send: Send) {
  return {
    /** Starts recording the running session. */
    start: (roomId: string, options?: PostOptions) =>
      send(startRecording, { params: { room_id: roomId }, body: undefined, options }),
    /** Stops the recording. */
    stop: (roomId: string, options?: PostOptions) =>
      send(stopRecording, { params: { room_id: roomId }, body: undefined, options }),
  };
}

function createRecordMethods<Answer>(send: Send, endpoints: Records<Endpoint<undefined, Answer>>) {
  return {
    /** Returns the records of a session. */
    conference: (confNum: string, options?: CallOptions) =>
      send(endpoints.conference, { params: { conf_num: confNum }, body: undefined, options }),
    /** Returns the records of a room. */
    room: (roomId: string, options?: CallOptions) =>
      send(endpoints.room, { params: { room_id: roomId }, body: undefined, options }),
    /** Returns the records of a room within a period. */
    roomPeriod: (roomId: string, { from, to }: Period, options?: CallOptions) =>
      send(endpoints.roomPeriod, { params: { room_id: roomId, from, to }, body: undefined, options }),
    /** Returns the records within a period. */
    period: ({ from, to }: Period, options?: CallOptions) =>
      send(endpoints.period, { params: { from, to }, body: undefined, options }),
  };
}
