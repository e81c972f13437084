/**
 * Two nodes on one store in front of the emulated platform, of which the first dies at one moment in the life of one
 * command: what it had not written by then is lost, and from then on the second one gets what the platform tells.
 */
import { systemClock } from '../../src/adapters/clock-system/index.ts';
import { createPlatformCarrier, createPlatformWebhooks } from '../../src/platform/client/index.ts';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { createHttpWeb } from '../../src/adapters/web-http/index.ts';
import { callId, projectId } from '../../src/call/index.ts';
import type { CallId, CallRecord, CommandKind, TraceEntry } from '../../src/call/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import type { JournalEntry } from '../../src/platform/emulator/model/index.ts';
import { Engine } from '../../src/engine/index.ts';
import type { EngineOptions } from '../../src/engine/index.ts';
import { replacePerform, type Carrier, type Clock, type Store } from '../../src/engine/ports/index.ts';
import { digestHookToken } from '../../src/service/management/index.ts';
import { buildServer, Hooks } from '../../src/service/http/index.ts';
import { flowOf } from '../engine/scene.ts';
import { RecordingLog } from '../engine/recording-log.ts';

/** When a node dies: before it sends a command, before it sees the answer, or before it writes that there was one. */
export const moments = ['before it sent it', 'before the answer', 'before the settling'] as const;
export type Moment = (typeof moments)[number];

/** So soon others take over: far longer than a busy machine holds up a node that lives. */
const LEASE_MS = 1_500;
const TOKEN = 'the-token-of-this-hook';
const caller = '+4917100001';
const project = projectId('default');

let scenes = 0;

export interface Ended {
  call: CallId;
  record: CallRecord;
  trace: TraceEntry[];
  /** What the platform did and was asked for. */
  journal: JournalEntry[];
}

export interface Scene {
  /** Address of a Redis. */
  redis: string;
  flow: string;
  kind: CommandKind;
  moment: Moment;
  /** What the platform tells between the death and the first request of the second node is lost. */
  losesWords?: boolean;
}

/** Lets a call happen during which the node that has it dies over its first command of a kind; resolves when it is over. */
export async function callWithDeath(
  emulator: Emulator,
  { redis, flow, kind, moment, losesWords = false }: Scene,
): Promise<Ended> {
  const scene = (scenes += 1);
  const log = new RecordingLog();
  const store = await openRedisStore({ address: `${redis}?prefix=d${scene}&partitions=2`, log });
  const death = new Death(kind, moment);
  const hook = await openHook(death, losesWords);
  const platform = createPlatformCarrier({
    baseUrl: emulator.url,
    appId: 'demo',
    appKey: 'demo-key',
    eventUrl: (call) => `${hook.url()}?call=${encodeURIComponent(call)}`,
  });
  const findCarrier = () => hook.hearingWith(platform);
  const nodes: Partial<EngineOptions>[] = [
    {
      node: 'first',
      store: death.storeOf(store),
      clock: death.clock,
      findCarrier: () => death.findCarrier(platform),
    },
    { node: 'second', store, clock: systemClock, findCarrier },
  ];
  const [first, second] = nodes.map((node) => engineOf(node, log, `dialled-${scene}`)) as [Engine, Engine];
  const running = flowOf(flow);
  for (const engine of [first, second]) await engine.flows.deploy(running);
  hook.givesTo(first, second);
  try {
    const call = kind === 'dial' ? await dial(first, death, scene) : ring(emulator, hook.url(), scene);
    await death.came;
    // Not before, so that nothing is taken from a node that lives, however long the machine holds it up.
    second.start();
    const record = await ended(store, call);
    const trace = await store.trace(call);
    return { call, record, trace, journal: emulator.act(({ journal }) => journal.readAfter(0)) };
  } finally {
    await hook.close();
    await second.stop(1_000);
    await platform.close();
    await store.close();
  }
}

function engineOf(node: Partial<EngineOptions>, log: RecordingLog, id: string): Engine {
  return new Engine({
    ...(node as Pick<EngineOptions, 'node' | 'store' | 'clock' | 'findCarrier'>),
    log,
    web: createHttpWeb(),
    newId: () => id,
    timing: { leaseMs: LEASE_MS },
  });
}

function dial(engine: Engine, death: Death, scene: number): Promise<CallId> {
  const placed = engine.dial({ project, flow: 'doubt', from: '+4930555000', to: caller });
  return Promise.race([placed, death.came.then(() => callId(`default.dialled-${scene}`))]);
}

/** Every call has a number of its own, so that its notifications come to its own nodes. */
function ring(emulator: Emulator, webhook: string, scene: number): CallId {
  const to = `+49305550${String(scene).padStart(3, '0')}`;
  const voiceId = emulator.act(({ control, people }, now) => {
    control.setNumber(to, { webhook });
    return people.ring({ from: caller, to }, now);
  });
  return callId(`default.${voiceId}`);
}

async function ended(store: Store, call: CallId): Promise<CallRecord> {
  for (;;) {
    const found = await store.load(call);
    if (found?.record.endedAt !== undefined && found.outbox.length === 0) return found.record;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The end of a node: nothing that it does afterwards reaches anybody. */
class Death {
  readonly #kind: CommandKind;
  readonly #moment: Moment;
  readonly #came = Promise.withResolvers<undefined>();
  #isDead = false;
  #isAnswered = false;

  constructor(kind: CommandKind, moment: Moment) {
    this.#kind = kind;
    this.#moment = moment;
  }

  get came(): Promise<undefined> {
    return this.#came.promise;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  readonly clock: Clock = {
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed(),
    after: (ms, task) =>
      systemClock.after(ms, () => {
        if (!this.#isDead) task();
      }),
    nextTurn: (task) => {
      systemClock.nextTurn(() => {
        if (!this.#isDead) task();
      });
    },
  };

  storeOf(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          if (this.#isAnswered) return this.#die();
          return this.#isDead ? never() : Reflect.apply(member, target, args);
        };
      },
    });
  }

  findCarrier(platform: Carrier): Carrier {
    return replacePerform(platform, async (target, command, signal) => {
      if (command.kind !== this.#kind) return platform.perform(target, command, signal);
      if (this.#moment === 'before it sent it') return this.#die();
      const result = await platform.perform(target, command, signal);
      if (this.#moment === 'before the answer') return this.#die();
      this.#isAnswered = true;
      return result;
    });
  }

  #die(): Promise<never> {
    this.#isDead = true;
    this.#came.resolve(undefined);
    return never();
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Where the platform tells things: the first node as long as it lives, then the second. */
async function openHook(death: Death, losesWords: boolean) {
  let isDeaf = losesWords;
  let nodes: { first: Engine; second: Engine };
  const give = async <Result>(take: (engine: Engine) => Promise<Result>): Promise<Result | undefined> => {
    if (death.isDead && isDeaf) return undefined;
    if (death.isDead) return take(nodes.second);
    // What the dying one had in its hands is not answered, and comes again.
    const cut = death.came.then(() => {
      throw new Error('the connection is cut');
    });
    return Promise.race([take(nodes.first), cut]);
  };
  const hooks = new Hooks();
  hooks.replace([
    {
      hook: { project, webhooks: createPlatformWebhooks(), appIds: {} },
      tokens: [{ digest: digestHookToken(TOKEN) }],
    },
  ]);
  const server = buildServer({
    intake: {
      receive: async (arrival) => (await give((engine) => engine.receive(arrival))) ?? 'applied',
      message: async (arrival) => (await give((engine) => engine.message(arrival))) ?? 'applied',
      delivered: (arrival) => give((engine) => engine.delivered(arrival)),
    },
    clock: systemClock,
    log: new RecordingLog(),
    newId: () => 'request',
    hooks,
    checkReady: () => Promise.resolve('ready'),
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: () => `${address}/hooks/default/${TOKEN}/voice`,
    givesTo(first: Engine, second: Engine) {
      nodes = { first, second };
    },
    /** The platform, with the first request to which the platform is heard again. */
    hearingWith: (platform: Carrier): Carrier =>
      replacePerform(platform, (...command) => {
        isDeaf = false;
        return platform.perform(...command);
      }),
    async close() {
      server.server.closeAllConnections();
      await server.close();
    },
  };
}
