/**
 * A phone line to a flow that runs in this process, on the test kit's simulation.
 *
 * Owns: virtual time, which follows the wall clock or, when `fast`, jumps from one event to the next.
 */
import { maskUrl } from '../../call/index.ts';
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import { simulate } from '../../verification/testkit/index.ts';
import type { Simulation, SimulationOptions } from '../../verification/testkit/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import type { Surroundings } from './phone-answers.ts';
import { sleep, toEars } from './phone-line.ts';
import type { PhoneLine, Placing } from './phone-line.ts';

/** Maximum time that a message may take to arrive after the end of the call. */
const MAX_DELIVERY_MS = 5_000;

/** Calls a flow. */
export function callOffline(
  { flow, http }: Surroundings,
  placing: Placing & Pick<SimulationOptions, 'params' | 'message' | 'carrier'>,
  { fast, io }: { fast: boolean; io: Io },
): PhoneLine {
  const call = simulate(flow, { ...placing, http, ...(fast ? {} : { at: Date.now() }) });
  return new OfflineLine(call, { fast, io });
}

class OfflineLine implements PhoneLine {
  readonly #call: Simulation;
  readonly #fast: boolean;
  readonly #io: Io;
  #read = 0;
  #asked = 0;

  constructor(call: Simulation, { fast, io }: { fast: boolean; io: Io }) {
    this.#call = call;
    this.#fast = fast;
    this.#io = io;
  }

  now(): number {
    return this.#fast ? this.#call.now : Date.now();
  }

  async next({ wake, by }: Parameters<PhoneLine['next']>[0]): Promise<JournalEntry[]> {
    const news = this.#news();
    if (news.length > 0) return news;
    const nextAt = this.#call.nextAt();
    if (nextAt === undefined) throw new CommandFailure('the call is stuck: no event is pending', 1);
    const due = Math.min(nextAt, by ?? Infinity);
    if (!this.#fast) await sleep(due - Date.now(), wake);
    this.#call.advanceTo(this.#fast ? due : Date.now());
    return this.#news();
  }

  ears(): ReturnType<PhoneLine['ears']> {
    return Promise.resolve(toEars(this.#call.line));
  }

  press(keys: string): Promise<void> {
    return this.#act(() => this.#call.press(keys));
  }

  say(text: string): Promise<void> {
    return this.#act(() => this.#call.say(text));
  }

  text(text: string): Promise<void> {
    return this.#act(() => {
      this.#call.text(text);
    });
  }

  hangUp(): Promise<void> {
    return this.#act(() => this.#call.hangUp());
  }

  /** True until the finalizer is done and its messages have arrived, except those that are scheduled for later. */
  isWorking(): boolean {
    const nextAt = this.#call.nextAt();
    return nextAt !== undefined && (!this.#call.hasEnded || nextAt - this.#call.now <= MAX_DELIVERY_MS);
  }

  close(): void {
    this.#read = this.#call.log.length;
  }

  #act(act: () => void): Promise<void> {
    if (!this.#fast) this.#call.advanceTo(Date.now());
    act();
    return Promise.resolve();
  }

  #news(): JournalEntry[] {
    this.#printRequests();
    const news = this.#call.log.slice(this.#read);
    this.#read = this.#call.log.length;
    return news.flatMap((happening) => (happening.teller === 'platform' ? [happening.entry] : []));
  }

  /** Prints the requests that the flow sends to web services. */
  #printRequests(): void {
    const { requests } = this.#call.web;
    for (const { method, url, hasAnswer } of requests.slice(this.#asked)) {
      const outcome = hasAnswer ? '' : ', without a response: provide one with --answers <scenario file>';
      this.#io.err(`-- the flow sends ${method} ${maskUrl(url)}${outcome}\n`);
    }
    this.#asked = requests.length;
  }
}
