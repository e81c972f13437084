/**
 * Follows the events of one carrier of one project.
 *
 * Usually the carrier opens the connection, to any node. When no node has had one for a while, a node opens its own.
 *
 * Owns: which connection is read. Does not own: what an event means (the carrier's adapter), where it goes (the sink).
 *
 * FOLLOWER-1 At most one node opens a connection of its own at a time: the one that took the lease.
 * FOLLOWER-2 A connection whose lease was lost is closed: the carrier uses another one.
 */
import type { Clock, EventSink, EventSocket, Log, WebSocketLike } from '../../engine/ports/index.ts';
import { LEASE_MS, type CarrierLease } from './lease.ts';

/** Interval of renewals, and of attempts without a connection, ms. */
const RENEWAL_MS = LEASE_MS / 4;

interface FollowerOptions {
  /** Name of the carrier. */
  name: string;
  project: string;
  events: EventSocket;
  sink: EventSink;
  lease: CarrierLease;
  clock: Clock;
  log: Log;
}

/** A connection that is being read. */
interface Connection {
  holder: string;
  abort: AbortController;
  ended: Promise<void>;
}

export class CarrierFollower {
  readonly project: string;
  readonly name: string;
  readonly #options: FollowerOptions;
  #current: Connection | undefined;
  #lastSeen: number;
  /** True after this node has opened a connection of its own: then it is opened again without waiting for the carrier. */
  #opensOwn = false;
  #isStopped = false;
  #cancel: () => void = () => undefined;
  #checking: Promise<void> = Promise.resolve();

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.project = options.project;
    this.name = options.name;
    this.#lastSeen = options.clock.now();
  }

  /** Begins to look after the connection. */
  start(): void {
    this.#checkLater();
  }

  /** Reads a connection that the carrier has opened, in place of the current one. */
  async accept(socket: WebSocketLike): Promise<void> {
    const holder = this.#isStopped ? undefined : await this.#options.lease.take({ force: true });
    if (holder === undefined || this.#isStopped) socket.close(1001);
    else this.#follow(holder, socket);
  }

  /** Returns since when no node is connected to the carrier, ms since the epoch; undefined while one is. */
  get lostSince(): number | undefined {
    return this.#lastSeen + LEASE_MS < this.#options.clock.now() ? this.#lastSeen : undefined;
  }

  /** Closes the connection, so that the carrier opens one to another node. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#checking;
    const current = this.#current;
    current?.abort.abort();
    await current?.ended;
  }

  #follow(holder: string, socket?: WebSocketLike): void {
    const { events, sink, log, name: carrier, project } = this.#options;
    this.#current?.abort.abort();
    this.#opensOwn = socket === undefined;
    const abort = new AbortController();
    const reading = events.follow(sink, { ...(socket && { socket }), signal: abort.signal });
    const connection = { holder, abort, ended: Promise.resolve() };
    connection.ended = reading
      .catch((error: unknown) => {
        log.warn({ project, carrier, err: error }, 'cannot read the events of the carrier');
      })
      .then(() => this.#end(connection));
    this.#current = connection;
    if (socket !== undefined) this.#lastSeen = this.#options.clock.now();
  }

  async #end(connection: Connection): Promise<void> {
    const { lease, log, name: carrier, project } = this.#options;
    if (this.#current === connection) this.#current = undefined;
    await lease.release(connection.holder).catch((error: unknown) => {
      log.warn({ project, carrier, err: error }, 'cannot release the lease of the carrier');
    });
  }

  #checkLater(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#options.clock.after(RENEWAL_MS, () => {
      this.#checking = this.#check()
        .catch((error: unknown) => {
          const { log, name: carrier, project } = this.#options;
          log.warn({ project, carrier, err: error }, 'cannot check the lease of the carrier');
        })
        .then(() => {
          this.#checkLater();
        });
    });
  }

  /** Renews the lease of the current connection, or opens one if no node has one (FOLLOWER-1, FOLLOWER-2). */
  async #check(): Promise<void> {
    const { lease, clock } = this.#options;
    const current = this.#current;
    if (current !== undefined) {
      if (await lease.renew(current.holder)) this.#lastSeen = clock.now();
      else current.abort.abort();
      return;
    }
    if (await lease.isHeld()) {
      this.#lastSeen = clock.now();
      return;
    }
    if (!this.#opensOwn && clock.now() - this.#lastSeen < LEASE_MS) return;
    const holder = await lease.take({ force: false });
    if (holder !== undefined && !this.#isStopped && this.#current === undefined) this.#follow(holder);
  }
}
