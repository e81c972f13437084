/** Opens the connection to whichever kind of Redis an address names. */
import { Cluster, Redis } from 'ioredis';
import type { CommonRedisOptions } from 'ioredis';
import type { Log } from '../../ports/index.ts';
import type { RedisAddress } from './address.ts';
import { storeFailure } from './failure.ts';
import type { Connection } from './script.ts';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;

/** Tries for ever: the store may come back, and until then what is asked of it fails at once. */
const again = (tries: number) => Math.min(tries * FIRST_WAIT_MS, LONGEST_WAIT_MS);

/** Resolves when commands can be sent. Throws `OperationalError` when nothing answers at first. */
export async function openConnection(address: RedisAddress, log: Log): Promise<Connection> {
  const connection = address.kind === 'cluster' ? clusterOf(address) : serverOf(address);
  let lastError: unknown;
  let isAway = false;
  // Each try fails anew; one line tells of all.
  connection.on('error', (error: unknown) => {
    lastError = error;
    if (!isAway)
      log.warn({ err: storeFailure(error) }, 'the connection to Redis failed; trying again until it is back');
    isAway = true;
  });
  connection.on('ready', () => {
    if (isAway) log.info({}, 'the connection to Redis is back');
    isAway = false;
  });
  try {
    await connection.connect();
    // Left to the client, a database that there is not would be database 0.
    if (connection instanceof Redis && address.database !== 0) await connection.select(address.database);
    return connection;
  } catch (error) {
    connection.disconnect();
    throw storeFailure(lastError ?? error);
  }
}

function serverOf({ kind, hosts, database, master, ...address }: RedisAddress): Redis {
  const options = { ...commonOptions(address), db: database, lazyConnect: true, retryStrategy: again };
  if (kind === 'server') return new Redis({ ...options, ...hosts[0] });
  return new Redis({
    ...options,
    sentinels: hosts,
    name: master ?? '',
    role: 'master',
    failoverDetector: true,
    ...(address.tls ? { enableTLSForSentinelMode: true } : {}),
  });
}

function clusterOf({ hosts, ...address }: RedisAddress): Cluster {
  return new Cluster(hosts, {
    lazyConnect: true,
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: again,
    slotsRefreshTimeout: address.timeoutMs,
    redisOptions: commonOptions(address),
  });
}

/**
 * Nothing is sent twice by itself: whoever asked is told that the answer was lost, and decides. An answer that takes
 * too long ends the connection, which fails everything that waits on it.
 */
function commonOptions({
  tls,
  username,
  password,
  timeoutMs,
}: Omit<RedisAddress, 'kind' | 'hosts' | 'database'>) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
    connectionName: 'ringflow',
    enableAutoPipelining: true,
    // Pipelines wait for one another; commits, which go together already, need not.
    autoPipeliningIgnoredCommands: ['evalsha'],
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A server that has become a replica is left for the one that is master now.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  } satisfies CommonRedisOptions & { tls?: object; connectTimeout: number };
}
