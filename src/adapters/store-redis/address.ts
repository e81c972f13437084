/**
 * Parses the address of a Redis:
 *
 *   redis://[user[:password]@]host[:port][/database]                           one server
 *   redis-sentinel://[user[:password]@]host:port[,…]/master-name[/database]   the master according to the sentinels
 *   redis-cluster://[user[:password]@]host:port[,…]                            a Cluster, by some of its nodes
 *
 * With TLS the scheme starts with `rediss`. Settings follow as a query: `prefix` of all keys, `partitions`, `replicas` that must
 * have a write before it is acknowledged, `timeout` of a command in ms, `upgrade` (`yes`: migrate the layout of the previous
 * release).
 */
import { OperationalError } from '../../engine/ports/index.ts';

export interface RedisAddress {
  kind: 'server' | 'sentinel' | 'cluster';
  hosts: { host: string; port: number }[];
  tls: boolean;
  username?: string;
  password?: string;
  /** Name of the master at the sentinels. */
  master?: string;
  database: number;
  prefix: string;
  /** Number of partitions of the calls; absent: the number in use, or for a new Redis the default of `layout.ts`. */
  partitions?: number;
  /** Number of replicas that must have a commit before it is acknowledged; 0: only the master. */
  replicas: number;
  /** Timeout of a command, ms. */
  timeoutMs: number;
  /** True when calls in the layout of the previous release are migrated; its nodes must all be stopped. */
  upgrade: boolean;
}

const SHAPE = /^redis(s)?(?:-(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^/?]*)([^?]*)(?:\?(.*))?$/;
const PORTS = { server: 6379, sentinel: 26_379, cluster: 6379 };
const EXPECTED =
  'expected redis://HOST:PORT/DB, redis-sentinel://HOST:PORT,HOST:PORT/MASTER or redis-cluster://HOST:PORT,HOST:PORT (rediss… with TLS)';

const ENCODE =
  'in a user or password, write / as %2F, ? as %3F, @ as %40, : as %3A and % as %25, with one @ before the first host';

/** Settings of the query. */
const SETTINGS = {
  prefix: { initial: 'ringflow', pattern: /^[A-Za-z0-9_.-]{1,40}$/, is: '1 to 40 of A-Z a-z 0-9 . _ -' },
  partitions: { initial: '', pattern: /^([1-9]\d{0,2}|10[01]\d|102[0-4])$/, is: 'a number from 1 to 1024' },
  replicas: { initial: '0', pattern: /^\d$/, is: 'a number from 0 to 9' },
  timeout: { initial: '2000', pattern: /^[1-9]\d{1,4}$/, is: 'a number of milliseconds from 10 to 99999' },
  upgrade: { initial: 'no', pattern: /^(yes|no)$/, is: 'yes or no' },
} as const;

type Setting = keyof typeof SETTINGS;

/** Parses an address. Throws an `OperationalError` `store_address` that says what to change and does not repeat a password. */
export function readAddress(text: string): RedisAddress {
  const [, secure, type = 'server', user = '', hostList = '', path = '', query = ''] = SHAPE.exec(text) ?? [];
  const kind = type as RedisAddress['kind'];
  // Parts of an unencoded user or password end up in other parts, and must not be repeated with them.
  if (`${hostList}${path}${query}`.includes('@')) throw invalidAddress(ENCODE);
  if (hostList === '') throw invalidAddress(EXPECTED);
  const [first = '', second = '', ...more] = path.split('/').slice(1);
  const [master, database] = kind === 'sentinel' ? [first, second] : ['', first];
  if (kind === 'sentinel' && master === '')
    throw invalidAddress('the name of the master is missing after the sentinels');
  if (more.length > 0 || (kind !== 'sentinel' && second !== '')) throw invalidAddress(EXPECTED);
  if (!/^\d{0,4}$/.test(database)) throw invalidAddress(`"${database}" is not a database number`);
  if (kind === 'cluster' && Number(database) !== 0) throw invalidAddress('a Cluster has only database 0');
  const [username = '', password = ''] = splitUser(user);
  const settings = readSettings(query);
  return {
    kind,
    hosts: hostList.split(',').map((host) => readHost(host, PORTS[kind])),
    tls: secure === 's',
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(master === '' ? {} : { master: decodeURIComponent(master) }),
    database: Number(database),
    prefix: settings.prefix,
    ...(settings.partitions === '' ? {} : { partitions: Number(settings.partitions) }),
    replicas: Number(settings.replicas),
    timeoutMs: Number(settings.timeout),
    upgrade: settings.upgrade === 'yes',
  };
}

/** Splits `user:password`; a single word is a user, as in every URL. */
function splitUser(user: string): string[] {
  const at = user.indexOf(':');
  const parts = at === -1 ? [user] : [user.slice(0, at), user.slice(at + 1)];
  try {
    return parts.map(decodeURIComponent);
  } catch {
    throw invalidAddress('the user or password contains a % that is not an escape: write it as %25');
  }
}

function readHost(text: string, defaultPort: number): { host: string; port: number } {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-fA-F:]+)\]|([A-Za-z0-9_.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port ?? 1) > 65_535)
    throw invalidAddress(`a host is not HOST:PORT; ${ENCODE}`);
  return { host, port: Number(port ?? defaultPort) };
}

function readSettings(query: string): Record<Setting, string> {
  const given = new URLSearchParams(query);
  for (const name of given.keys())
    if (!(name in SETTINGS))
      throw invalidAddress(`no setting "${name}": expected one of ${Object.keys(SETTINGS).join(', ')}`);
  const read = (Object.keys(SETTINGS) as Setting[]).map((name) => {
    const { initial, pattern, is } = SETTINGS[name];
    const value = given.get(name) ?? initial;
    if (given.has(name) && !pattern.test(value))
      throw invalidAddress(`${name} is "${value}": expected ${is}`);
    return [name, value] as const;
  });
  return Object.fromEntries(read) as Record<Setting, string>;
}

function invalidAddress(reason: string): OperationalError {
  const message = `invalid address of the Redis store: ${reason}`;
  return new OperationalError('store_address', message, { retryable: false });
}
