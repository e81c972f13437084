/**
 * The distributed store: one Redis (a server, one behind sentinels, or a Cluster) shared by any number of nodes.
 *
 * Owns: the connection, and how a failure of Redis is told. Does not own: when calls expire, when claims are made; the
 * engine says so. How long calls are kept is decided by the engine's clock, never by Redis' own expiry, since what a
 * call is listed by must go together with it. Counts belong to nothing else, and expire.
 *
 * REDIS-1 Whatever a member changes it changes in one script on one slot (STORE-1).
 * REDIS-2 What is done to a call counts when the master has it, and with it as many replicas as the address asks for (STORE-6). Whether
 *    it outlives a restart of Redis is a matter of Redis' own persistence, which is looked at when the store is opened. The
 *    same holds for the answer that there is no such call: a master that was deposed may not know of it.
 * REDIS-3 Nothing is sent twice by itself: an answer that was lost is told, and the sequence number finds out (STORE-2).
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
  /** As address.ts describes it. */
  address: string;
  log: Log;
  /** Time of this machine's clock, ms since the epoch; for tests. */
  localNow?: () => number;
}

/** The store, with what nodes that share a Redis have in common. */
interface SharedStore extends Store {
  /** The rate limits that they share. */
  readonly turns: Turns;
  /** Live events, published to watchers on any of them. */
  readonly feed: Feed;
  /** The common time, ms since the epoch, however much their clocks differ. */
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
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(
    connection: Connection,
    address: RedisAddress,
    { keys, time, replicas }: { keys: Keys; time: RedisTime; replicas: Replicas },
  ) {
    this.#connection = connection;
    this.#time = time;
    this.turns = new RedisTurns(connection, address.prefix);
    this.feed = new RedisFeed(connection, address.prefix, (action) => this.#attempt(action));
    const write: Attempt = (action) => this.#attempt(() => this.#replicas.confirm(action()));
    this.registry = new RedisRegistry(connection, address.prefix, write);
    this.counts = new RedisCounts(connection, address.prefix, (action) => this.#attempt(action));
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

  /** Writes where every partition is, so that a server that takes no writes is noticed before a call meets it. */
  async check(): Promise<void> {
    await this.#attempt(async () => {
      await Promise.all(this.#keys.partitions.map(({ probe }) => this.#connection.set(probe, '1')));
      await keepLayout(this.#connection, this.#keys);
    });
  }

  expire(now: number, limit: number): Promise<number> {
    return this.#attempt(async () => {
      const forgotten = await this.#calls.expire(now, limit);
      await this.#expireFlows(now);
      return forgotten;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#time.stop();
    await Promise.allSettled(this.#underWay);
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
    this.#underWay.add(attempt);
    return attempt.then(
      (result) => {
        this.#underWay.delete(attempt);
        return result;
      },
      (error: unknown) => {
        this.#underWay.delete(attempt);
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
 * Connects, and warns of settings of the Redis with which calls could be lost. Throws an `OperationalError`:
 * `store_address`, `store_unavailable`, `store_refused`, or `store_layout` where other nodes use another number of
 * partitions, or the release before has laid the calls out and the address does not say that they are taken over.
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
        log.error({ err: storeFailure(error) }, 'it cannot be said how calls are laid out in Redis');
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
