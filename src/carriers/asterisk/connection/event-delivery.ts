/**
 * Reports events to the engine in the order of each call, and asks Asterisk at once for what they entail.
 *
 * Owns the events between the socket and the engine. Does not own the socket, which it asks to be closed.
 *
 * DELIVERY-1 Events of one call are reported in their order; calls do not wait for each other.
 * DELIVERY-2 At `MAX_PENDING` events that are not stored the socket closes by handshake: Asterisk keeps the rest.
 */
import type { CallId, CommandId } from '../../../call/index.ts';
import { CarrierError } from '../../../engine/ports/index.ts';
import type { EventSink, Log, Recognizer } from '../../../engine/ports/index.ts';
import type { CarrierArrival } from '../arrivals.ts';
import type { Reading } from '../reading.ts';
import type { Steps } from '../steps.ts';
import type { AriClient } from './ari-client.ts';
import { SpeechMeter } from '../speech-meter.ts';
import { readHeaders } from './headers.ts';
import { recognizeWords } from './recognize-words.ts';
import { createRecordings } from './recordings.ts';
import { runSteps } from './run-steps.ts';

/** Number of events that may wait to be stored. */
const MAX_PENDING = 1_000;

interface DeliveryOptions {
  client: AriClient;
  sink: EventSink;
  log: Log;
  /** Name of the carrier. */
  carrier: string;
  /** SIP headers that are read before a call begins. */
  headers: readonly string[];
  recognizer?: Recognizer;
  /** Called once when too many events wait, or one cannot be stored. */
  overflow: (why: 'too_many' | 'not_stored') => void;
}

export class EventDelivery {
  readonly #options: DeliveryOptions;
  /** The last report of each call that waits for Asterisk. */
  readonly #queues = new Map<CallId, Promise<void>>();
  readonly #pending = new Set<Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #hasOverflowed = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Takes a reading. Returns at once. */
  take(reading: Reading): void {
    const { meanwhile, call, before = [], headersOf, speechIn, arrival, followedBy, words, later } = reading;
    if (meanwhile !== undefined) void this.#runAside(meanwhile, call);
    if (words !== undefined) this.#watch(this.#recognize(words, call));
    if (later !== undefined) this.#schedule(later);
    const mustWait = before.length > 0 || [headersOf, speechIn, followedBy].some((one) => one !== undefined);
    const earlier = call === undefined ? undefined : this.#queues.get(call);
    if (call !== undefined && (mustWait || earlier !== undefined)) this.#enqueue(call, reading, earlier);
    else if (arrival !== undefined) this.#watch(this.#report(arrival));
  }

  /** Resolves when everything taken so far is reported. What was to be reported later is not. */
  async drain(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  #enqueue(call: CallId, reading: Reading, earlier: Promise<void> | undefined): void {
    const report = (earlier ?? Promise.resolve()).then(() => this.#prepare(reading));
    this.#queues.set(call, report);
    this.#watch(
      report.finally(() => {
        if (this.#queues.get(call) === report) this.#queues.delete(call);
      }),
    );
  }

  async #prepare(reading: Reading): Promise<void> {
    const { before = [], otherwise, headersOf, speechIn, needsSound, otherwiseArrival } = reading;
    const isPrepared = await this.#runAside(before, reading.call);
    if (!isPrepared && otherwise !== undefined) {
      await this.#runAside(otherwise, reading.call);
      return;
    }
    const speech = speechIn === undefined || !isPrepared ? undefined : await this.#measureSpeech(speechIn);
    const isUsable = isPrepared && !(needsSound === true && speech?.hasSound === false);
    const arrival = isUsable ? reading.arrival : (otherwiseArrival ?? reading.arrival);
    if (arrival === undefined) return;
    const { client, headers } = this.#options;
    const read = headersOf === undefined ? {} : { headers: await readHeaders(client, headersOf, headers) };
    const { event } = arrival;
    const measured = isUsable && speech !== undefined ? { speechMs: speech.speechMs } : {};
    await this.#report({
      ...arrival,
      ...read,
      event: event.type === 'recording' ? { ...event, ...measured } : event,
    });
    if (reading.followedBy !== undefined) await this.#report(reading.followedBy);
  }

  /** Recognises an answer beside the other events of the call, which do not wait for it. */
  async #recognize(words: NonNullable<Reading['words']>, call: CallId | undefined): Promise<void> {
    const text = await recognizeWords(words, this.#options);
    this.take({ ...(call !== undefined && { call }), arrival: words.toArrival(text) });
  }

  #schedule({ ms, reading, isDue }: NonNullable<Reading['later']>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (isDue()) this.take(reading);
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  /** Returns how long somebody spoke in a recording; undefined if the file cannot be read. */
  async #measureSpeech(recording: CommandId): Promise<SpeechMeter | undefined> {
    const { client, log, carrier } = this.#options;
    try {
      const file = await createRecordings(client).open(recording);
      if (file === undefined) return undefined;
      const meter = new SpeechMeter();
      for await (const chunk of file) meter.add(chunk as Buffer);
      return meter;
    } catch (error) {
      log.warn({ err: error, carrier }, 'a recording could not be measured');
      return undefined;
    }
  }

  /** Runs steps that no command waits for; returns false when one failed. What is gone meanwhile is no warning. */
  async #runAside(steps: Steps, call: CallId | undefined): Promise<boolean> {
    try {
      await runSteps(this.#options.client, steps);
      return true;
    } catch (error) {
      const { log, carrier } = this.#options;
      const isGone = error instanceof CarrierError && (error.httpStatus === 404 || error.httpStatus === 400);
      log[isGone ? 'debug' : 'warn'](
        { err: error, carrier, call },
        'Asterisk refused what an event requires',
      );
      return false;
    }
  }

  async #report(arrival: CarrierArrival): Promise<void> {
    this.#tellFault(arrival);
    try {
      await this.#options.sink.receive({ ...arrival, carrier: this.#options.carrier });
    } catch (error) {
      this.#options.log.error({ err: error, carrier: this.#options.carrier }, 'an event could not be stored');
      this.#overflow('not_stored');
    }
  }

  /** Logs what is wrong with the machine rather than with a call: sounds that cannot be read, recordings that cannot be written. */
  #tellFault({ event, callHint: call }: CarrierArrival): void {
    const { log, carrier } = this.#options;
    if (event.type === 'command_failed')
      log.warn({ carrier, call, code: event.failure.code }, event.failure.message);
    if (event.type === 'recording' && event.state === 'failed')
      log.warn({ carrier, call, detail: event.detail }, 'a recording has failed');
  }

  #watch(report: Promise<void>): void {
    this.#pending.add(report);
    void report.finally(() => this.#pending.delete(report));
    if (this.#pending.size >= MAX_PENDING) this.#overflow('too_many');
  }

  #overflow(why: 'too_many' | 'not_stored'): void {
    if (this.#hasOverflowed) return;
    this.#hasOverflowed = true;
    this.#options.overflow(why);
  }
}
