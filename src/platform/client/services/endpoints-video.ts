/** The endpoints of the video service (video.md 4). */
import type {
  ArchivesAnswer,
  CdrsAnswer,
  DialInAnswer,
  DoneAnswer,
  RoomAnswer,
  RoomRecordingAnswer,
  RoomRequest,
  RoomsAnswer,
  RoomTokenAnswer,
  RoomTokenRequest,
  RoomUpdate,
  RoomUsersAnswer,
} from '../../../../schemas/types/video.ts';
import type { Endpoint, Nothing, Tolerant } from './endpoint.ts';
import type { Method } from '../transport/exchange.ts';

const rooms = '/video/v2/rooms';
const room = `${rooms}/{room_id}`;

type Archives = Endpoint<Nothing, Tolerant<ArchivesAnswer, 'archive'>>;
type Cdrs = Endpoint<Nothing, Tolerant<CdrsAnswer, 'cdr'>>;

export const createRoom: Endpoint<RoomRequest, Tolerant<RoomAnswer, 'room'>> = {
  ...createRoute('POST', rooms),
  request: 'RoomRequest',
  gives: 'room',
};

export const listRooms: Endpoint<Nothing, Tolerant<RoomsAnswer, 'rooms'>> = {
  ...createRoute('GET', rooms),
  lists: 'rooms',
};

export const getRoom: Endpoint<Nothing, Tolerant<RoomAnswer, 'room'>> = {
  ...createRoute('GET', room),
  gives: 'room',
};

export const updateRoom: Endpoint<RoomUpdate, Tolerant<DoneAnswer>> = {
  ...createRoute('PATCH', room),
  request: 'RoomUpdate',
};

export const deleteRoom: Endpoint<Nothing, Tolerant<DoneAnswer>> = {
  ...createRoute('DELETE', room),
  doneCodes: ['ROOM_NOT_FOUND', '40001', '404'],
};

export const unlockRoom: Endpoint<Nothing, Tolerant<DoneAnswer>> = createRoute('PUT', `${room}/unlock`);

export const createToken: Endpoint<RoomTokenRequest, Tolerant<RoomTokenAnswer, 'token'>> = {
  ...createRoute('POST', `${room}/tokens`),
  request: 'RoomTokenRequest',
  gives: 'token',
};

export const listUsers: Endpoint<Nothing, Tolerant<RoomUsersAnswer, 'users'>> = {
  ...createRoute('GET', `${room}/users`),
  lists: 'users',
};

export const startRecording: Endpoint<Nothing, Tolerant<RoomRecordingAnswer>> = {
  ...createRoute('POST', `${room}/recording/start`),
  doneCodes: ['RECORDING_ALREADY_ACTIVE'],
};

export const stopRecording: Endpoint<Nothing, Tolerant<RoomRecordingAnswer>> = {
  ...createRoute('POST', `${room}/recording/stop`),
  doneCodes: ['RECORDING_NOT_ACTIVE'],
};

/** Endpoints for records of a session, a room, a room in a period, and a period. */
export interface Records<One> {
  conference: One;
  room: One;
  roomPeriod: One;
  period: One;
}

export const archives: Records<Archives> = createRecordRoutes('archive', 'archive');
export const cdrs: Records<Cdrs> = createRecordRoutes('cdr', 'cdr');

export const dialIn: Endpoint<Nothing, Tolerant<DialInAnswer, 'dialin'>> = {
  ...createRoute('GET', '/video/v2/dialin/'),
  lists: 'dialin',
};

function createRoute(method: Method, path: string) {
  return { service: 'video', method, path } as const;
}

function createRecordRoutes<Member extends string>(kind: string, lists: Member) {
  const root = `/video/v2/${kind}`;
  const createRecordRoute = (path: string) => ({ ...createRoute('GET', root + path), lists });
  return {
    conference: createRecordRoute('/conf/{conf_num}'),
    room: createRecordRoute('/room/{room_id}'),
    roomPeriod: createRecordRoute('/room-period/{room_id}/{from}/{to}'),
    period: createRecordRoute('/period/{from}/{to}'),
  };
}
