import { randomUUID } from 'node:crypto';
import process from 'node:process';
import type { Command } from 'commander';
import { scryptSecrets } from '../../adapters/secrets-scrypt/index.ts';
import { openRedisStore } from '../../adapters/store-redis/index.ts';
import { announceKeys, sealedStore } from '../../adapters/store-sealed/index.ts';
import type { KeyRing } from '../../adapters/store-sealed/index.ts';
import { openSqliteStore } from '../../adapters/store-sqlite/index.ts';
import { withSettingFiles } from '../../config-files.ts';
import { parseStore } from '../../config.ts';
import { ALL_PROJECTS, ApiKeys, AuditLog, isRole, roles } from '../../management/index.ts';
import type { Grant } from '../../management/index.ts';
import type { Log, Store } from '../../ports/index.ts';
import { CommandFailure } from '../io.ts';
import type { Io } from '../io.ts';
import { keysFor } from '../store-keys.ts';

const DEFAULT_STORE = 'sqlite:ringflow.sqlite';

interface KeyFlags {
  role: string;
  project: string;
  store?: string;
  json?: true;
}

/** `ringflow keys`: the first key of a service, made by whoever can write its store. */
export function registerKeys(program: Command, io: Io): void {
  program
    .command('keys')
    .description('make keys for the API of a service')
    .command('create')
    .description('make a key in the store of a service; it is shown once')
    .argument('<name>', 'what the key is for, for people')
    .option('--role <role>', `one of ${roles.join(', ')}`, 'admin')
    .option('--project <id>', 'project that the role is for; default: all of them', ALL_PROJECTS)
    .option('--store <store>', `where the service keeps its calls (RINGFLOW_STORE, default ${DEFAULT_STORE})`)
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  ringflow keys create operations --role admin --store sqlite:ringflow.sqlite',
    )
    .action(async (name: string, { role, project, store, json }: KeyFlags) => {
      if (!isRole(role)) throw new CommandFailure(`--role is "${role}": expected one of ${roles.join(', ')}`);
      const { id, token } = await makeKey(
        store ?? withSettingFiles(process.env).RINGFLOW_STORE ?? DEFAULT_STORE,
        name,
        {
          project,
          role,
        },
      );
      io.out(json ? `${JSON.stringify({ id, key: token })}\n` : `${token}\n`);
      if (!json) io.err('Keep it: it is not shown again.\n');
    });
}

async function makeKey(setting: string, name: string, grant: Grant): Promise<{ id: string; token: string }> {
  const store = await openStore(setting);
  try {
    const at = Date.now();
    const by = { id: 'store', at };
    const keys = new ApiKeys(store.registry, scryptSecrets);
    const { id, token, change } = await keys.create({ name, grants: [grant] }, by);
    const audit = new AuditLog(store.registry, randomUUID);
    const detail = { name, grants: `${grant.role} of ${grant.project}` };
    const entry = { at, project: ALL_PROJECTS, action: 'key.create', subject: id, detail };
    await store.registry.write([change, audit.entry(by, entry)]);
    return { id, token };
  } finally {
    await store.close();
  }
}

async function openStore(setting: string): Promise<Store> {
  const store = parseStore(setting);
  const keys = keysFor(store);
  if (store?.kind === 'redis')
    return sealed(await openRedisStore({ address: store.address, log: silent }), keys);
  if (store?.kind === 'sqlite') return sealed(openSqliteStore({ file: store.file }), keys);
  throw new CommandFailure(`--store is "${setting}": expected sqlite:FILE or redis://HOST:PORT`);
}

/** Where a key is set it has to be one of the service, which could not read what is written here otherwise. */
async function sealed(store: Store, keys: KeyRing): Promise<Store> {
  try {
    if (!keys.isEmpty) await announceKeys(store.registry, keys);
    return sealedStore(store, { keys, log: silent, hidesIds: () => false });
  } catch (error) {
    await store.close();
    throw error;
  }
}

const ignore = () => undefined;
const silent: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
