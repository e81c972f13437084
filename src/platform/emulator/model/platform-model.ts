/**
 * The voice platform as a deterministic state machine, driven from outside.
 *
 * Owns: calls, what is due, the journal, notifications until they are fetched. Does not own: a clock, a socket, randomness.
 *
 * 1. The same members called with the same arguments at the same times give the same answers, ids and notifications.
 * 2. A member that takes `now` first lets everything happen that was due until then.
 * 3. Notifications are handed out once, in the order in which they left.
 */
import type { WireAnswer, WireRequest } from './rest/answers.ts';
import { CallRegistry } from './voice/call.ts';
import type { Call } from './voice/call.ts';
import { missNotification } from './voice/webhook-errors.ts';
import type { Missed } from './voice/webhook-errors.ts';
import { createStreamDesk } from './voice/media/stream-desk.ts';
import type { StreamDesk } from './voice/media/stream-desk.ts';
import { Streams } from './voice/media/streams.ts';
import { Recordings } from './voice/media/recordings.ts';
import { Directory } from './directory.ts';
import type { Webhooks } from './directory.ts';
import type { Fault } from './rest/faults.ts';
import { Ids } from './ids.ts';
import { Journal } from './journal/journal.ts';
import type { JournalReader } from './journal/journal.ts';
import { PagedEntries, PlainEntries } from './journal/journal-entries.ts';
import { hearsKeys, isOpen } from './voice/media/playback.ts';
import { PeopleAtPhones } from './voice/people.ts';
import type { People } from './voice/people.ts';
import { RestSide } from './rest/rest-api.ts';
import type { Unread, Unreadable } from './rest/rest-api.ts';
import { completeSettings } from './settings.ts';
import type { Party, EmulatorSettings, ProvisionedNumber } from './settings.ts';
import { createSmsCentre } from './sms/centre.ts';
import { PhonesInHands } from './sms/phones.ts';
import type { Phones } from './sms/phones.ts';
import { PeopleInRooms } from './video/people.ts';
import type { RoomPeople } from './video/people.ts';
import { newVideoState } from './video/room.ts';
import { VirtualClock } from './virtual-clock.ts';
import type { Delivery, World } from './world.ts';

/** A call, as far as people at the control desk may see it. */
export interface CallView {
  voice_id: string;
  direction: 'inbound' | 'outbound';
  state: string;
  from: string;
  to: string;
  attempt: number;
  /** The person on our line is hearing something. */
  hears: boolean;
  /** A key pressed now would be heard by the application. */
  listens: boolean;
  /** A word said now would be heard by the application. */
  listens_for_words: boolean;
  held: boolean;
  /** The second party, being reached or on the line. */
  bridge?: string;
}

/** Changes to the emulated world that no caller and no application could make. */
export interface Control {
  /** Live calls in the order in which they came; with a limit the newest ones, the newest first. */
  calls(limit?: number): CallView[];
  /** A live call, or one that ended not long ago. */
  call(voiceId: string): CallView | undefined;
  /** Provisioned numbers, in the order in which they came. */
  numbers(): (ProvisionedNumber & { number: string })[];
  /** Provisions a number, or changes where its calls are announced; false for what is no number, and for an unknown project. */
  setNumber(number: string, about: ProvisionedNumber): boolean;
  /** Changes where a project is told things; false when there is no such project. */
  setWebhooks(appId: string, webhooks: Webhooks): boolean;
  /** Says how the person at a number behaves from now on. */
  setParty(number: string, party: Party | Party[]): void;
  /** Orders a failure. */
  failNext(fault: Fault): void;
  /** A notification was not taken by its receiver. */
  missed(missed: Missed, now: number): void;
}

export interface PlatformModel {
  /** The REST side. Never throws. */
  request(request: WireRequest, now: number): WireAnswer;
  /** Answers a request that could not be read, or at which the emulator itself failed, and notes it. */
  unread(request: Unread, why: Unreadable, now: number): WireAnswer;
  /** When something happens next by itself, or a notification waits to be fetched; undefined: never. */
  nextAt(): number | undefined;
  /** Lets time pass; gives the notifications that left since the last time. */
  advance(now: number): Delivery[];
  readonly people: People;
  readonly streams: StreamDesk;
  readonly phones: Phones;
  readonly rooms: RoomPeople;
  readonly journal: JournalReader;
  readonly control: Control;
}

/** For how long a platform is run. */
interface Lifetime {
  /** For one call or so: its journal is kept as it is, which is quicker while it is short. */
  isBrief?: boolean;
}

/** A platform at which nothing has happened yet. */
export function createPlatformModel(
  given: EmulatorSettings = {},
  { isBrief = false }: Lifetime = {},
): PlatformModel {
  const world = createWorld(given, isBrief);
  const rest = new RestSide(world);
  return {
    request: (request, now) => {
      world.clock.runUntil(now);
      return rest.answer(request);
    },
    unread: (request, why, now) => {
      world.clock.runUntil(now);
      return rest.unread(request, why);
    },
    nextAt: () => world.outbox[0]?.at ?? world.clock.nextAt(),
    advance: (now) => {
      world.clock.runUntil(now);
      return world.outbox.splice(0);
    },
    people: new PeopleAtPhones(world),
    phones: new PhonesInHands(world),
    rooms: new PeopleInRooms(world),
    streams: createStreamDesk(world),
    journal: world.journal,
    control: createControl(world, rest),
  };
}

function createWorld(given: EmulatorSettings, isBrief: boolean): World {
  const settings = completeSettings(given);
  const directory = new Directory(settings);
  return {
    settings,
    clock: new VirtualClock(),
    directory,
    calls: new CallRegistry(settings.endedCalls),
    streams: new Streams(),
    recordings: new Recordings(settings.recordings),
    sms: createSmsCentre(settings.sms, directory),
    video: newVideoState(),
    journal: new Journal(settings.journalEntries, isBrief ? new PlainEntries() : new PagedEntries()),
    outbox: [],
    ids: new Ids(settings.seed),
    random: seededRandom(settings.seed),
  };
}

function createControl(world: World, rest: RestSide): Control {
  return {
    calls: (limit) => {
      const live = [...world.calls.live()];
      const shown = limit === undefined ? live : live.slice(-limit).reverse();
      return shown.map((call) => view(world, call));
    },
    call: (voiceId) => {
      const call = world.calls.get(voiceId);
      return call && view(world, call);
    },
    numbers: () => world.directory.numbers(),
    setNumber: (number, about) => world.directory.setNumber(number, about),
    setWebhooks: (appId, webhooks) => world.directory.setWebhooks(appId, webhooks),
    setParty: (number, party) => {
      world.directory.setParty(number, party);
    },
    failNext: (fault) => {
      rest.faults.add(fault);
    },
    missed: (missed, now) => {
      world.clock.runUntil(now);
      missNotification(world, missed);
    },
  };
}

function view(world: World, call: Call): CallView {
  const { voiceId: voice_id, direction, state, from, to, attempt, held, play, bridge } = call;
  return {
    voice_id,
    direction,
    state,
    from,
    to,
    attempt,
    hears: play?.speaking ?? false,
    listens: play !== undefined && hearsKeys(world, play),
    listens_for_words: play !== undefined && isOpen(play) && play.asr && play.keys === '',
    held,
    ...(bridge && { bridge: bridge.to }),
  };
}

/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
