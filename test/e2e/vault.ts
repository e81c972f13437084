/** A service with secrets in every place that takes one, each of them a canary: a text that stands nowhere else. */
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import type { JournalEntry, PlatformModel } from '../../src/platform/emulator/model/index.ts';
import { temporaryFile } from '../adapters/sqlite-file.ts';
import { AUDIENCE, startIssuer } from '../builders/issuer.ts';
import { until } from '../engine/until.ts';
import { ask, DURABLE, startRedis } from '../adapters/redis/server.ts';
import type { RedisServer } from '../adapters/redis/server.ts';
import { Command, ready, run } from './command.ts';
import { freePort } from '../setup/free-port.ts';

export const OUR_NUMBER = '+4930222';

const canary = (name: string): string => `canary${name}${randomBytes(9).toString('hex')}`;
const digits = (count: number): string =>
  Array.from({ length: count }, () => String(randomInt(1, 10))).join('');

/** Secrets of the service and of callers. Those of callers are digits, as they are keyed and said. */
export function newCanaries() {
  return {
    appKey: canary('AppKey'),
    hookToken: canary('HookToken'),
    secretKey: canary('SecretKey'),
    storePassword: canary('StorePassword'),
    crmKey: canary('CrmKey'),
    crmAnswer: canary('CrmAnswer'),
    crmFailure: canary('CrmFailure'),
    platformFailure: canary('PlatformFailure'),
    keyed: digits(11),
    ahead: digits(11),
    said: digits(11),
    /** Seen by operators who may, but not at rest. */
    recipient: canary('Recipient'),
    barred: `+49151${digits(8)}`,
  };
}

export type Canaries = ReturnType<typeof newCanaries>;

export const flow = `ringflow: 1
name: vault
languages: [en-US]
env: { CRM_URL: The CRM., CRM_KEY: { secret: true } }
params: { day: { type: string, default: Monday } }
vars:
  keyed: { type: string, secret: true }
  said: { type: string, secret: true }
  answer: { type: string, secret: true }
on: { error: sorry }
steps:
  start: { menu: { prompt: Press one., choices: [{ key: 1, goto: code }] }, on: { exhausted: hangup } }
  code: { collect: { prompt: Your code?, digits: 11, save: keyed }, on: { exhausted: hangup } }
  word: { collect: { prompt: Say your word., digits: 11, speech: true, save: said }, on: { exhausted: hangup } }
  check:
    http:
      post: \${env.CRM_URL}/check
      headers: { Authorization: 'Bearer \${env.CRM_KEY}' }
      json: { keyed: '\${vars.keyed}', said: '\${vars.said}' }
      retries: 1
      save: { answer: '\${response.json.answer}' }
    on: { failed: sorry, client_error: sorry }
  rest: { menu: { prompt: Press two., timeout: 60s, choices: [{ key: 2, goto: again }] }, on: { exhausted: hangup } }
  again:
    http: { post: '\${env.CRM_URL}/fail', json: { answer: '\${vars.answer}', keyed: '\${vars.keyed}' } }
    on: { failed: sorry, client_error: sorry }
  sorry: { say: That is all., next: hangup }
`;

/** What a web service was asked, as it came. It fails once before it answers, and answers with what it was told. */
async function startCrm({ crmAnswer, crmFailure }: Canaries) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push(`${request.url ?? ''} ${request.headers.authorization ?? ''} ${body}`);
      const fails = request.url === '/fail' || asked.length === 1;
      const json = fails ? { error: crmFailure, of: body } : { answer: crmAnswer };
      response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json', 'x-seen': crmFailure });
      response.end(JSON.stringify(json));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface Vault {
  url: string;
  /** `--store`; whoever knows it knows its password. */
  store: string;
  emulator: Emulator;
  redis: RedisServer | undefined;
  /** What the web service was asked. */
  asked: string[];
  /** A key of the API, for all. */
  key: string;
  /** A token of the identity provider, for all. */
  token: string;
  /** Starts the service; what is given goes before the settings. */
  start(env?: Record<string, string>): Promise<Command>;
  /** Everything that a service has written so far, whichever of them. */
  log(): string;
  /** Runs a command with these settings. */
  use(args: string[], env?: Record<string, string>): ReturnType<typeof run>;
  /** All files of the store and of the spool, as bytes. */
  atRest(): string;
  spoolDirectory: string;
}

export interface VaultOptions {
  kind: 'sqlite' | 'redis';
  canaries: Canaries;
  /** `RINGFLOW_SECRET_KEY`; empty: none. */
  secretKey: string;
  folder: { path: string; write: (name: string, text: string) => string };
  /** Default: the flow above. */
  source?: string;
  /** Called at the end of the test, the last first. */
  atEnd: (close: () => PromiseLike<unknown>) => void;
}

/** Everything but the service, which `start` starts. */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { kind, canaries, secretKey, folder, source = flow, atEnd } = options;
  const { appKey, hookToken, crmKey } = canaries;
  const crm = await startCrm(canaries);
  atEnd(() => crm.close());
  const issuer = await startIssuer();
  atEnd(() => issuer.close());
  const url = `http://127.0.0.1:${await freePort()}`;
  const emulator = await startPlatform({ url, appKey, hookToken });
  atEnd(() => emulator.close());
  const { store, redis, files } = await openStore(kind, { canaries, atEnd });
  const spoolDirectory = join(folder.path, 'spool');
  folder.write('flows/flow.yaml', source);
  const env = {
    RINGFLOW_STORE: store,
    RINGFLOW_PLATFORM_URL: emulator.url,
    RINGFLOW_APP_ID: 'app',
    RINGFLOW_APP_KEY_FILE: folder.write('app-key', `${appKey}\n`),
    RINGFLOW_HOOK_TOKEN: hookToken,
    RINGFLOW_PUBLIC_URL: url,
    RINGFLOW_SECRET_KEY: secretKey,
    RINGFLOW_SPOOL: spoolDirectory,
    RINGFLOW_EGRESS: '127.0.0.0/8',
    RINGFLOW_OIDC_ISSUER: issuer.url,
    RINGFLOW_OIDC_AUDIENCE: AUDIENCE,
    CRM_URL: crm.url,
    CRM_KEY: crmKey,
  };
  const started: Command[] = [];
  const use: Vault['use'] = (args, more = {}) => run(args, { env: { ...env, ...more } });
  const made = await use(['keys', 'create', 'operations']);
  return {
    url,
    store,
    emulator,
    redis,
    asked: crm.asked,
    key: made.stdout.trim(),
    token: await issuer.token({ ringflow: { '*': 'admin' }, exp: Math.floor(Date.now() / 1_000) + 3_600 }),
    spoolDirectory,
    use,
    async start(more = {}) {
      const flags = [
        '--port',
        new URL(url).port,
        '--log-level',
        'debug',
        '--takeover',
        '2s',
        '--drain',
        '1s',
      ];
      const service = new Command(['serve', join(folder.path, 'flows'), ...flags], {
        env: { ...env, ...more },
      });
      atEnd(() => service.kill());
      started.push(service);
      await ready(url, service);
      return service;
    },
    log: () => started.map(({ stdout, stderr }) => stdout + stderr).join(''),
    atRest: () => [...files(), ...filesIn(spoolDirectory)].map(bytesOf).join('\n'),
  };
}

function startPlatform({ url, appKey, hookToken }: { url: string; appKey: string; hookToken: string }) {
  const hook = `${url}/hooks/default/${hookToken}`;
  return startEmulator({
    settings: {
      redeliver: 1_000,
      redeliverAfterMs: 100,
      projects: [{ appId: 'app', appKey, webhook: `${hook}/voice`, smsWebhook: `${hook}/sms` }],
      charactersPerSecond: 250,
      setupMs: 20,
    },
  });
}

type StoreNeeds = Pick<VaultOptions, 'canaries' | 'atEnd'>;

async function openStore(kind: VaultOptions['kind'], { canaries: { storePassword }, atEnd }: StoreNeeds) {
  if (kind === 'sqlite') {
    const { file, remove } = temporaryFile();
    atEnd(() => {
      remove();
      return Promise.resolve();
    });
    return { store: `sqlite:${file}`, redis: undefined, files: () => filesIn(dirname(file)) };
  }
  const user = ['--user', 'ringflow', 'on', `>${storePassword}`, '~*', '&*', '+@all'];
  const redis = await startRedis(...DURABLE, ...user);
  atEnd(() => redis.stop());
  const directory = (await ask(redis.port, 'CONFIG GET dir')).split('\r\n')[4] ?? '';
  const store = redis.address.replace('//', `//ringflow:${storePassword}@`);
  return { store, redis, files: () => filesIn(directory) };
}

function filesIn(directory: string): string[] {
  if (statSync(directory, { throwIfNoEntry: false }) === undefined) return [];
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Nothing of a file that was there a moment ago: what has been applied is taken off the disk. */
function bytesOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Somebody who calls, and does what is asked. */
export class Caller {
  readonly #emulator: Emulator;
  readonly voiceId: string;

  constructor(emulator: Emulator, from: string) {
    this.#emulator = emulator;
    const voiceId = emulator.act((model, now) => model.people.ring({ from, to: OUR_NUMBER }, now));
    if (voiceId === undefined) throw new Error('nobody can call us');
    this.voiceId = voiceId;
  }

  /** Waits until this was said and something is listened for. Who is listened to for long is played nothing in between. */
  async asked(text: string): Promise<void> {
    await until(() =>
      this.#emulator.act((model) => {
        const last = model.journal
          .readAfter(0, this.voiceId)
          .findLast((entry) => entry.kind === 'speech' && entry.text !== '');
        return last?.kind === 'speech' && last.text === text && this.#isListenedTo(model);
      }),
    );
  }

  /**
   * Presses as soon as somebody listens, at once where somebody does; again where that was lost on something else that
   * was played, such as the same once more when a service begins again.
   */
  async press(keys: string): Promise<void> {
    let next: JournalEntry;
    do {
      const seen = await until(() => this.#emulator.act((model, now) => this.#pressed(model, keys, now)));
      next = await until(() =>
        this.#emulator.act(({ journal }) => journal.readAfter(seen, this.voiceId).find(showsWhatBecame)),
      );
    } while (next.kind === 'speech');
  }

  /** Presses while two people talk; true once they do. */
  pressOnBridge(keys: string): boolean {
    return this.#emulator.act((model, now) => {
      if (model.control.call(this.voiceId)?.state !== 'bridged') return false;
      model.people.press(this.voiceId, keys, now);
      return true;
    });
  }

  hangUp(): void {
    this.#emulator.act((model, now) => model.people.hangUp(this.voiceId, now));
  }

  /** Gives where the journal was then; undefined while nobody listens. */
  #pressed(model: PlatformModel, keys: string, now: number): number | undefined {
    if (!this.#isListenedTo(model)) return undefined;
    model.people.press(this.voiceId, keys, now);
    return model.journal.lastSeq;
  }

  #isListenedTo({ control }: Pick<PlatformModel, 'control'>): boolean {
    return control.call(this.voiceId)?.listens === true;
  }

  say(text: string): void {
    this.#emulator.act((model, now) => model.people.say(this.voiceId, text, now));
  }

  async ended(): Promise<void> {
    await until(() =>
      this.#emulator.act((model) =>
        model.journal.readAfter(0, this.voiceId).some(({ kind }) => kind === 'ended'),
      ),
    );
  }
}

/** Keys were taken, or lost on what is played now. */
function showsWhatBecame(entry: JournalEntry): boolean {
  if (entry.kind !== 'notification') return entry.kind === 'speech';
  return 'playstate' in entry.body && entry.body.playstate === 'digitcollected';
}

/** Digits as they are said. */
export function inWords(text: string): string {
  const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  return text
    .split('')
    .map((digit) => words[Number(digit)])
    .join(' ');
}
