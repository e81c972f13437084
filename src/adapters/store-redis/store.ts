/**
 * Distributed store: one Redis (a server, a master behind sentinels, or a Cluster) shared by any number of nodes.
 *
 * Owns: the connection, and the conversion of failures. Does not own: when calls expire and when claims are made, which the
 * engine decides. Calls never use Redis' own expiry, because their list entries must be deleted with them; counts do.
 *
 * REDIS-1 Every method that writes uses one script on one slot (STORE-1).
 * REDIS-2 A change of a call is acknowledged when the master and as many replicas as the address requires have it (STORE-6). Whether
 *    it survives a restart depends on Redis' persistence settings, which are checked when the store is opened. The answer that
 *    a call does not exist also requires the replicas, because a demoted master may not know the call.
 * REDIS-3 Nothing is resent automatically: a lost reply is an error, and the sequence number reveals the outcome (STORE-2).
 */
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type {
  CallFilter,
  CallList,
  CallPage,
  Claimed,
  Commit,
  CommitResult,
  EndedCalls,
  Counts,
  Feed,
  Log,
  NodeId,
  Registry,
  Store,
  StoredCall,
  Turns,
} from '../../engine/ports/index.ts';
import { readAddress } from './address.ts';
import type { RedisAddress } from './address.ts';
import { Calls } from './calls.ts';
import { openConnection } from './connection.ts';
import { listEndedCalls } from './ended.ts';
import { RedisCounts } from './counts.ts';
import { storeFailure } from './failure.ts';
import { RedisFeed } from './feed.ts';
import { Keys } from './keys.ts';
import { agreeOnLayout, keepLayout } from './layout.ts';
import { Listing } from './listing.ts';
import { RedisRegistry } from './registry.ts';
import { Replicas } from './replicas.ts';
import { Script } from './script.ts';
import type { Attempt, Connection } from './script.ts';
import { warnOfSettings } from './server-settings.ts';
import { RedisTime } from './time.ts';
import { RedisTurns } from './turns.ts';

const putFlowScript = new Script<null>('put-flow');
const expireFlowScript = new Script<null>('expire-flow');

interface RedisOptions {
  /** Address in the form of address.ts. */
  address: string;
  log: Log;
  /** Local clock, ms since the epoch; for tests. */
  localNow?: () => number;
}

/** Store with the resources that all nodes of one Redis share. */
interface SharedStore extends Store {
  /** Shared rate limits. */
  readonly turns: Turns;
  /** Live events, published to watchers on all nodes. */
  readonly feed: Feed;
  /** Returns the shared time, ms since the epoch, independent of local clocks. */
  now(): number;
}

class RedisStore implements SharedStore {
  readonly turns: Turns;
  readonly feed: Feed;
  readonly registry: Registry;
  readonly counts: Counts;
  readonly #connection: Connection;
  readonly #time: RedisTime;
  readonly #keys: Keys;
  readonly #calls: Calls;
  readonly #listing: Listing;
  readonly #replicas: Replicas;
  readonly #inFlight = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(
    connection: Connection,
    address: RedisAddress,
    { keys, time, replicas }: { keys: Keys; time: RedisTime; replicas: Replicas },
  ) {
    const { prefix } = address;
    const attempt: Attempt = (action) => this.#attempt(action);
    const write: Attempt = (action) => this.#attempt(() => this.#replicas.confirm(action()));
    this.#connection = connection;
    this.#time = time;
    this.turns = new RedisTurns(connection, prefix);
    this.feed = new RedisFeed({ connection, prefix, attempt });
    this.registry = new RedisRegistry({ connection, prefix, attempt: write });
    this.counts = new RedisCounts({ connection, prefix, attempt });
    this.#keys = keys;
    this.#calls = new Calls(connection, this.#keys, write);
    this.#listing = new Listing(connection, this.#keys);
    this.#replicas = replicas;
  }

  now(): number {
    return this.#time.now();
  }

  load(call: CallId): Promise<StoredCall | undefined> {
    return this.#attempt(() => this.#replicas.confirm(this.#calls.load(call), isNothing));
  }

  commit(commit: Commit): Promise<CommitResult> {
    return this.#calls.commit(commit);
  }

  settle(call: CallId, number: number, node: NodeId): Promise<Command[]> {
    return this.#attempt(() => this.#replicas.confirm(this.#calls.settle(call, number, node)));
  }

  renew(call: CallId, node: NodeId, leaseUntil: number): Promise<boolean> {
    const isHeld = (held: boolean) => held;
    return this.#attempt(() => this.#replicas.confirm(this.#calls.renew(call, node, leaseUntil), isHeld));
  }

  claim(node: NodeId, now: number, leaseUntil: number, limit: number): Promise<Claimed[]> {
    const hasClaimed = (claimed: Claimed[]) => claimed.length > 0;
    const claim = () => this.#calls.claim(node, now, leaseUntil, limit);
    return this.#attempt(() => this.#replicas.confirm(claim(), hasClaimed));
  }

  nextDueAt(): Promise<number | undefined> {
    return this.#attempt(() => this.#calls.nextDueAt());
  }

  findWaiting(awaited: string): Promise<CallId | undefined> {
    return this.#attempt(() => this.#replicas.confirm(this.#calls.waitingFor(awaited), isNothing));
  }

  trace(call: CallId): Promise<TraceEntry[]> {
    return this.#attempt(() => this.#calls.trace(call));
  }

  list(filter: CallFilter, page: CallPage): Promise<CallList> {
    return this.#attempt(() => this.#listing.list(filter, page));
  }

  count(filter: CallFilter): Promise<number> {
    return this.#attempt(() => this.#listing.count(filter));
  }

  ended(after: string, limit: number): Promise<EndedCalls> {
    return this.#attempt(() => listEndedCalls(this.#connection, this.#keys, { after, limit }));
  }

  rewrite(record: CallRecord): Promise<boolean> {
    return this.#attempt(() => this.#replicas.confirm(this.#calls.rewrite(record)));
  }

  async putFlow(version: string, json: string, keptUntil: number): Promise<void> {
    const { flows, flowsKept } = this.#keys;
    await this.#attempt(() =>
      putFlowScript.run(this.#connection, [flows, flowsKept], [version, json, keptUntil]),
    );
  }

  getFlow(version: string): Promise<string | undefined> {
    return this.#attempt(async () => (await this.#connection.hget(this.#keys.flows, version)) ?? undefined);
  }

  /** Writes to every partition, so that a server that rejects writes is noticed before a call is affected. */
  async check(): Promise<void> {
    await this.#attempt(async () => {
      await Promise.all(this.#keys.partitions.map(({ probe }) => this.#connection.set(probe, '1')));
      await keepLayout(this.#connection, this.#keys);
    });
  }

  expire(now: number, limit: number): Promise<number> {
    return this.#attempt(async () => {
      const expired = await this.#calls.expire(now, limit);
      await this.#expireFlows(now);
      return expired;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#time.stop();
    await Promise.allSettled(this.#inFlight);
    this.#connection.disconnect();
  }

  async #expireFlows(now: number): Promise<void> {
    const { flows, flowsKept } = this.#keys;
    const old = await this.#connection.zrangebyscore(flowsKept, '-inf', now);
    if (old.length === 0) return;
    const needed = await this.#calls.versions();
    for (const version of old)
      if (!needed.has(version))
        await expireFlowScript.run(this.#connection, [flows, flowsKept], [version, now]);
  }

  #attempt<Result>(action: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(storeClosedError());
    const attempt = action();
    this.#inFlight.add(attempt);
    return attempt.then(
      (result) => {
        this.#inFlight.delete(attempt);
        return result;
      },
      (error: unknown) => {
        this.#inFlight.delete(attempt);
        throw storeFailure(error);
      },
    );
  }
}

const isNothing = (found: unknown) => found === undefined;

function storeClosedError(): OperationalError {
  const message = 'the connection to Redis was closed by this process';
  return new OperationalError('store_closed', message, { retryable: false });
}

/**
 * Connects, and warns of settings of the Redis that could lose calls. Throws an `OperationalError`: `store_address`,
 * `store_unavailable`, `store_refused`, or `store_layout` if other nodes use another number of partitions, or the layout must
 * be migrated and the address does not allow it.
 */
export async function openRedisStore({
  address: text,
  log,
  localNow = Date.now,
}: RedisOptions): Promise<SharedStore> {
  const address = readAddress(text);
  const connection = await openConnection(address, log);
  try {
    const replicas = new Replicas(connection, address);
    const partitions = await agreeOnLayout(connection, address, () => replicas.confirm(Promise.resolve()));
    const keys = new Keys(address.prefix, partitions);
    await warnOfSettings(connection, log);
    connection.on('ready', () => {
      keepLayout(connection, keys).catch((error: unknown) => {
        log.error({ err: storeFailure(error) }, 'the layout of Redis could not be verified');
      });
    });
    const time = new RedisTime(connection, keys.layout, localNow);
    await time.start();
    return new RedisStore(connection, address, { keys, time, replicas });
  } catch (error) {
    connection.disconnect();
    throw storeFailure(error);
  }
}
