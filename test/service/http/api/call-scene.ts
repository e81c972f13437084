/** Nodes on one store with a flow that takes calls, and people who call them. */
import { afterEach } from 'vitest';
import { openRedisStore } from '../../../../src/adapters/store-redis/index.ts';
import { openSqliteStore } from '../../../../src/adapters/store-sqlite/index.ts';
import { startService } from '../../../../src/service/start.ts';
import type { Service } from '../../../../src/service/start.ts';
import type { Config } from '../../../../src/service/config/config.ts';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { ApiKeys } from '../../../../src/service/management/index.ts';
import type { Grant } from '../../../../src/service/management/index.ts';
import { temporaryFile } from '../../../adapters/sqlite-file.ts';
import { configOf } from '../../../builders/config.ts';
import { flowOf } from '../../../builders/flow.ts';
import { cheapSecrets } from '../../../builders/secrets.ts';
import { workshopInProcess } from '../../../builders/workshop.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import { startRedis } from '../../../adapters/redis/server.ts';
import { asker } from './scene.ts';
import type { Ask } from './scene.ts';

export const OUR_NUMBER = '+4930555000';
export const CALLER = '+4915112345678';

/** The text of `desk`, without its header. */
export const DESK_TEXT = `
  vars: { pin: { type: string, secret: true } }
  env: { TOKEN: { secret: true, default: none } }
  steps:
    ask:
      menu: { prompt: Press 1., choices: [{ key: 1, goto: thanks }, { key: 2, goto: pin }], timeout: 1m, attempts: 3 }
      on: { exhausted: hangup }
    pin:
      collect: { prompt: Your PIN., digits: 4, save: pin, timeout: 1m }
      on: { exhausted: hangup }
    thanks:
      outcome: served
    text:
      wait: { for: message, timeout: 5m }
      on: { timeout: hangup }
    bye: { say: Goodbye., next: hangup }
`;

/** Asks which way to go, and waits for long. */
export const desk = flowOf(DESK_TEXT);

export interface CallScene {
  /** The nodes, with who may do everything there. */
  nodes: { service: Service; url: string; admin: Ask }[];
  emulator: Emulator;
  /** The store, as the command line names it. */
  place: string;
  log: RecordingLog;
  /** Makes a key; gives it as it is sent. */
  newKey: (...grants: Grant[]) => Promise<string>;
  /** Somebody with these grants, at the first node. */
  as: (...grants: Grant[]) => Promise<Ask>;
  /** Somebody calls, and is asked; gives the platform's name of the call and ours. */
  calls: (from?: string) => Promise<{ voiceId: string; id: string }>;
  /** Another node on the same store. */
  another: (settings?: Partial<Config>) => Promise<CallScene['nodes'][number]>;
}

const open: (() => PromiseLike<unknown>)[] = [];

/** Closes after each test what was opened in it. */
export function closeCallsAfterEach(): void {
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });
}

/** One node on a SQLite file of its own. */
export async function onSqlite(settings: Partial<Config> = {}): Promise<CallScene> {
  const { file, remove } = temporaryFile();
  open.push(async () => {
    remove();
    return Promise.resolve();
  });
  const openKeys = () => Promise.resolve(openSqliteStore({ file }));
  return sceneOn({ kind: 'sqlite', file }, openKeys, settings);
}

/** Two nodes on a Redis of their own. */
export async function onRedis(settings: Partial<Config> = {}): Promise<CallScene> {
  const redis = await startRedis();
  open.push(() => redis.stop());
  const { address } = redis;
  const openKeys = () => openRedisStore({ address, log: new RecordingLog() });
  const scene = await sceneOn({ kind: 'redis', address }, openKeys, settings);
  scene.nodes.push(await scene.another());
  return scene;
}

type OpenKeys = () => ReturnType<typeof openRedisStore> | Promise<ReturnType<typeof openSqliteStore>>;

async function sceneOn(
  store: Exclude<Config['store'], { kind: 'memory' }>,
  openKeys: OpenKeys,
  settings: Partial<Config>,
): Promise<CallScene> {
  const emulator = await startEmulator({ settings: { setupMs: 10, charactersPerSecond: 500 } });
  open.push(() => emulator.close());
  const log = new RecordingLog();
  const newKey = async (...grants: Grant[]) => {
    const kept = await openKeys();
    try {
      const keys = new ApiKeys(kept.registry, cheapSecrets);
      const { token, change } = await keys.create({ name: 'test', grants }, { id: 'test', at: Date.now() });
      await kept.registry.write([change]);
      return token;
    } finally {
      await kept.close();
    }
  };
  const another = async (more: Partial<Config> = {}) => {
    const config = configOf(emulator.url, { store, ...settings, ...more });
    const service = await startService({
      config,
      flows: [desk],
      log,
      secrets: cheapSecrets,
      workshop: workshopInProcess,
      pollMs: 50,
    });
    open.push(() => service.stop());
    return { service, url: service.url, admin: asker(`${service.url}/api/v1`, await adminKey) };
  };
  const first = another({});
  const adminKey = Promise.resolve().then(() => newKey({ project: '*', role: 'admin' }));
  const node = await first;
  emulator.act((model) => model.control.setNumber(OUR_NUMBER, { webhook: node.service.hookUrl }));
  const place = store.kind === 'redis' ? store.address : `sqlite:${store.file}`;
  const as = async (...grants: Grant[]) => asker(`${node.url}/api/v1`, await newKey(...grants));
  return { nodes: [node], emulator, place, log, newKey, as, another, calls: (from) => calls(emulator, from) };
}

async function calls(emulator: Emulator, from = CALLER): Promise<{ voiceId: string; id: string }> {
  const voiceId = emulator.act((model, now) => model.people.ring({ from, to: OUR_NUMBER }, now));
  if (voiceId === undefined) throw new Error('nobody can call');
  await until(() => emulator.act((model) => model.control.call(voiceId)?.listens));
  return { voiceId, id: `default.${voiceId}` };
}
