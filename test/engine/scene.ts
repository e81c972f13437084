/** Engines on one store, with a clock that tests move and a platform that they tell what to answer. */
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { createPlatformCarrier } from '../../src/platform/client/index.ts';
import { createHttpWeb } from '../../src/adapters/web-http/index.ts';
import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import { callId, projectId, voiceId, findNextDeadline } from '../../src/call/index.ts';
import type { CallRecord, Command, PlatformEvent, TraceEntry } from '../../src/call/index.ts';
import { compileFlow } from '../../src/language/compiler/index.ts';
import { Engine } from '../../src/engine/index.ts';
import type { EngineOptions } from '../../src/engine/index.ts';
import type { Arrival } from '../../src/engine/ports/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';
import type { Carrier, Store } from '../../src/engine/ports/index.ts';
import { HandClock } from './hand-clock.ts';
import { PlatformServer } from './platform-server.ts';
import { RecordingLog } from './recording-log.ts';
import { until } from './until.ts';

type PlatformCarrierOptions = Parameters<typeof createPlatformCarrier>[0];

export const project = projectId('default');
/** The call that most tests are about. */
export const call = callId('default.v1');
export const LEASE_MS = 5_000;

/** Welcome, a menu with a way to every command, a transfer. */
export const desk = flowOf(`
ringflow: 1
name: desk
languages: [en-US]
on: { error: sorry }
steps:
  hello:
    say: Welcome.
  main:
    menu:
      prompt: For a person press 1.
      timeout: 3s
      attempts: 2
      choices:
        - { key: 1, goto: person }
        - { key: 2, goto: pause }
        - { key: 3, goto: agent }
        - { key: 4, goto: no_agent }
        - { key: 5, goto: record }
        - { key: 6, goto: no_record }
        - { key: 7, goto: meet }
        - { key: 8, goto: invite }
        - { key: 9, goto: join }
        - { key: 0, goto: text }
    on: { exhausted: bye }
  person:
    connect: { to: "+4930333", ring: 20s }
    on: { busy: bye, no_answer: bye, failed: bye }
    next: hangup
  pause:
    hold:
    next: hangup
  agent:
    stream: { start: "wss://agent.example.com" }
    next: bye
  no_agent:
    stream: { stop: true }
    next: bye
  record:
    record: { start: "call-\${call.id}" }
    next: bye
  no_record:
    record: { stop: true }
    next: bye
  meet:
    room: { create: { name: Help } }
    on: { joined: bye }
  invite:
    room: { join: r1, invite: { sms: { template: link, campaign: desk, data: { token: "\${room.token}" } } } }
    on: { joined: bye }
  join:
    room: { join: r1 }
    on: { joined: bye }
  text:
    sms: { template: thanks, campaign: desk }
    next: bye
  bye:
    say: Goodbye.
    next: hangup
  sorry:
    say: Sorry.
    next: hangup
`);

/** A compiled flow from its source. */
export function flowOf(text: string): CompiledFlow {
  const { flow, diagnostics } = compileFlow({ file: 'flow.yaml', text });
  if (flow === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return flow;
}

/** A notification about the call, as it comes out of the parser. */
export function arrival(event: PlatformEvent, more: Partial<Arrival> = {}): Arrival {
  return { project, voiceId: voiceId('v1'), from: '+4930111', to: '+4930222', event, ...more };
}

/** The reference that the play of this number carries. */
export function promptRef(number: number): string {
  return `${call}.${number}`;
}

export class Scene {
  readonly clock = new HandClock();
  readonly server = new PlatformServer();
  readonly log = new RecordingLog();
  readonly traced: { record: CallRecord; entry: TraceEntry }[] = [];
  store: Store = openMemoryStore();
  readonly #engines: Engine[] = [];
  readonly #platforms: Carrier[] = [];
  #nodes = 0;
  #ids = 0;

  get whats(): string[] {
    return this.server.whats;
  }

  /** Another node on the same store, with the flow `desk` in service. Not started: nothing happens by itself. */
  async engine(options: Partial<EngineOptions> = {}): Promise<Engine> {
    const engine = await this.#newEngine(options, [desk]);
    this.#engines.push(engine);
    return engine;
  }

  /** A node without any flow in service. */
  async bare(options: Partial<EngineOptions> = {}): Promise<Engine> {
    const engine = await this.#newEngine(options, []);
    this.#engines.push(engine);
    return engine;
  }

  /** A node that is going to die: its time stands still, so it renews no lease, and nobody waits for it in the end. */
  victim(options: Partial<EngineOptions> = {}, flows = [desk]): Promise<Engine> {
    return this.#newEngine({ clock: new HandClock(this.clock.now()), ...options }, flows);
  }

  /** A client of the platform; unless told otherwise, the waits between its attempts take no time. */
  platform(wait: PlatformCarrierOptions['wait'] = () => Promise.resolve()): Carrier {
    const platform = createPlatformCarrier({
      baseUrl: this.server.url,
      appId: 'app',
      appKey: 'app-key',
      eventUrl: (about) => `https://ringflow.example/?call=${about}`,
      wait,
    });
    this.#platforms.push(platform);
    return platform;
  }

  /** Looks again and again, with time standing still but for what is due at once. */
  until<Seen>(look: () => Seen | Promise<Seen>): Promise<NonNullable<Seen>> {
    return until(() => {
      this.clock.pass(0);
      return look();
    });
  }

  /** Waits until that many requests have come. */
  async requests(count: number): Promise<string[]> {
    await this.until(() => this.whats.length >= count);
    return this.whats;
  }

  /** Waits until the call has no command that is not settled. */
  async settled(of = call): Promise<void> {
    await this.until(async () => (await this.store.load(of))?.outbox.length === 0);
  }

  /** What the store still has to send. */
  async outbox(of = call): Promise<Command['kind'][]> {
    return ((await this.store.load(of))?.outbox ?? []).map(({ kind }) => kind);
  }

  /** A call that has been accepted and hears the welcome. */
  async welcomed(engine: Engine): Promise<void> {
    await engine.receive(arrival({ type: 'incoming' }));
    await this.settled();
    await engine.receive(arrival({ type: 'connected' }));
    await this.settled();
  }

  /** A call that hears the menu. */
  async asked(engine: Engine): Promise<void> {
    await this.welcomed(engine);
    await engine.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await this.settled();
  }

  /** Lets time pass until the next deadline of the call. */
  async untilDeadline(of = call): Promise<void> {
    const stored = await this.store.load(of);
    const due = stored && findNextDeadline(stored.record);
    if (due === undefined) throw new Error(`call ${of} waits for nothing`);
    this.clock.pass(due - this.clock.now());
  }

  /** Gives everything that is under way inside this process the time to happen. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < 50; turns++) await endOfTurn();
  }

  async close(): Promise<void> {
    let isStopped = false;
    // Where the clock stands still no patience ends, so it is asked for none.
    const stopping = Promise.all(this.#engines.map((engine) => engine.stop(0)));
    void stopping.then(() => (isStopped = true));
    await this.until(() => isStopped);
    await this.server.close();
    await Promise.all(this.#platforms.map((platform) => platform.close()));
    await this.store.close();
  }

  async #newEngine(options: Partial<EngineOptions>, flows: CompiledFlow[]): Promise<Engine> {
    const platform = this.platform();
    const engine = new Engine({
      node: `node-${++this.#nodes}`,
      store: this.store,
      clock: this.clock,
      log: this.log,
      findCarrier: (name) => (name === project ? platform : undefined),
      web: createHttpWeb(),
      newId: () => `out-${++this.#ids}`,
      listeners: { onTrace: (record, entry) => this.traced.push({ record, entry }) },
      ...options,
      timing: { leaseMs: LEASE_MS, settleAfterMs: 0, ...options.timing },
    });
    for (const flow of flows) await engine.flows.deploy(flow);
    return engine;
  }
}

/** A new scene for every test of a file. */
export function useScene(): () => Scene {
  let scene: Scene;
  beforeEach(async () => {
    scene = new Scene();
    await scene.server.listen();
  });
  afterEach(() => scene.close());
  return () => scene;
}
