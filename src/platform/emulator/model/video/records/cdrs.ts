/** Call detail records: one per participant, written when the session ends (video.md 2.5). */
import type { Cdr } from '../../../../../../schemas/types/video.ts';
import { formatNow, type World } from '../../world.ts';
import { keepNewest } from './archives.ts';
import { getPermissions } from '../roles.ts';
import type { Participant, Room, Session } from '../room.ts';

/** Documentation addresses (RFC 5737), since nobody is really connected. */
const clientAddress = '192.0.2.10';
const serverAddress = '192.0.2.20';

/** Writes the records of a session that ends now. */
export function writeCdrs(world: World, room: Room, session: Session): void {
  for (const participant of session.everyone)
    keepNewest(world, world.video.cdrs, createCdr(world, { room, session, participant }));
}

interface Part {
  room: Room;
  session: Session;
  participant: Participant;
}

function createCdr(world: World, part: Part): Cdr {
  const { room, session, participant } = part;
  const { name, role, userRef: ref, agent } = participant;
  const ids = { call_log_id: world.ids.next('cdr'), cdr_id: world.ids.next('cdr') };
  return {
    trans_date: formatNow(world),
    conf_num: session.confNum,
    call_num: participant.id,
    parent_partner_id: room.appId,
    ...ids,
    room: toRoomPart(world, room, session),
    user: { ip: clientAddress, name, role, ref, agent },
    sigserver: toConnection(world, participant),
    published_track: toTracks(part),
    usage: toUsage(world, part),
    app_id: room.appId,
  };
}

function toRoomPart(world: World, room: Room, session: Session): Cdr['room'] {
  const { name, ownerRef: owner_ref } = room;
  const { billing_code: billing } = room.settings;
  return {
    room_id: room.id,
    connect_dt: formatTime(session.startedAt),
    room_details: { name, owner_ref, ...(billing !== undefined && { billing_code: billing }) },
    sip: { enabled: room.sip?.enabled ?? false },
    disconnect_dt: formatNow(world),
    duration: toSeconds(world.clock.now - session.startedAt),
  };
}

function toConnection(world: World, participant: Participant): NonNullable<Cdr['sigserver']> {
  const { cameAt, admittedAt = cameAt, leftAt = world.clock.now } = participant;
  return {
    ip: serverAddress,
    connect_dt: formatTime(cameAt),
    disconnect_dt: formatTime(leftAt),
    duration: toSeconds(leftAt - cameAt),
    hold_duration: toSeconds(admittedAt - cameAt),
  };
}

function toTracks({ room, participant }: Part): NonNullable<Cdr['published_track']> {
  const audio = getPermissions(participant.role, room.settings).publish;
  const video = audio && participant.agent !== 'phone' && room.settings.audio_only !== true;
  return { audio, data: false, video, screen: false, url: false };
}

/** Counts started minutes, as for calls. */
function toUsage(world: World, { room, session, participant }: Part): NonNullable<Cdr['usage']> {
  const { cameAt, admittedAt = cameAt, leftAt = world.clock.now } = participant;
  const { publish, subscribe } = getPermissions(participant.role, room.settings);
  const inSession = toMinutes(leftAt - admittedAt);
  return {
    subscribed_minutes: subscribe && session.everyone.length > 1 ? inSession : 0,
    published_minutes: publish ? inSession : 0,
    screen_minutes: 0,
    connect_minutes: toMinutes(leftAt - cameAt),
    room_connect_minutes: toMinutes(world.clock.now - session.startedAt),
  };
}

function formatTime(at: number): string {
  return new Date(at).toISOString();
}

function toSeconds(ms: number): number {
  return Math.round(ms / 1_000);
}

function toMinutes(ms: number): number {
  return Math.ceil(ms / 60_000);
}
