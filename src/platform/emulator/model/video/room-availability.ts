/**
 * Times when a room can be used (video.md 2.1, 3, 8). Two windows apply to a scheduled room: tokens are issued from 30
 * minutes before the start, and people are admitted from 15 minutes before it. A session that runs at the end of the
 * scheduled duration continues until everybody has left.
 */
import type { VideoCode } from './errors.ts';
import type { Room } from './room.ts';

const minuteMs = 60_000;
const tokensBeforeMs = 30 * minuteMs;
const opensBeforeMs = 15 * minuteMs;
const updatesBeforeMs = 30 * minuteMs;

/** Parses a `scheduled_time` to ms; undefined for another format or a date that does not exist. */
export function readScheduledTime(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined;
  const iso = `${text.replace(' ', 'T')}.000Z`;
  const at = Date.parse(iso);
  return Number.isNaN(at) || new Date(at).toISOString() !== iso ? undefined : at;
}

/** Returns the code that prevents issuing a token now, if any. */
export function findTokenRefusal(room: Room, now: number): VideoCode | undefined {
  const start = getStart(room);
  if (start !== undefined && now < start - tokensBeforeMs) return 10113;
  if (now < getEnd(room)) return undefined;
  return room.firstSessionAt === undefined ? 10112 : 10111;
}

/** Returns the code that prevents entering now, if any. */
export function findEntryRefusal(room: Room, now: number): VideoCode | undefined {
  const start = getStart(room);
  if (start !== undefined && now < start - opensBeforeMs) return 10113;
  return findTokenRefusal(room, now);
}

/** True when it is too late to change the room. */
export function isPastUpdates(room: Room, now: number): boolean {
  const start = getStart(room);
  return start !== undefined && now > start - updatesBeforeMs;
}

/** True when the room is deleted with its session. */
export function isForOneSession({ settings }: Room): boolean {
  return settings.adhoc === true && settings.duration === undefined;
}

function getStart({ settings }: Room): number | undefined {
  return settings.scheduled === true ? readScheduledTime(settings.scheduled_time ?? '') : undefined;
}

/** Returns the end of the room's duration. For an adhoc room it counts from the start of the first session. */
function getEnd(room: Room): number {
  const { scheduled, adhoc, duration } = room.settings;
  const start = scheduled === true ? getStart(room) : adhoc === true ? room.firstSessionAt : undefined;
  return start === undefined || duration === undefined ? Infinity : start + duration * minuteMs;
}
