/** Settings of rooms: their values, combinations, and the codes that refuse them (video.md 2.1, 7). */
import type { RoomSettings } from '../../../../../schemas/types/video.ts';
import { createInvalidParam } from '../rest/answers.ts';
import { isFields, type Fields } from '../rest/fields.ts';
import { isSipUri } from '../numbers.ts';
import { createNumericRefusal, type VideoCode } from './errors.ts';
import { readScheduledTime } from './room-availability.ts';
import { qualities, type Quality } from './settings.ts';

interface Kind {
  /** Completes the sentence: it must be … */
  is: string;
  /** Returns the value; undefined when it is invalid. */
  read: (value: unknown) => unknown;
}

interface Rule extends Kind {
  /** Numeric code; default INVALID_PARAM where video.md 7 has none. */
  code?: VideoCode;
}

const yearInMinutes = 525_600;

const isText = (value: unknown): value is string => typeof value === 'string';
const text: Kind = { is: 'text', read: (value) => (isText(value) ? value : undefined) };
const flag: Kind = {
  is: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};
const time: Kind = {
  is: 'a time, YYYY-MM-DD HH:MM:SS',
  read: (value) => (isText(value) && readScheduledTime(value) !== undefined ? value : undefined),
};
const sipUri: Kind = {
  is: 'a SIP URI',
  read: (value) => (isText(value) && isSipUri(value) ? value : undefined),
};
const createChoiceKind = (...words: string[]): Kind => ({
  is: `one of ${words.join(', ')}`,
  read: (value) => (isText(value) && words.includes(value) ? value : undefined),
});

/** Accepts integers within limits, also as text, as programs for version 1 send them. */
const createIntegerKind = (least: number, most: number): Kind => ({
  is: `a whole number from ${least} to ${most}`,
  read: (value) => {
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    return Number.isInteger(number) && Number(number) >= least && Number(number) <= most ? number : undefined;
  },
});

const createObjectKind = (members: Record<string, Kind>): Kind => ({
  is: `an object in which ${Object.entries(members)
    .map(([name, { is }]) => `${name} is ${is}`)
    .join(' and ')}`,
  read: (value) => {
    if (!isFields(value)) return undefined;
    const kinds = new Map(Object.entries(members));
    const read = Object.entries(value).map(
      ([name, member]) => [name, kinds.get(name)?.read(member)] as const,
    );
    return read.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(read);
  },
});

const recorded = createChoiceKind('audiovideo', 'audio');
const count = createIntegerKind(1, 1_000_000);

/** `peep` and `aor` are known only from their errors 10024 and 10026. */
const rules = new Map<string, Rule>(
  Object.entries({
    description: text,
    mode: { ...createChoiceKind('group', 'lecture'), code: 10019 },
    audio_only: flag,
    scheduled: { ...flag, code: 10003 },
    scheduled_time: { ...time, code: 10005 },
    adhoc: { ...flag, code: 10016 },
    duration: { ...createIntegerKind(10, yearInMinutes), code: 10011 },
    moderators: { ...count, code: 10022 },
    participants: { ...count, code: 10007 },
    audiences: count,
    quality: { ...createChoiceKind(...qualities), code: 10014 },
    auto_recording: { ...flag, code: 10008 },
    screen_share: flag,
    canvas: flag,
    knock: { ...flag, code: 10025 },
    wait_for_moderator: { ...flag, code: 10013 },
    abwd: flag,
    max_active_talkers: { ...createIntegerKind(1, 16), code: 10012 },
    media_zone: createChoiceKind('IN', 'SG', 'US', 'XX'),
    single_file_recording: flag,
    role_based_recording: createObjectKind({ moderator: recorded, participant: recorded }),
    watermark: flag,
    rtmp_streaming: createObjectKind({ streaming: flag, recording: flag }),
    billing_code: text,
    peep: { ...flag, code: 10024 },
    aor: { ...sipUri, code: 10026 },
  } satisfies Record<string, Rule>),
);

/** Reads the given settings; null counts as absent. */
export function readSettings(given: Fields): RoomSettings {
  const sent = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(sent.map(([key, value]) => [key, readSetting(key, value)]));
}

function readSetting(key: string, value: unknown): unknown {
  const rule = rules.get(key);
  if (rule === undefined) throw createNumericRefusal(10009);
  if (key === 'mode' && typeof value !== 'string') throw createNumericRefusal(10020);
  const read = rule.read(value);
  if (read !== undefined) return read;
  throw rule.code === undefined
    ? createInvalidParam(`settings.${key} must be ${rule.is}`)
    : createNumericRefusal(rule.code);
}

/** Throws when the settings contradict each other. */
export function checkSettings(settings: RoomSettings, about: { quality: Quality; now: number }): void {
  if (settings.scheduled === true && settings.adhoc === true) throw createNumericRefusal(10017);
  if (settings.scheduled === true) checkSchedule(settings, about.now);
  else if (settings.scheduled_time !== undefined) throw createNumericRefusal(10018);
  else if (settings.duration !== undefined && settings.adhoc !== true) throw createNumericRefusal(10018);
  if (getParticipantLimit(settings) > getMaxParticipants(settings)) throw createNumericRefusal(10007);
  if ((settings.moderators ?? 0) > getParticipantLimit(settings)) throw createNumericRefusal(10023);
  const { quality = about.quality } = settings;
  if (qualities.indexOf(quality) > qualities.indexOf(about.quality)) throw createNumericRefusal(10021);
}

function checkSchedule({ scheduled_time: start, duration }: RoomSettings, now: number): void {
  const at = start === undefined ? undefined : readScheduledTime(start);
  if (at === undefined) throw createNumericRefusal(10004);
  if (at <= now) throw createNumericRefusal(10006);
  if (duration === undefined) throw createNumericRefusal(10011);
}

/** Returns the maximum number of people in a session, not counting audiences. */
export function getParticipantLimit(settings: RoomSettings): number {
  return settings.participants ?? getMaxParticipants(settings);
}

/** Returns the limits of video.md 2.1 and 8; that of permanent and adhoc group rooms is the capacity statement. */
function getMaxParticipants({ mode, scheduled }: RoomSettings): number {
  if (mode === 'lecture') return 1_000;
  return scheduled === true ? 300 : 100;
}

/** Returns the settings with the defaults of video.md 2.1. */
export function fillDefaults(settings: RoomSettings, quality: Quality): RoomSettings {
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
