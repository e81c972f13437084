/** The video service, version 2 (video.md 4, 5). */
import type { DialInAnswer } from '../../../../../schemas/types/video.ts';
import type { Refusal, WireRequest } from '../rest/answers.ts';
import { decodeBasic } from '../rest/credentials.ts';
import type { Route, Service } from '../rest/service.ts';
import type { Project } from '../project.ts';
import type { World } from '../world.ts';
import { createNumericRefusal, createUnroutedRefusal, createStringRefusal } from './errors.ts';
import { refuseLacking } from './requests/incoming.ts';
import {
  downloadFile,
  listArchives,
  listCdrs,
  selectPeriod,
  selectRoom,
  selectRoomPeriod,
  selectSession,
  showArchive,
} from './requests/records.ts';
import { addRoom, deleteRoom, listRooms, showRoom, updateRoom } from './requests/rooms.ts';
import { listUsers, startRoomRecording, stopRoomRecording, unlockRoom } from './requests/sessions.ts';
import { createToken } from './token.ts';

const root = '/video/v2';
const room = `${root}/rooms/:room_id`;

function listDialIn({ settings: { video } }: World): DialInAnswer {
  return { result: 0, dialin: video.dialIn, sip: { domain: video.sipDomain } };
}

const rooms: Route[] = [
  { name: 'create_room', method: 'POST', path: `${root}/rooms`, handle: addRoom },
  { name: 'list_rooms', method: 'GET', path: `${root}/rooms`, handle: listRooms },
  { name: 'get_room', method: 'GET', path: room, handle: showRoom },
  { name: 'update_room', method: 'PATCH', path: room, handle: updateRoom },
  { name: 'delete_room', method: 'DELETE', path: room, handle: deleteRoom },
  { name: 'room_token', method: 'POST', path: `${room}/tokens`, handle: createToken },
  { name: 'room_users', method: 'GET', path: `${room}/users`, handle: listUsers },
  { name: 'unlock_room', method: 'PUT', path: `${room}/unlock`, handle: unlockRoom },
  ...['POST', 'PUT'].flatMap((method): Route[] => [
    { name: 'start_room_recording', method, path: `${room}/recording/start`, handle: startRoomRecording },
    { name: 'stop_room_recording', method, path: `${room}/recording/stop`, handle: stopRoomRecording },
  ]),
  { name: 'dial_in', method: 'GET', path: `${root}/dialin`, handle: listDialIn },
];

const records: Route[] = [
  { name: 'archive', method: 'GET', path: `${root}/archive/conf/:conf_num`, handle: showArchive },
  { name: 'cdr', method: 'GET', path: `${root}/cdr/conf/:conf_num`, handle: listCdrs(selectSession) },
  ...(
    [
      ['room/:room_id', selectRoom],
      ['room-period/:room_id/:from/:to', selectRoomPeriod],
      ['period/:from/:to', selectPeriod],
    ] as const
  ).flatMap(([path, select]): Route[] => [
    { name: 'archive', method: 'GET', path: `${root}/archive/${path}`, handle: listArchives(select) },
    { name: 'cdr', method: 'GET', path: `${root}/cdr/${path}`, handle: listCdrs(select) },
  ]),
  {
    name: 'archive_file',
    method: 'GET',
    path: `${root}/archive/file/:archive_id/:name`,
    handle: downloadFile,
    isFile: true,
  },
];

/** Incomplete paths that have an error code of their own (video.md 7). */
const incomplete: Route[] = [
  ...['PATCH', 'DELETE'].map((method) => ({ method, path: `${root}/rooms`, code: 10001 as const })),
  { method: 'POST', path: `${root}/rooms//tokens`, code: 10001 as const },
  { method: 'GET', path: `${root}/rooms//users`, code: 10001 as const },
  ...['archive', 'cdr'].flatMap((kind) => [
    { method: 'GET', path: `${root}/${kind}/conf`, code: 10204 as const },
    { method: 'GET', path: `${root}/${kind}/room`, code: 10203 as const },
    { method: 'GET', path: `${root}/${kind}/room-period`, code: 10203 as const },
    { method: 'GET', path: `${root}/${kind}/room-period/:room_id`, code: 10201 as const },
    { method: 'GET', path: `${root}/${kind}/room-period/:room_id/:from`, code: 10202 as const },
    { method: 'GET', path: `${root}/${kind}/period`, code: 10201 as const },
    { method: 'GET', path: `${root}/${kind}/period/:from`, code: 10202 as const },
  ]),
].map(({ code, ...route }) => ({ name: 'incomplete', ...route, handle: refuseLacking(code) }));

export const video: Service = {
  prefix: `${root}/`,
  authenticate: authenticateVideo,
  isOffered: ({ rooms }) => rooms,
  refuseUnrouted: createUnroutedRefusal,
  routes: [...rooms, ...records, ...incomplete],
};

/**
 * Returns the project that sent the request; throws UNAUTHORIZED, CREDENTIAL_EXPIRED, PROJECT_SUSPENDED or 10000. A
 * project without the video service counts as an application that is not found.
 */
function authenticateVideo({ directory }: World, { headers }: WireRequest): Project {
  const credentials = decodeBasic(headers.authorization);
  const project = credentials && directory.findProject(credentials.appId);
  if (credentials === undefined || project === undefined) throw createUnauthorized();
  if (project.previousKeys?.includes(credentials.appKey) === true)
    throw createStringRefusal('CREDENTIAL_EXPIRED');
  if (project.appKey !== credentials.appKey) throw createUnauthorized();
  if (project.video === false) throw createNumericRefusal(10000);
  if (project.suspended === true || !directory.isSolvent(project))
    throw createStringRefusal('PROJECT_SUSPENDED');
  return project;
}

function createUnauthorized(): Refusal {
  return createStringRefusal('UNAUTHORIZED').addHeader('www-authenticate', 'Basic realm="video"');
}
