/**
 * A phone line to a running emulator, through its control plane.
 *
 * Owns: the stream of the journal, from the start of the call. Does not own: the call, which continues at the emulator when
 * the line is closed.
 */
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { CallView, JournalEntry } from '../../platform/emulator/model/index.ts';
import { CommandFailure } from '../shared/io.ts';
import { sleep, toEars } from './phone-line.ts';
import type { PhoneLine, Placing } from './phone-line.ts';

/** Timeout of a request to the emulator, ms. */
const TIMEOUT_MS = 10_000;
/** Polling interval while waiting for the phone to ring, ms. */
const POLL_MS = 50;

/** The emulator answered a request with a status other than 200. */
class EmulatorRefusal extends CommandFailure {
  readonly status: number;

  constructor(request: string, status: number, text: string) {
    super(`the emulator refuses ${request} (${status}): ${text}`, 1);
    this.status = status;
  }
}

/** Client of an emulator's control plane. */
export class Emulator {
  readonly #url: string;

  constructor(url: string) {
    this.#url = `${url.replace(/\/+$/, '')}/_emulator`;
  }

  /** Returns the number of a flow. Throws a `CommandFailure` that lists the flows if it has none. */
  async findNumber(flow: string): Promise<string> {
    const numbers = (await this.ask('GET', '/numbers')) as { number: string; label?: string }[];
    const found = numbers.find(({ label }) => label === flow);
    if (found !== undefined) return found.number;
    const labels = numbers.flatMap(({ label }) => label ?? []);
    const known = labels.length === 0 ? 'none' : labels.join(', ');
    throw new CommandFailure(`the emulator has no number for the flow "${flow}"; its flows are: ${known}`, 1);
  }

  /** Calls the flow at this number. */
  async call({ from, to, parties }: Placing): Promise<PhoneLine> {
    await this.#setParties(parties);
    const { voice_id } = (await this.ask('POST', '/calls', { from, to })) as { voice_id: string };
    return this.#openLine(voice_id, { from, to });
  }

  /** Lets the service call this phone, and answers. */
  async beCalled({ from, to, parties }: Placing, ask: () => Promise<void>): Promise<PhoneLine> {
    await this.#setParties(parties);
    const before = new Set(await this.#callsTo(to));
    await ask();
    const deadline = Date.now() + TIMEOUT_MS;
    while (Date.now() < deadline) {
      const ringing = (await this.#callsTo(to)).find((id) => !before.has(id));
      if (ringing !== undefined) return this.#openLine(ringing, { from: to, to: from });
      await pause(POLL_MS);
    }
    throw new CommandFailure(`the service placed no call from ${from} to ${to} at the emulator`, 1);
  }

  async #callsTo(number: string): Promise<string[]> {
    const calls = (await this.ask('GET', '/calls')) as CallView[];
    return calls
      .filter(({ direction, to }) => direction === 'outbound' && to === number)
      .map((call) => call.voice_id);
  }

  async #setParties(parties: Placing['parties']): Promise<void> {
    for (const [number, party] of Object.entries(parties))
      await this.ask('PUT', `/numbers/${encodeURIComponent(number)}`, { party });
  }

  async #openLine(voiceId: string, messages: Connection['messages']): Promise<PhoneLine> {
    const id = encodeURIComponent(voiceId);
    const stop = new AbortController();
    const options = { bodyTimeout: 0, signal: stop.signal };
    const { body } = await request(`${this.#url}/journal/stream?voice_id=${id}`, options);
    return new EmulatorLine({ emulator: this, path: `/calls/${id}`, journal: body, stop, messages });
  }

  /** Sends a request. Throws a `CommandFailure` if it is refused or there is no response. */
  async ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    const options = { method, headers, headersTimeout: TIMEOUT_MS, ...sent };
    const answer = await request(this.#url + path, options).catch((cause: unknown) => {
      const hint = 'start "ringflow dev" first, or use --offline';
      throw Object.assign(new CommandFailure(`no emulator at ${this.#url}: ${hint}`, 1), { cause });
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new EmulatorRefusal(`${method} ${path}`, answer.statusCode, text);
    return JSON.parse(text);
  }
}

interface Connection {
  emulator: Emulator;
  /** Path of the call below the control plane. */
  path: string;
  journal: Readable;
  /** Sender and recipient of the person's messages. */
  messages: { from: string; to: string };
  stop: AbortController;
}

class EmulatorLine implements PhoneLine {
  readonly #connection: Connection;
  #unread: JournalEntry[] = [];
  #news = Promise.withResolvers<undefined>();
  #isCut = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    void this.#read();
  }

  now(): number {
    return Date.now();
  }

  async next({ wake, by }: Parameters<PhoneLine['next']>[0]): Promise<JournalEntry[]> {
    if (this.#unread.length === 0 && !this.#isCut)
      await sleep(by === undefined ? undefined : by - Date.now(), Promise.race([this.#news.promise, wake]));
    if (this.#unread.length === 0 && this.#isCut)
      throw new CommandFailure('the connection to the emulator was lost', 1);
    this.#news = Promise.withResolvers<undefined>();
    return this.#unread.splice(0);
  }

  async ears(): ReturnType<PhoneLine['ears']> {
    const { emulator, path } = this.#connection;
    return toEars((await emulator.ask('GET', path)) as CallView);
  }

  press(keys: string): Promise<void> {
    return this.#act('/press', { keys });
  }

  say(text: string): Promise<void> {
    return this.#act('/say', { text });
  }

  async text(text: string): Promise<void> {
    const { emulator, messages } = this.#connection;
    await emulator.ask('POST', '/sms', { ...messages, text });
  }

  hangUp(): Promise<void> {
    return this.#act('/hangup', {});
  }

  /** The journal ends with the call, so what the service does afterwards is not shown. */
  isWorking(): boolean {
    return false;
  }

  close(): void {
    this.#connection.stop.abort();
  }

  /** An action that comes after the end of the call is ignored. */
  async #act(what: string, body: object): Promise<void> {
    const { emulator, path } = this.#connection;
    await emulator.ask('POST', path + what, body).catch((error: unknown) => {
      if (!(error instanceof EmulatorRefusal) || error.status !== 404) throw error;
    });
  }

  async #read(): Promise<void> {
    let rest = '';
    try {
      for await (const chunk of this.#connection.journal.setEncoding('utf8')) {
        const lines = `${rest}${String(chunk)}`.split('\n');
        rest = lines.pop() ?? '';
        this.#take(lines);
      }
    } catch {
      // Either side closed the connection; see `#isCut`.
    }
    this.#isCut = true;
    this.#news.resolve(undefined);
  }

  #take(lines: string[]): void {
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice('data: '.length));
    if (data.length === 0) return;
    this.#unread.push(...data.map((json) => JSON.parse(json) as JournalEntry));
    this.#news.resolve(undefined);
  }
}
