/**
 * State of the emulator as the page knows it. It follows the journal's stream, and queries the control API for everything else
 * whenever something happens.
 */
import { signal } from '@preact/signals';
import type {
  CallView,
  JournalEntry,
  NumberView,
  PhoneView,
  RoomView,
} from '../../platform/emulator/views/index.ts';
import { EmulatorApi } from './api.ts';
import { FollowedCall } from './followed-call.ts';
import { appendRows } from './journal-rows.ts';
import type { JournalRow } from './journal-rows.ts';
import { MessageLog } from './message-log.ts';
import type { MessageLine } from './message-log.ts';

/** Maximum number of calls and of rooms shown. */
export const MAX_LISTED = 50;

/** Minimum time between two refreshes, ms, which limits the load on a busy emulator. */
const REST_MS = 150;
/** Time for which entries of the journal are collected before they are shown, ms. */
const COLLECT_MS = 50;
/** Maximum number of entries that wait to be shown. */
const MAX_WAITING = 1_000;

export class EmulatorFeed {
  readonly link = signal<'connecting' | 'live' | 'lost'>('connecting');
  /** The number of the user's phone. */
  readonly ownNumber = signal('+491713920001');
  readonly numbers = signal<readonly NumberView[]>([]);
  /** The newest live calls, newest first, at most one more than is shown. */
  readonly calls = signal<readonly CallView[]>([]);
  readonly rooms = signal<readonly RoomView[]>([]);
  readonly messages = signal<readonly MessageLine[]>([]);
  readonly rows = signal<readonly JournalRow[]>([]);
  readonly api: EmulatorApi;
  readonly phone: FollowedCall;
  readonly #log = new MessageLog();
  #waiting: JournalEntry[] = [];
  #lastSeq = 0;
  #isStopped = false;
  #isRefreshing = false;
  /** True when something happened since the last refresh began. */
  #isStale = false;

  /** @param base address of the control API, with a slash at its end */
  constructor(base: string) {
    this.api = new EmulatorApi(base);
    this.phone = new FollowedCall(this.api);
  }

  /** Follows the emulator until the returned function is called. */
  start(): () => void {
    this.#isStopped = false;
    const stream = this.api.openJournal();
    stream.addEventListener('open', () => {
      this.link.value = 'live';
      this.refresh();
    });
    stream.addEventListener('error', () => {
      this.link.value = 'lost';
    });
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
      this.#take(JSON.parse(data) as JournalEntry);
    });
    this.refresh();
    return () => {
      this.#isStopped = true;
      stream.close();
      this.phone.close();
    };
  }

  /** Queries the control API; calls while a query is under way are combined into one further query. */
  refresh(): void {
    this.#isStale = true;
    if (!this.#isRefreshing) void this.#refreshUntilFresh();
  }

  /** Calls a number from the user's phone, and follows the call. */
  async placeCall(to: string): Promise<void> {
    const from = this.ownNumber.value.trim();
    const { voice_id: voiceId } = await this.api.post<{ voice_id: string }>(['calls'], { from, to });
    this.phone.follow(voiceId, 0);
    await this.phone.refresh();
    this.refresh();
  }

  /** Moves a live call to the phone. */
  choose(voiceId: string): void {
    this.phone.follow(voiceId, this.#lastSeq);
    this.refresh();
  }

  clearJournal(): void {
    this.#waiting = [];
    this.rows.value = [];
  }

  #take(entry: JournalEntry): void {
    // A reset of the emulator starts the numbering again.
    if (entry.seq <= this.#lastSeq) {
      this.clearJournal();
      this.#log.clear();
    }
    this.#lastSeq = entry.seq;
    this.#log.take(entry);
    if (this.#waiting.length === 0)
      setTimeout(() => {
        this.rows.value = appendRows(this.rows.value, this.#waiting);
        this.#waiting = [];
      }, COLLECT_MS);
    this.#waiting = [...this.#waiting.slice(1 - MAX_WAITING), entry];
    this.refresh();
  }

  async #refreshUntilFresh(): Promise<void> {
    this.#isRefreshing = true;
    while (this.#isStale && !this.#isStopped) {
      this.#isStale = false;
      // A failed query is repeated after the next entry; meanwhile the state of the link shows the problem.
      await Promise.allSettled([
        this.#readNumbers(),
        this.#readCalls(),
        this.#readMessages(),
        this.#readRooms(),
      ]);
      await new Promise((resume) => setTimeout(resume, REST_MS));
    }
    this.#isRefreshing = false;
  }

  async #readNumbers(): Promise<void> {
    this.numbers.value = await this.api.get<NumberView[]>(['numbers']);
  }

  async #readCalls(): Promise<void> {
    const query = { limit: String(MAX_LISTED + 1) };
    const [calls] = await Promise.all([this.api.get<CallView[]>(['calls'], query), this.phone.refresh()]);
    this.phone.offer(calls, this.ownNumber.value, this.#lastSeq);
    this.calls.value = calls;
  }

  async #readMessages(): Promise<void> {
    const number = this.ownNumber.value.trim();
    const isNumber = /^\+?\d{3,15}$/.test(number);
    const phone = isNumber ? await this.api.get<PhoneView>(['phones', number]) : undefined;
    this.messages.value = this.#log.listMessages(number, phone);
  }

  async #readRooms(): Promise<void> {
    this.rooms.value = await this.api.get<RoomView[]>(['rooms']);
  }
}
