/**
 * The emulator's model of the platform behind HTTP, on a clock that a test moves: the engine's own client sends the requests, and
 * what the model tells comes to the engine as it would by the hook.
 */
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { createPlatformModel } from '../../src/platform/emulator/model/index.ts';
import type { Fault, JournalEntry, PlatformModel } from '../../src/platform/emulator/model/index.ts';
import { createPlatformCarrier } from '../../src/platform/client/index.ts';
import type { Engine } from '../../src/engine/index.ts';
import type { Carrier } from '../../src/engine/ports/index.ts';
import { parseNotification } from '../../src/platform/wire/index.ts';
import type { HandClock } from './hand-clock.ts';
import { project } from './scene.ts';

const caller = '+4917100001';
const ours = '+4930555000';

/** So much time passes at once, ms. */
const STEP_MS = 50;

export class EmulatedPlatform {
  readonly #clock: HandClock;
  readonly #model: PlatformModel;
  readonly #server: FastifyInstance = fastify({ forceCloseConnections: true });
  #platform: Carrier | undefined;
  engine: Engine | undefined;

  constructor(clock: HandClock) {
    this.#clock = clock;
    const account = { appId: 'app', appKey: 'app-key', webhook: 'https://ringflow.invalid/hook' };
    this.#model = createPlatformModel({
      projects: [account],
      parties: { '+4930333': { on_ring: 'no_answer' } },
    });
    this.#server.removeAllContentTypeParsers();
    this.#server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    this.#server.all('/*', (request, reply) => {
      const headers = request.headers as Record<string, string>;
      const { method, url: path } = request;
      const body = request.body === undefined ? {} : { body: request.body as string };
      const answer = this.#model.request({ method, path, headers, ...body }, clock.now());
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });
  }

  /** The engine's client, whose waits between attempts take time of the clock. */
  async open(): Promise<Carrier> {
    const baseUrl = await this.#server.listen({ port: 0, host: '127.0.0.1' });
    this.#platform = createPlatformCarrier({
      baseUrl,
      appId: 'app',
      appKey: 'app-key',
      eventUrl: () => 'https://ringflow.invalid/hook',
      wait: (ms, signal) => this.#wait(ms, signal),
    });
    return this.#platform;
  }

  /** The next requests of a route get these errors, one each. */
  refuses(route: string, ...statuses: number[]): void {
    for (const status of statuses) {
      const fault: Fault = {
        route,
        status,
        body: { status: 'failed', result: String(status), msg: 'refused' },
      };
      this.#model.control.failNext(fault);
    }
  }

  /** Somebody calls; gives the call's name at the platform. */
  ring(): string {
    const voiceId = this.#model.people.ring({ from: caller, to: ours }, this.#clock.now());
    if (voiceId === undefined) throw new Error('nobody can call');
    return voiceId;
  }

  press(voiceId: string, keys: string): void {
    this.#model.people.press(voiceId, keys, this.#clock.now());
  }

  get journal(): readonly JournalEntry[] {
    return this.#model.journal.readAfter(0);
  }

  /** What the caller began to hear, with the words of our silent plays left out. */
  get heard(): string[] {
    return this.journal.flatMap((entry) =>
      entry.kind === 'speech' && entry.text !== '' ? [entry.text] : [],
    );
  }

  /** The plays that were asked for, with the status of each answer. */
  get plays(): number[] {
    return this.journal.flatMap((entry) =>
      entry.kind === 'request' && entry.path.endsWith('/play') ? [entry.status] : [],
    );
  }

  /** Lets time pass, and everything happen on the way. */
  async pass(ms: number, quiet: () => Promise<void>): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      this.#clock.pass(STEP_MS);
      await this.#deliver();
      await quiet();
      await this.#deliver();
    }
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.#platform?.close();
  }

  async #deliver(): Promise<void> {
    for (const { body } of this.#model.advance(this.#clock.now())) {
      const reading = parseNotification(body);
      if (!reading.ok) throw new Error(reading.reason);
      await this.engine?.receive({ project, ...reading.notification });
    }
  }

  #wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(ms, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        reject(new Error('the wait was ended'));
      });
    });
  }
}
