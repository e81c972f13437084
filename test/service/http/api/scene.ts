/** A service with its management API, and an emulator of the platform before it, in this process. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startService } from '../../../../src/service/start.ts';
import type { Service } from '../../../../src/service/start.ts';
import { openSqliteStore } from '../../../../src/adapters/store-sqlite/index.ts';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import type { EmulatorSettings } from '../../../../src/platform/emulator/model/index.ts';
import { scryptSecrets } from '../../../../src/adapters/secrets-scrypt/index.ts';
import { ApiKeys } from '../../../../src/service/management/index.ts';
import type { Grant } from '../../../../src/service/management/index.ts';
import type { Config } from '../../../../src/service/config/config.ts';
import { temporaryFile } from '../../../adapters/sqlite-file.ts';
import { configOf } from '../../../builders/config.ts';
import { cheapSecrets } from '../../../builders/secrets.ts';
import { workshopInProcess } from '../../../builders/workshop.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { undocumented } from './documented.ts';

type ServiceOptions = Parameters<typeof startService>[0];

export interface Answer {
  status: number;
  type: string;
  // What comes back is compared with what is expected, member by member.
  body: unknown;
}

/** Asks the API with one key. */
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export interface ApiScene {
  service: Service;
  emulator: Emulator;
  log: RecordingLog;
  /** Where its store is. */
  file: string;
  /** Somebody with these grants; without any: somebody without a key. */
  as: (...grants: Grant[]) => Promise<Ask>;
  admin: Ask;
  /** The key of `admin`. */
  adminKey: string;
  /** What somebody with these grants sends as `Authorization`. */
  key: (...grants: Grant[]) => Promise<string>;
}

type Replaceable = Pick<ServiceOptions, 'secrets' | 'workshop' | 'pollMs'>;

/** Parts that cost less than the service's own, and look for work more often. */
const cheapParts = { secrets: cheapSecrets, workshop: workshopInProcess, pollMs: 50 };
const open: (() => PromiseLike<unknown>)[] = [];
let parts: Replaceable = cheapParts;

/** Gives the services of a file, or of a describe block, other parts: none for the real hash and the real thread. */
export function useParts(others: Replaceable): void {
  beforeAll(() => {
    parts = others;
  });
  afterAll(() => {
    parts = cheapParts;
  });
}

/** Closes after each test what was opened in it. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });
}

/** Opens a service on a SQLite file of its own, with no flow in it unless it is served some. */
export async function openApi(
  env: Record<string, string> = {},
  settings: Partial<Config> = {},
  platform: EmulatorSettings = {},
  served: Pick<ServiceOptions, 'flows' | 'folder'> = { flows: [] },
): Promise<ApiScene> {
  const { file, remove } = temporaryFile();
  open.push(() => {
    remove();
    return Promise.resolve();
  });
  const emulator = await startEmulator({ settings: platform });
  open.push(() => emulator.close());
  const log = new RecordingLog();
  const config = configOf(emulator.url, { store: { kind: 'sqlite', file }, env, ...settings });
  const service = await startService({ config, log, ...served, ...parts });
  open.push(() => service.stop());
  const as = async (...grants: Grant[]) => {
    const key = grants.length === 0 ? '' : await newKey(file, grants);
    return asker(`${service.url}/api/v1`, key);
  };
  const key = async (...grants: Grant[]) => `Bearer ${await newKey(file, grants)}`;
  const adminKey = await newKey(file, [{ project: '*', role: 'admin' }]);
  return { service, emulator, log, file, as, key, admin: asker(`${service.url}/api/v1`, adminKey), adminKey };
}

/** As an operator makes the first key: with the file itself. */
async function newKey(file: string, grants: Grant[]): Promise<string> {
  const store = openSqliteStore({ file });
  try {
    const keys = new ApiKeys(store.registry, parts.secrets ?? scryptSecrets);
    const everywhere = grants.map(({ role }) => ({ project: '*', role }));
    const made = await keys.create({ name: 'test', grants: everywhere }, { id: 'test', at: Date.now() });
    const { token, change } = made;
    // Its projects need not be there yet, or any more.
    const json = JSON.stringify({ ...(JSON.parse(change.json ?? '{}') as object), grants });
    await store.registry.write([{ ...change, json }]);
    return token;
  } finally {
    await store.close();
  }
}

/** Asks with one key. Throws for a refusal of which the description of the API does not tell. */
export function asker(base: string, key: string): Ask {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    // A stream of events has no end.
    if (type === 'text/event-stream') await response.body?.cancel();
    const text = type === 'text/event-stream' ? '' : await response.text();
    const answered = /[/+]json\b/.test(type) ? (JSON.parse(text) as unknown) : text;
    const complaint = type.startsWith('application/problem+json') && undocumented({ method, path }, answered);
    if (typeof complaint === 'string') throw new Error(complaint);
    return { status: response.status, type, body: answered };
  };
}
