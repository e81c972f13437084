/** Opens the connection to whichever kind of Redis an address names. */
import { Cluster, Redis } from 'ioredis';
import type { CommonRedisOptions } from 'ioredis';
import type { Log } from '../../engine/ports/index.ts';
import type { RedisAddress } from './address.ts';
import { storeFailure } from './failure.ts';
import type { Connection } from './script.ts';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 500;
/** Interval of asking a Redis that is loading its data, ms: its own estimate is in whole seconds. */
const LOADING_RETRY_MS = 100;

/** Tries for ever: the store may come back, and until then what is asked of it fails at once. */
const again = (tries: number) => Math.min(tries * FIRST_WAIT_MS, LONGEST_WAIT_MS);

/** Resolves when commands can be sent. Throws `OperationalError` when nothing answers at first. */
export async function openConnection(address: RedisAddress, log: Log): Promise<Connection> {
  const connection = address.kind === 'cluster' ? createCluster(address) : createServer(address);
  let lastError: unknown;
  connection.on('error', (error: unknown) => (lastError = error));
  try {
    await connection.connect();
    // Left to the client, a database that there is not would be database 0.
    if (connection instanceof Redis && address.database !== 0) await connection.select(address.database);
    tellOfFailures(connection, log);
    return connection;
  } catch (error) {
    connection.disconnect();
    throw storeFailure(lastError ?? error);
  }
}

/** Each try fails anew: that the connection is gone is told once for each reason, and then that it is back. */
function tellOfFailures(connection: Connection, log: Log): void {
  let told = '';
  connection.on('error', (error: unknown) => {
    const failure = storeFailure(error);
    const reason = failure instanceof Error ? failure.message : String(failure);
    if (reason !== told)
      log.warn({ err: failure }, 'the connection to Redis failed; trying again until it is back');
    told = reason;
  });
  connection.on('ready', () => {
    if (told !== '') log.info({}, 'the connection to Redis is back');
    told = '';
  });
}

function createServer({ kind, hosts, database, master, ...address }: RedisAddress): Redis {
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

function createCluster({ hosts, ...address }: RedisAddress): Cluster {
  return new Cluster(hosts, {
    lazyConnect: true,
    ...PIPELINING,
    enableOfflineQueue: false,
    clusterRetryStrategy: again,
    slotsRefreshTimeout: address.timeoutMs,
    redisOptions: commonOptions(address),
  });
}

/** Commands of one turn go together; but a pipeline waits for the one before, as no script should. */
const PIPELINING = { enableAutoPipelining: true, autoPipeliningIgnoredCommands: ['evalsha'] };

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
    ...PIPELINING,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: timeoutMs,
    maxLoadingRetryTime: LOADING_RETRY_MS,
    socketTimeout: timeoutMs,
    // A server that has become a replica is left for the one that is master now.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  } satisfies CommonRedisOptions & { tls?: object; connectTimeout: number };
}
