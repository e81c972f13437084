/** Opens the connection to a server, a master behind sentinels, or a Cluster. */
import { Cluster, Redis } from 'ioredis';
import type { CommonRedisOptions } from 'ioredis';
import type { Log } from '../../engine/ports/index.ts';
import type { RedisAddress } from './address.ts';
import { storeFailure } from './failure.ts';
import type { Connection } from './script.ts';

const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 500;
/** Retry interval while Redis loads its data, ms; Redis' own estimate is in whole seconds. */
const LOADING_RETRY_MS = 100;

/** Delay before a reconnect. Reconnects forever; until then, requests fail at once. */
const computeDelay = (tries: number) => Math.min(tries * MIN_DELAY_MS, MAX_DELAY_MS);

/** Resolves when commands can be sent. Throws an `OperationalError` if there is no connection at first. */
export async function openConnection(address: RedisAddress, log: Log): Promise<Connection> {
  const connection = address.kind === 'cluster' ? createCluster(address) : createServer(address);
  let lastError: unknown;
  connection.on('error', (error: unknown) => (lastError = error));
  try {
    await connection.connect();
    // The client would fall back to database 0 if the database does not exist.
    if (connection instanceof Redis && address.database !== 0) await connection.select(address.database);
    logFailures(connection, log);
    return connection;
  } catch (error) {
    connection.disconnect();
    throw storeFailure(lastError ?? error);
  }
}

/** Logs a lost connection once per reason, not per retry, and its recovery. */
function logFailures(connection: Connection, log: Log): void {
  let logged = '';
  connection.on('error', (error: unknown) => {
    const failure = storeFailure(error);
    const reason = failure instanceof Error ? failure.message : String(failure);
    if (reason !== logged) log.warn({ err: failure }, 'connection to Redis lost, reconnecting');
    logged = reason;
  });
  connection.on('ready', () => {
    if (logged !== '') log.info({}, 'connection to Redis restored');
    logged = '';
  });
}

function createServer({ kind, hosts, database, master, ...address }: RedisAddress): Redis {
  const options = { ...commonOptions(address), db: database, lazyConnect: true, retryStrategy: computeDelay };
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
    clusterRetryStrategy: computeDelay,
    slotsRefreshTimeout: address.timeoutMs,
    redisOptions: commonOptions(address),
  });
}

/** Pipelines the commands of one turn, except scripts, which would wait for the previous pipeline. */
const PIPELINING = { enableAutoPipelining: true, autoPipeliningIgnoredCommands: ['evalsha'] };

/**
 * No command is resent automatically: the caller gets an error if the reply is lost, and decides. A reply that takes too long
 * closes the connection, which fails all pending commands.
 */
function commonOptions(address: Omit<RedisAddress, 'kind' | 'hosts' | 'database'>) {
  const { tls, username, password, timeoutMs } = address;
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
    // Reconnects to the new master when the server has become a replica.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  } satisfies CommonRedisOptions & { tls?: object; connectTimeout: number };
}
