/**
 * Reads the address of a Redis:
 *
 *   redis://[user[:password]@]host[:port][/database]                           one server
 *   redis-sentinel://[user[:password]@]host:port[,…]/master-name[/database]   whichever server the sentinels call master
 *   redis-cluster://[user[:password]@]host:port[,…]                            a Cluster, by some of its nodes
 *
 * With TLS each begins with `rediss`. Settings follow as a query: `prefix` before all keys, `partitions`, `replicas` that
 * must have a write before it counts as done, `timeout` of a command in ms, `upgrade` (`yes`: what the release before has laid
 * out is taken over).
 */
import { OperationalError } from '../../engine/ports/index.ts';

export interface RedisAddress {
  kind: 'server' | 'sentinel' | 'cluster';
  hosts: { host: string; port: number }[];
  tls: boolean;
  username?: string;
  password?: string;
  /** Name by which sentinels know the master. */
  master?: string;
  database: number;
  prefix: string;
  /** Number of partitions of the calls; absent: as the Redis is used already, or the default of `layout.ts` for a new one. */
  partitions?: number;
  /** Number of replicas that must have a commit before it counts as done; 0: the master alone. */
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
  'in a user or password / is written %2F, ? %3F, @ %40, : %3A and % %25, and one @ stands before the first host';

/** Settings in the query, with what each may be. */
const SETTINGS = {
  prefix: { otherwise: 'ringflow', fits: /^[A-Za-z0-9_.-]{1,40}$/, is: '1 to 40 of A-Z a-z 0-9 . _ -' },
  partitions: { otherwise: '', fits: /^([1-9]\d{0,2}|10[01]\d|102[0-4])$/, is: 'a number from 1 to 1024' },
  replicas: { otherwise: '0', fits: /^\d$/, is: 'a number from 0 to 9' },
  timeout: { otherwise: '2000', fits: /^[1-9]\d{1,4}$/, is: 'a number of milliseconds from 10 to 99999' },
  upgrade: { otherwise: 'no', fits: /^(yes|no)$/, is: 'yes or no' },
} as const;

type Setting = keyof typeof SETTINGS;

/** Throws an `OperationalError` `store_address` that says what to change; a password is not repeated. */
export function readAddress(text: string): RedisAddress {
  const [, secure, type = 'server', user = '', hostList = '', path = '', query = ''] = SHAPE.exec(text) ?? [];
  const kind = type as RedisAddress['kind'];
  // A user or password that is not encoded ends up in other parts, and must not be repeated with them.
  if (`${hostList}${path}${query}`.includes('@')) throw wrong(ENCODE);
  if (hostList === '') throw wrong(EXPECTED);
  const [first = '', second = '', ...more] = path.split('/').slice(1);
  const [master, database] = kind === 'sentinel' ? [first, second] : ['', first];
  if (kind === 'sentinel' && master === '')
    throw wrong('the name of the master is missing behind the sentinels');
  if (more.length > 0 || (kind !== 'sentinel' && second !== '')) throw wrong(EXPECTED);
  if (!/^\d{0,4}$/.test(database)) throw wrong(`"${database}" is no number of a database`);
  if (kind === 'cluster' && Number(database) !== 0) throw wrong('a Cluster has database 0 only');
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

/** `user:password`; what stands alone is a user, as in every URL. */
function splitUser(user: string): string[] {
  const at = user.indexOf(':');
  const parts = at === -1 ? [user] : [user.slice(0, at), user.slice(at + 1)];
  try {
    return parts.map(decodeURIComponent);
  } catch {
    throw wrong('the user or password holds a % that encodes nothing: write it as %25');
  }
}

function readHost(text: string, defaultPort: number): { host: string; port: number } {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-fA-F:]+)\]|([A-Za-z0-9_.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port ?? 1) > 65_535) throw wrong(`a host is no HOST:PORT; ${ENCODE}`);
  return { host, port: Number(port ?? defaultPort) };
}

function readSettings(query: string): Record<Setting, string> {
  const given = new URLSearchParams(query);
  for (const name of given.keys())
    if (!(name in SETTINGS))
      throw wrong(`there is no setting "${name}"; there are ${Object.keys(SETTINGS).join(', ')}`);
  const read = (Object.keys(SETTINGS) as Setting[]).map((name) => {
    const { otherwise, fits, is } = SETTINGS[name];
    const value = given.get(name) ?? otherwise;
    if (given.has(name) && !fits.test(value)) throw wrong(`${name} is "${value}": expected ${is}`);
    return [name, value] as const;
  });
  return Object.fromEntries(read) as Record<Setting, string>;
}

function wrong(says: string): OperationalError {
  return new OperationalError('store_address', `the address of the Redis store does not fit: ${says}`, {
    retryable: false,
  });
}
