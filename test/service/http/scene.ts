/** The server in front of a real engine on a memory store; the platform takes everything. */
import { afterEach, beforeEach } from 'vitest';
import { carrierWith } from '../../engine/carrier-with.ts';
import { createPlatformWebhooks } from '../../../src/platform/client/index.ts';
import { createHttpWeb } from '../../../src/adapters/web-http/index.ts';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { projectId } from '../../../src/call/index.ts';
import { Engine, Intake } from '../../../src/engine/index.ts';
import type { Store } from '../../../src/engine/ports/index.ts';
import { digestHookToken } from '../../../src/service/management/index.ts';
import { buildServer, Hooks } from '../../../src/service/http/index.ts';
import type { Hook, Notice, Readiness, ServerOptions } from '../../../src/service/http/index.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { desk } from '../../engine/scene.ts';

export const TOKEN = 'the-token-of-the-hook';
export const hook = `/hooks/default/${TOKEN}/voice`;

export class ServerScene {
  readonly clock = new HandClock();
  readonly log = new RecordingLog();
  readonly memory = openMemoryStore();
  /** What the engine gets; a test may put another in its place before the first request. */
  store: Store = this.memory;
  /** What the service finds when it is asked whether it is ready. */
  checkReady: () => Promise<Readiness> = async () => {
    await this.store.check();
    return 'ready';
  };
  /** What `dev` offers beside the hook; a test may set it before the first request. */
  dial: ServerOptions['dial'];
  findCall: ServerOptions['findCall'];
  consolePages: ServerOptions['consolePages'];
  carriers: ServerOptions['carriers'];
  /** What came in beside calls. */
  readonly notices: Notice[] = [];
  /** What became of notifications, by their service. */
  readonly taken: string[] = [];
  /** Largest body of a notification, bytes; a test may say another before the first request. */
  notificationBytes: number | undefined;
  /** Whether the service is about to stop. */
  isDraining = false;
  /** What the hook goes by beside its token; a test may say more before the first request. */
  hook: Hook = {
    project: projectId('default'),
    webhooks: createPlatformWebhooks('demo-app-id'),
    appIds: { sms: 'demo-app-id', video: 'demo-app-id' },
  };
  /** The addresses that are open. */
  readonly hooks = new Hooks();
  readonly #opened: { close(): PromiseLike<unknown> }[] = [];

  async open() {
    const platform = carrierWith({});
    const engine = new Engine({
      node: 'node-1',
      store: this.store,
      clock: this.clock,
      log: this.log,
      findCarrier: () => platform,
      web: createHttpWeb(),
      newId: () => 'out',
    });
    await engine.flows.deploy(desk);
    this.hooks.replace([{ hook: this.hook, tokens: [{ digest: digestHookToken(TOKEN) }] }]);
    const server = buildServer({
      intake: new Intake({ engine, clock: this.clock, log: this.log, newId: () => 'in' }),
      clock: this.clock,
      log: this.log,
      newId: () => 'request-of-ours',
      hooks: this.hooks,
      checkReady: () => this.checkReady(),
      isDraining: () => this.isDraining,
      ...(this.notificationBytes === undefined ? {} : { notificationBytes: this.notificationBytes }),
      onNotification: (service, became) => this.taken.push(`${service} ${became}`),
      onNotice: (notice, project) => {
        if (project === projectId('default')) this.notices.push(notice);
      },
      ...(this.dial === undefined ? {} : { dial: this.dial }),
      ...(this.findCall === undefined ? {} : { findCall: this.findCall }),
      ...(this.consolePages === undefined ? {} : { consolePages: this.consolePages }),
      ...(this.carriers && { carriers: this.carriers }),
    });
    this.#opened.push(server);
    return server;
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((one) => one.close()));
  }
}

/** A new scene for every test of a file. */
export function useServer(): () => ServerScene {
  let scene: ServerScene;
  beforeEach(() => {
    scene = new ServerScene();
  });
  afterEach(() => scene.close());
  return () => scene;
}

/** A notification as the platform writes it. */
export function notification(fields: Record<string, unknown> = {}) {
  return {
    voice_id: 'v1',
    state: 'incomingcall',
    from: '+4930111',
    to: '+4930222',
    timestamp: '2026-08-01T12:00:00.000Z',
    ...fields,
  };
}
