/** The settings of a room: what each may be, what they may be together, and with which code they are refused (video.md 2.1, 7). */
import type { RoomSettings } from '../../../wire/index.ts';
import { invalid } from '../answers.ts';
import { isFields } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { isSipUri } from '../numbers.ts';
import { numeric } from './errors.ts';
import type { VideoCode } from './errors.ts';
import { readScheduledTime } from './room-life.ts';
import { qualities } from './settings.ts';
import type { Quality } from './settings.ts';

/** Reads a value; undefined: refused. */
type Read = (value: unknown) => unknown;

interface Rule {
  read: Read;
  /** INVALID_PARAM when absent: video.md 7 has no number for it. */
  code?: VideoCode;
}

const yearInMinutes = 525_600;

const text: Read = (value) => (typeof value === 'string' ? value : undefined);
const flag: Read = (value) => (typeof value === 'boolean' ? value : undefined);
const time: Read = (value) =>
  typeof value === 'string' && readScheduledTime(value) !== undefined ? value : undefined;
const sipUri: Read = (value) => (typeof value === 'string' && isSipUri(value) ? value : undefined);
const oneOf =
  (...words: string[]): Read =>
  (value) =>
    typeof value === 'string' && words.includes(value) ? value : undefined;

/** A whole number within limits; programs written for the first version send it as text. */
const whole =
  (least: number, most: number): Read =>
  (value) => {
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    return Number.isInteger(number) && Number(number) >= least && Number(number) <= most ? number : undefined;
  };

const objectOf =
  (members: Record<string, Read>): Read =>
  (value) => {
    if (!isFields(value)) return undefined;
    const readers = new Map(Object.entries(members));
    const read = Object.entries(value).map(([name, member]) => [name, readers.get(name)?.(member)] as const);
    return read.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(read);
  };

const recorded = oneOf('audiovideo', 'audio');
const count = whole(1, 1_000_000);

/** `peep` and `aor` are known from their errors only: 10024 and 10026. */
const rules = new Map<string, Rule>(
  Object.entries({
    description: { read: text },
    mode: { read: oneOf('group', 'lecture'), code: 10019 },
    audio_only: { read: flag },
    scheduled: { read: flag, code: 10003 },
    scheduled_time: { read: time, code: 10005 },
    adhoc: { read: flag, code: 10016 },
    duration: { read: whole(10, yearInMinutes), code: 10011 },
    moderators: { read: count, code: 10022 },
    participants: { read: count, code: 10007 },
    audiences: { read: count },
    quality: { read: oneOf(...qualities), code: 10014 },
    auto_recording: { read: flag, code: 10008 },
    screen_share: { read: flag },
    canvas: { read: flag },
    knock: { read: flag, code: 10025 },
    wait_for_moderator: { read: flag, code: 10013 },
    abwd: { read: flag },
    max_active_talkers: { read: whole(1, 16), code: 10012 },
    media_zone: { read: oneOf('IN', 'SG', 'US', 'XX') },
    single_file_recording: { read: flag },
    role_based_recording: { read: objectOf({ moderator: recorded, participant: recorded }) },
    watermark: { read: flag },
    rtmp_streaming: { read: objectOf({ streaming: flag, recording: flag }) },
    billing_code: { read: text },
    peep: { read: flag, code: 10024 },
    aor: { read: sipUri, code: 10026 },
  } satisfies Record<string, Rule>),
);

/** Reads what was sent, key by key; null counts as not sent. */
export function readSettings(given: Fields): RoomSettings {
  const sent = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(sent.map(([key, value]) => [key, readSetting(key, value)]));
}

function readSetting(key: string, value: unknown): unknown {
  const rule = rules.get(key);
  if (rule === undefined) throw numeric(10009);
  if (key === 'mode' && typeof value !== 'string') throw numeric(10020);
  const read = rule.read(value);
  if (read !== undefined) return read;
  throw rule.code === undefined ? invalid(`settings.${key} is not valid`) : numeric(rule.code);
}

/** Throws when settings that are valid one by one do not go together. */
export function checkSettings(settings: RoomSettings, about: { quality: Quality; now: number }): void {
  if (settings.scheduled === true && settings.adhoc === true) throw numeric(10017);
  if (settings.scheduled === true) checkSchedule(settings, about.now);
  else if (settings.scheduled_time !== undefined) throw numeric(10018);
  else if (settings.duration !== undefined && settings.adhoc !== true) throw numeric(10018);
  if (participantLimit(settings) > mostParticipants(settings)) throw numeric(10007);
  if ((settings.moderators ?? 0) > participantLimit(settings)) throw numeric(10023);
  const { quality = about.quality } = settings;
  if (qualities.indexOf(quality) > qualities.indexOf(about.quality)) throw numeric(10021);
}

function checkSchedule({ scheduled_time: start, duration }: RoomSettings, now: number): void {
  const at = start === undefined ? undefined : readScheduledTime(start);
  if (at === undefined) throw numeric(10004);
  if (at <= now) throw numeric(10006);
  if (duration === undefined) throw numeric(10011);
}

/** How many people a session holds, audiences apart. */
export function participantLimit(settings: RoomSettings): number {
  return settings.participants ?? mostParticipants(settings);
}

/** video.md 2.1 and 8; what holds for permanent and adhoc group rooms is the capacity statement. */
function mostParticipants({ mode, scheduled }: RoomSettings): number {
  if (mode === 'lecture') return 1_000;
  return scheduled === true ? 300 : 100;
}

/** The settings as they are answered: with the defaults of video.md 2.1. */
export function shownSettings(settings: RoomSettings, quality: Quality): RoomSettings {
  return {
    mode: 'group',
    audio_only: false,
    scheduled: false,
    adhoc: false,
    quality,
    auto_recording: false,
    screen_share: true,
    canvas: false,
    knock: false,
    wait_for_moderator: false,
    abwd: false,
    max_active_talkers: 16,
    single_file_recording: false,
    watermark: false,
    ...settings,
    role_based_recording: {
      moderator: 'audiovideo',
      participant: 'audiovideo',
      ...settings.role_based_recording,
    },
  };
}
