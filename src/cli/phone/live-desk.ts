/** The control planes of the emulator and of `dev`, for whoever cannot wait for promises. */
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
  /** From this machine's time to the emulator's, ms. */
  readonly #aheadMs: number;
  #journalRead = 0;

  constructor({ emulator, service }: Addresses) {
    this.#emulator = `${emulator.replace(/\/+$/, '')}/_emulator`;
    this.#service = `${service.replace(/\/+$/, '')}/dev`;
    const { now } = this.#emulate('GET', '/clock') as { now: string };
    this.#aheadMs = Date.parse(now) - Date.now();
    this.news();
  }

  /** The emulator's time, ms since the epoch. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  pause(ms: number): void {
    this.#http.pause(ms);
  }

  /** Flow → its number. */
  numbers(): Map<string, string> {
    const numbers = this.#emulate('GET', '/numbers') as { number: string; label?: string }[];
    return new Map(
      numbers.flatMap(({ number, label }) => (label === undefined ? [] : [[label, number] as const])),
    );
  }

  /** Somebody calls; gives our id of the call. */
  ring(from: string, to: string): CallId {
    const { voice_id } = this.#emulate('POST', '/calls', { from, to }) as { voice_id: string };
    return callId(`default.${voice_id}`);
  }

  /** Has the flow call somebody; gives our id of the call. */
  dial(wanted: { flow: string; from: string; to: string; params: object }): CallId {
    const { call } = this.#ask({ method: 'POST', url: `${this.#service}/calls`, body: wanted }) as {
      call: string;
    };
    return callId(call);
  }

  /** A call as it stands and what it has done; undefined before `dev` knows it. */
  look(call: CallId): { record: CallRecord; trace: TraceEntry[] } | undefined {
    const url = `${this.#service}/calls/${encodeURIComponent(call)}`;
    return this.#ask({ method: 'GET', url }, [404]) as
      { record: CallRecord; trace: TraceEntry[] } | undefined;
  }

  /** A call as the platform sees it. */
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

  /** Has the person on the line do something; false when there is no such call any more. */
  act(voiceId: string, what: 'press' | 'say' | 'hangup', body: object): boolean {
    return this.#emulate('POST', `/calls/${encodeURIComponent(voiceId)}/${what}`, body) !== undefined;
  }

  /** Somebody writes a text message. */
  write(message: { from: string; to: string; text: string }): void {
    this.#emulate('POST', '/sms', message);
  }

  /** Says how the person at a number behaves from now on. */
  setParty(number: string, party: Party | Party[]): void {
    this.#emulate('PUT', `/numbers/${encodeURIComponent(number)}`, { party });
  }

  /** Says what becomes of messages to a number from now on. */
  setPhone(number: string, phone: Phone): void {
    this.#emulate('PUT', `/phones/${encodeURIComponent(number)}`, phone);
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  /** Undefined when what is asked for is not there. */
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
