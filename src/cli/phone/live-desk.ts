/** Blocking client of the control planes of the emulator and of `dev`. */
import { callId } from '../../call/index.ts';
import type { CallId, CallRecord, TraceEntry } from '../../call/index.ts';
import type { CallView, JournalEntry, Party, Phone } from '../../platform/emulator/model/index.ts';
import { BlockingHttp } from './blocking-http.ts';
import type { HttpRequest } from './blocking-http.ts';
import { CommandFailure } from '../shared/io.ts';

/** URLs of `dev` and of its emulator. */
export interface Addresses {
  emulator: string;
  service: string;
}

export class LiveDesk {
  readonly #http = new BlockingHttp();
  readonly #emulator: string;
  readonly #service: string;
  /** Time of the emulator minus time of this machine, ms. */
  readonly #aheadMs: number;
  #journalRead = 0;

  constructor({ emulator, service }: Addresses) {
    this.#emulator = `${emulator.replace(/\/+$/, '')}/_emulator`;
    this.#service = `${service.replace(/\/+$/, '')}/dev`;
    const { now } = this.#emulate('GET', '/clock') as { now: string };
    this.#aheadMs = Date.parse(now) - Date.now();
    this.news();
  }

  /** Returns the emulator's time, ms since the epoch. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  pause(ms: number): void {
    this.#http.pause(ms);
  }

  /** Returns the number of each flow. */
  numbers(): Map<string, string> {
    const numbers = this.#emulate('GET', '/numbers') as { number: string; label?: string }[];
    return new Map(
      numbers.flatMap(({ number, label }) => (label === undefined ? [] : [[label, number] as const])),
    );
  }

  /** Places an inbound call; returns its id. */
  ring(from: string, to: string): CallId {
    const { voice_id } = this.#emulate('POST', '/calls', { from, to }) as { voice_id: string };
    return callId(`default.${voice_id}`);
  }

  /** Lets the flow place an outbound call; returns its id. */
  dial(wanted: { flow: string; from: string; to: string; params: object }): CallId {
    const { call } = this.#ask({ method: 'POST', url: `${this.#service}/calls`, body: wanted }) as {
      call: string;
    };
    return callId(call);
  }

  /** Returns record and trace of a call; undefined before `dev` knows it. */
  look(call: CallId): { record: CallRecord; trace: TraceEntry[] } | undefined {
    const url = `${this.#service}/calls/${encodeURIComponent(call)}`;
    return this.#ask({ method: 'GET', url }, [404]) as
      { record: CallRecord; trace: TraceEntry[] } | undefined;
  }

  /** Returns the platform's view of a call. */
  call(voiceId: string): CallView | undefined {
    return this.#emulate('GET', `/calls/${encodeURIComponent(voiceId)}`) as CallView | undefined;
  }

  /** Returns the journal entries since the last call. */
  news(): JournalEntry[] {
    const url = `${this.#emulator}/journal?after=${this.#journalRead}`;
    const lines = this.#text({ method: 'GET', url })
      .split('\n')
      .filter((line) => line !== '');
    const entries = lines.map((line) => JSON.parse(line) as JournalEntry);
    this.#journalRead = entries.at(-1)?.seq ?? this.#journalRead;
    return entries;
  }

  /** Performs an action of the person on the line; false if the call no longer exists. */
  act(voiceId: string, what: 'press' | 'say' | 'speak' | 'hangup', body: object): boolean {
    return this.#emulate('POST', `/calls/${encodeURIComponent(voiceId)}/${what}`, body) !== undefined;
  }

  /** Sends a text message of a person. */
  write(message: { from: string; to: string; text: string }): void {
    this.#emulate('POST', '/sms', message);
  }

  /** Sets the behaviour of the person at a number. */
  setParty(number: string, party: Party | Party[]): void {
    this.#emulate('PUT', `/numbers/${encodeURIComponent(number)}`, { party });
  }

  /** Sets what happens to messages to a number. */
  setPhone(number: string, phone: Phone): void {
    this.#emulate('PUT', `/phones/${encodeURIComponent(number)}`, phone);
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  /** Sends a request to the emulator; undefined if the resource does not exist. */
  #emulate(method: HttpRequest['method'], path: string, body?: object): unknown {
    return this.#ask({ method, url: this.#emulator + path, body }, [404]);
  }

  #ask(request: HttpRequest, absent: number[] = []): unknown {
    const { status, text } = this.#http.ask(request);
    if (absent.includes(status)) return undefined;
    return JSON.parse(checkAnswer(request, status, text));
  }

  #text(request: HttpRequest): string {
    const { status, text } = this.#http.ask(request);
    return checkAnswer(request, status, text);
  }
}

function checkAnswer({ method, url }: HttpRequest, status: number, text: string): string {
  if (status < 300) return text;
  throw new CommandFailure(`${method} ${url} was refused (${status}): ${text}`, 1);
}
