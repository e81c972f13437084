/**
 * Archives and CDRs of a session, a room, or a period (video.md 4). Periods include both days; the day of a record is
 * that of its `trans_date`. An unknown or expired archive is answered RECORDING_NOT_FOUND when queried by session, and
 * left out of lists. CDRs do not expire.
 */
import type { Archive, ArchivesAnswer, Cdr, CdrsAnswer } from '../../../../../../schemas/types/video.ts';
import { createInvalidParam, MediaBody } from '../../rest/answers.ts';
import type { IncomingRequest } from '../../rest/service.ts';
import type { World } from '../../world.ts';
import { findValidArchives } from '../records/archives.ts';
import { createStringRefusal } from '../errors.ts';
import { readScheduledTime } from '../room-availability.ts';

/** Creates a filter for records from a request. */
type Select = (world: World, incoming: IncomingRequest) => (record: Archive | Cdr) => boolean;

/** GET /archive/…: lists the selected archives. */
export function listArchives(select: Select) {
  return (world: World, incoming: IncomingRequest): ArchivesAnswer => {
    const isMeant = select(world, incoming);
    const records = findValidArchives(world, incoming.project.appId).map(({ record }) => record);
    return { result: 0, archive: records.filter(isMeant) };
  };
}

/** GET /archive/conf/{conf_num}. */
export function showArchive(world: World, incoming: IncomingRequest): ArchivesAnswer {
  const answer = listArchives(selectSession)(world, incoming);
  if (answer.archive.length === 0) throw createStringRefusal('RECORDING_NOT_FOUND');
  return answer;
}

/** GET /cdr/…: lists the selected records. */
export function listCdrs(select: Select) {
  return (world: World, incoming: IncomingRequest): CdrsAnswer => {
    const isMeant = select(world, incoming);
    const own = world.video.cdrs.filter(({ app_id: appId }) => appId === incoming.project.appId);
    return { result: 0, cdr: own.filter(isMeant) };
  };
}

/** GET /archive/file/{archive_id}/{name}: downloads a file (video.md 2.4, 4, 5). */
export function downloadFile(world: World, { project, params }: IncomingRequest): MediaBody {
  const archive = findValidArchives(world, project.appId).find(
    ({ record }) => record._id === params.archive_id,
  );
  const file = archive?.files.get(params.name ?? '');
  if (file === undefined) throw createStringRefusal('RECORDING_NOT_FOUND');
  return new MediaBody(file.type, file.bytes());
}

/** Selects the records of one session. */
export const selectSession: Select = (_world, { params }) => {
  const { conf_num: confNum } = params;
  return (record) => record.conf_num === confNum;
};

/** Selects the records of a room, even a deleted one; throws ROOM_NOT_FOUND for a room that never existed. */
export const selectRoom: Select = ({ video }, { project, params }) => {
  const { room_id: id = '' } = params;
  const appId = video.rooms.get(id)?.appId ?? video.formerRooms.get(id);
  if (appId !== project.appId) throw createStringRefusal('ROOM_NOT_FOUND');
  return (record) => getRoomId(record) === id;
};

/** Selects the records of a period. */
export const selectPeriod: Select = (_world, { params }) => {
  const from = readDate(params.from);
  const to = readDate(params.to);
  if (from > to) throw createInvalidParam('from is after to');
  return ({ trans_date: date }) => from <= date.slice(0, 10) && date.slice(0, 10) <= to;
};

/** Selects the records of a room in a period. */
export const selectRoomPeriod: Select = (world, incoming) => {
  const isInPeriod = selectPeriod(world, incoming);
  const isOfRoom = selectRoom(world, incoming);
  return (record) => isInPeriod(record) && isOfRoom(record);
};

function getRoomId(record: Archive | Cdr): string {
  return 'room_id' in record ? record.room_id : record.room.room_id;
}

function readDate(text = ''): string {
  if (readScheduledTime(`${text} 00:00:00`) === undefined)
    throw createInvalidParam('dates are written YYYY-MM-DD');
  return text;
}
