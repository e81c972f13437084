/**
 * The platform as a deterministic state machine.
 *
 * Owns the calls, scheduled events, the journal, and notifications until they are fetched. Does not own a clock, a
 * socket or randomness.
 *
 * MODEL-1. The same calls of its methods with the same arguments at the same times have the same results.
 * MODEL-2. A method that takes `now` first runs everything that was due until then.
 * MODEL-3. Notifications are handed out once, in the order in which they were sent.
 */
import type { WireAnswer, WireRequest } from './rest/answers.ts';
import { CallRegistry, type Call } from './voice/call.ts';
import { handleMissed, type MissedNotification } from './voice/webhook-errors.ts';
import { StreamDesk } from './voice/media/stream-desk.ts';
import { Streams } from './voice/media/streams.ts';
import { Recordings } from './voice/media/recordings.ts';
import { Directory } from './directory.ts';
import type { Fault } from './rest/faults.ts';
import { Ids } from './ids.ts';
import { Journal, type JournalReader } from './journal/journal.ts';
import { PagedEntries, PlainEntries } from './journal/journal-entries.ts';
import { hearsKeys, isOpen } from './voice/media/playback.ts';
import { People } from './voice/people.ts';
import { RestApi, type Unread, type Unreadable } from './rest/rest-api.ts';
import { completeSettings, type Party, type EmulatorSettings, type ProvisionedNumber } from './settings.ts';
import type { CallView, NumberView } from '../views/index.ts';
import type { Webhooks } from './project.ts';
import { SmsCentre } from './sms/centre.ts';
import { Phones } from './sms/phones.ts';
import { RoomPeople } from './video/people.ts';
import { VideoState } from './video/room.ts';
import { VirtualClock } from './virtual-clock.ts';
import type { Delivery, World } from './world.ts';

/** Changes that no caller and no application could make. */
export class Control {
  readonly #world: World;
  readonly #rest: RestApi;

  constructor(world: World, rest: RestApi) {
    this.#world = world;
    this.#rest = rest;
  }

  /** Lists live calls in order of arrival; with a limit only the newest ones, newest first. */
  calls(limit?: number): CallView[] {
    const live = [...this.#world.calls.live()];
    const shown = limit === undefined ? live : live.slice(-limit).reverse();
    return shown.map((call) => toCallView(this.#world, call));
  }

  /** Returns a live or recently ended call. */
  call(voiceId: string): CallView | undefined {
    const call = this.#world.calls.get(voiceId);
    return call && toCallView(this.#world, call);
  }

  /** Lists provisioned numbers in the order in which they were added. */
  numbers(): (ProvisionedNumber & NumberView)[] {
    return this.#world.directory.listNumbers();
  }

  /** Provisions a number or changes it; false for an invalid number or an unknown project. */
  setNumber(number: string, about: ProvisionedNumber): boolean {
    return this.#world.directory.setNumber(number, about);
  }

  /** Changes the webhooks of a project; false when there is no such project. */
  setWebhooks(appId: string, webhooks: Webhooks): boolean {
    return this.#world.directory.setWebhooks(appId, webhooks);
  }

  /** Sets how the person at a number behaves from now on. */
  setParty(number: string, party: Party | Party[]): void {
    this.#world.directory.setParty(number, party);
  }

  /** Injects a failure. */
  failNext(fault: Fault): void {
    this.#rest.faults.add(fault);
  }

  /** Reports that a notification was not delivered. */
  reportMissed(missed: MissedNotification, now: number): void {
    this.#world.clock.runUntil(now);
    handleMissed(this.#world, missed);
  }
}

export interface PlatformModel {
  /** Answers a REST request. Never throws. */
  request(request: WireRequest, now: number): WireAnswer;
  /** Answers and records a request that could not be read, or at which the emulator failed. */
  answerUnreadable(request: Unread, error: Unreadable, now: number): WireAnswer;
  /** Returns the time of the next event or unfetched notification; undefined when there is none. */
  nextAt(): number | undefined;
  /** Advances the time and returns the notifications sent since the last call. */
  advance(now: number): Delivery[];
  readonly people: People;
  readonly streams: StreamDesk;
  readonly phones: Phones;
  readonly rooms: RoomPeople;
  readonly journal: JournalReader;
  readonly control: Control;
}

/**
 * Creates a platform on which nothing has happened. One with `isBrief`, for about one call, keeps its journal as
 * objects, which is faster while it is short.
 */
export function createPlatformModel(given: EmulatorSettings = {}, { isBrief = false } = {}): PlatformModel {
  const world = createWorld(given, isBrief);
  const rest = new RestApi(world);
  return {
    request: (request, now) => {
      world.clock.runUntil(now);
      return rest.answer(request);
    },
    answerUnreadable: (request, error, now) => {
      world.clock.runUntil(now);
      return rest.answerUnreadable(request, error);
    },
    nextAt: () => world.outbox[0]?.at ?? world.clock.nextAt(),
    advance: (now) => {
      world.clock.runUntil(now);
      return world.outbox.splice(0);
    },
    people: new People(world),
    phones: new Phones(world),
    rooms: new RoomPeople(world),
    streams: new StreamDesk(world),
    journal: world.journal,
    control: new Control(world, rest),
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
    sms: new SmsCentre(settings.sms, directory),
    video: new VideoState(),
    journal: new Journal(settings.journalEntries, isBrief ? new PlainEntries() : new PagedEntries()),
    outbox: [],
    ids: new Ids(settings.seed),
    random: createSeededRandom(settings.seed),
  };
}

function toCallView(world: World, call: Call): CallView {
  const { voiceId: voice_id, direction, state, from, to, attempt, held, play, bridge, message } = call;
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
    records_message: message !== undefined,
    held,
    ...(bridge && { bridge: bridge.to }),
  };
}

/** Creates a deterministic generator of numbers from 0 to 1 (mulberry32). */
function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
