import { renderTable } from '../../language/text/index.ts';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { scryptSecrets } from '../../adapters/secrets-scrypt/index.ts';
import { openRedisStore } from '../../adapters/store-redis/index.ts';
import { announceKeys, createSealedStore } from '../../adapters/store-sealed/index.ts';
import type { KeyRing } from '../../adapters/store-sealed/index.ts';
import { openSqliteStore } from '../../adapters/store-sqlite/index.ts';
import { parseStore } from '../../service/config/config.ts';
import { ALL_PROJECTS, ApiKeys, AuditLog, isRole, Refusal, roles } from '../../service/management/index.ts';
import type { Grant, NewKey } from '../../service/management/index.ts';
import type { Store } from '../../engine/ports/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { keysFor, silent, STORE_HELP, storeSetting } from './recorded-calls.ts';
import { openApi, timeParser, addUrlFlag, renderExitCodes } from './flags.ts';
import type { JsonFlag, UrlFlags } from './flags.ts';
import { allAt } from './pages.ts';

interface CreateFlags extends UrlFlags, JsonFlag {
  role: string;
  project: string;
  expires?: number;
  store?: string;
}

interface KeyAnswer {
  id: string;
  name: string;
  grants: Grant[];
  createdAt: number;
  createdBy: string;
  expiresAt?: number;
  revokedAt?: number;
}

/** `ringflow keys`: manages API keys; the first key is created in the store directly. */
export function registerKeys(program: Command, io: Io): void {
  const keys = program.command('keys').description('create, list and revoke API keys');
  registerCreate(keys, io);
  addUrlFlag(keys.command('list'))
    .description('list the API keys of a service, including revoked and expired keys')
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes('listed'))
    .action(async ({ json, ...flags }: UrlFlags & JsonFlag) => {
      const all = await allAt<KeyAnswer>(openApi(flags, io), '/keys');
      io.out(json === true ? `${JSON.stringify(all)}\n` : renderKeys(all, Date.now()));
    });
  addUrlFlag(keys.command('revoke'))
    .description('revoke a key, effective immediately')
    .argument('<id>', 'id of the key, see "keys list"')
    .addHelpText('after', renderExitCodes())
    .action(async (id: string, flags: UrlFlags) => {
      await openApi(flags, io)('DELETE', `/keys/${encodeURIComponent(id)}`);
      io.out(`${id}: revoked\n`);
    });
}

function registerCreate(keys: Command, io: Io): void {
  keys
    .command('create')
    .description(
      'create an API key in the store of a service, or with --url through its API; the key is shown once',
    )
    .argument('<name>', 'name of the key, such as its purpose')
    .option('--role <role>', `one of ${roles.join(', ')}`, 'admin')
    .option('--project <id>', 'project of the role; default: all projects', ALL_PROJECTS)
    .option('--expires <time>', 'expiry, such as 2027-01-01; default: never', timeParser('--expires'))
    .option('--store <store>', STORE_HELP)
    .option('--url <url>', 'create the key through the API of the service at this URL, with your key')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `${renderExitCodes()}\n\nExamples:\n  ringflow keys create operations --role admin --store sqlite:ringflow.sqlite\n  ringflow keys create ci --role operator --project shop --url https://ringflow.example.com`,
    )
    .action(async (name: string, flags: CreateFlags) => {
      const { id, key } = await createKey(newKey(name, flags), flags, io);
      io.out(flags.json ? `${JSON.stringify({ id, key })}\n` : `${key}\n`);
      if (!flags.json) io.err('Save the key: it is not shown again.\n');
    });
}

function newKey(name: string, { role, project, expires: expiresAt }: CreateFlags): NewKey {
  if (!isRole(role)) throw new CommandFailure(`--role is "${role}": expected one of ${roles.join(', ')}`);
  return { name, grants: [{ project, role }], ...(expiresAt !== undefined && { expiresAt }) };
}

async function createKey(
  key: NewKey,
  { url, store }: CreateFlags,
  io: Io,
): Promise<{ id: string; key: string }> {
  if (url === undefined) return makeKey(storeSetting(store), key, io);
  if (store !== undefined) throw new CommandFailure('--store cannot be combined with --url');
  const { expiresAt, ...wanted } = key;
  const expires = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() };
  return openApi({ url }, io)('POST', '/keys', { ...wanted, ...expires });
}

function renderKeys(keys: readonly KeyAnswer[], now: number): string {
  const rows = keys.map(({ id, name, grants, createdAt, ...rest }) => [
    id,
    name,
    grants.map(renderGrant).join(', '),
    new Date(createdAt).toISOString().slice(0, 19),
    renderState(rest, now),
  ]);
  return renderTable([['key', 'name', 'roles', 'made', 'state'], ...rows]);
}

function renderGrant({ project, role }: Grant): string {
  return `${role} of ${project === ALL_PROJECTS ? 'all projects' : project}`;
}

function renderState(
  { expiresAt, revokedAt }: Pick<KeyAnswer, 'expiresAt' | 'revokedAt'>,
  now: number,
): string {
  if (revokedAt !== undefined) return `revoked ${formatDay(revokedAt)}`;
  if (expiresAt === undefined) return 'holds';
  return `${expiresAt <= now ? 'expired' : 'valid until'} ${formatDay(expiresAt)}`;
}

function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

async function makeKey(setting: string, wanted: NewKey, io: Io): Promise<{ id: string; key: string }> {
  const store = await openStore(setting, io);
  try {
    const at = Date.now();
    const by = { id: 'store', at };
    const keys = new ApiKeys(store.registry, scryptSecrets);
    const { id, token, change } = await keys.create(wanted, by).catch(rethrowRefusal);
    const audit = new AuditLog(store.registry, randomUUID);
    const detail = { name: wanted.name, grants: wanted.grants.map(renderGrant).join(', ') };
    const entry = { at, project: ALL_PROJECTS, action: 'key.create', subject: id, detail };
    await store.registry.write([change, audit.entry(by, entry)]);
    return { id, key: token };
  } finally {
    await store.close();
  }
}

/** Turns a refusal, which the service would answer as well, into a failure of the command. */
function rethrowRefusal(error: unknown): never {
  throw error instanceof Refusal ? new CommandFailure(error.message, 1) : error;
}

async function openStore(setting: string, io: Io): Promise<Store> {
  const store = parseStore(setting);
  const keys = keysFor(store);
  if (store?.kind === 'redis')
    return sealKeys(await openRedisStore({ address: store.address, log: silent }), keys);
  if (store?.kind === 'sqlite') {
    if (!existsSync(store.file))
      io.err(`Created the store ${store.file}: the key is valid for services that use this store only.\n`);
    return sealKeys(openSqliteStore({ file: store.file }), keys);
  }
  throw new CommandFailure(`--store is "${setting}": expected sqlite:FILE or redis://HOST:PORT`);
}

/** Checks that the configured keys match those of the service, which must be able to decrypt what is written here. */
async function sealKeys(store: Store, keys: KeyRing): Promise<Store> {
  try {
    if (!keys.isEmpty) await announceKeys(store.registry, keys);
    return createSealedStore(store, { keys, log: silent, hidesIds: () => false });
  } catch (error) {
    await store.close();
    throw error;
  }
}
