/**
 * Follows the events of one carrier of one project.
 *
 * Usually the carrier opens the connection, to any node. A node opens its own for a carrier that opens none, and in place of one
 * whose node has vanished.
 *
 * Owns: which connection is read. Does not own: what an event means (the carrier's adapter), where it goes (the sink).
 *
 * FOLLOWER-1 At most one node opens a connection of its own at a time: the one that took the lease.
 * FOLLOWER-2 A connection whose lease was lost is closed: the carrier uses another one.
 * FOLLOWER-3 Beside a connection of our own, one that the carrier opens stays open unread: the carrier reports to ours, and to
 *            nobody if that closes.
 * FOLLOWER-4 A connection that cannot be read is refused before it is open: Asterisk then tries again at once, whereas after a
 *            few that were closed it waits for half a minute, and its callers with it.
 */
import type { Clock, EventSink, EventSocket, Log, WebSocketLike } from '../../engine/ports/index.ts';
import { LEASE_MS, type CarrierLease } from './lease.ts';

/** Interval of renewals, and of attempts without a connection, ms. */
const RENEWAL_MS = LEASE_MS / 4;
/** Pause before the events are taken back again, ms: two programs that both want them must not do so all the time. */
const TAKE_BACK_PAUSE_MS = 5_000;
/** Time without connections after one that could not be read, ms. */
const FAILURE_PAUSE_MS = 5_000;

interface FollowerOptions {
  /** Name of the carrier. */
  name: string;
  project: string;
  events: EventSocket;
  sink: EventSink;
  lease: CarrierLease;
  clock: Clock;
  log: Log;
  /** True when the carrier opens connections. */
  isOpened: boolean;
}

/** Codes with which WebSockets are closed. */
const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;

/** A connection that is being read. */
interface Connection {
  holder: string;
  /** True when this node has opened it. */
  isOwn: boolean;
  abort: AbortController;
  ended: Promise<void>;
}

export class CarrierFollower {
  readonly project: string;
  readonly name: string;
  readonly #options: FollowerOptions;
  #current: Connection | undefined;
  /** When a node was last known to be connected, ms since the epoch; before that, when this node began to look after it. */
  #lastSeen: number;
  #wasSeen = false;
  /** True after this node has opened a connection of its own: then it is opened again without waiting for the carrier. */
  #opensOwn = false;
  /** True from the loss of the events to another program until a connection of our own was tried. */
  #isTakingBack = false;
  /** Connections of the carrier that are not read (FOLLOWER-3). */
  readonly #idle = new Set<WebSocketLike>();
  /** When a connection could not be read, ms since the epoch. */
  #failedAt = -Infinity;
  /** True after a failure was logged, until a connection lasts. */
  #isFailureTold = false;
  /** True after the loss of the carrier was logged. */
  #isLossTold = false;
  #isStopped = false;
  #cancel: () => void = () => undefined;
  #cancelTaking: () => void = () => undefined;
  #taking: Promise<void> = Promise.resolve();
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

  /**
   * Returns the function that takes a connection which the carrier is about to open, in place of the current one unless that
   * is our own; undefined while it must be refused (FOLLOWER-4).
   */
  async admit(): Promise<((socket: WebSocketLike) => void) | undefined> {
    try {
      return await this.#admit();
    } catch (error) {
      this.#tellFailure(error);
      return undefined;
    }
  }

  async #admit(): Promise<((socket: WebSocketLike) => void) | undefined> {
    const { clock, lease } = this.#options;
    if (this.#isStopped || clock.now() < this.#failedAt + FAILURE_PAUSE_MS) return undefined;
    if (this.#isTakingBack || (await lease.isHeldByOwn()))
      return (socket) => {
        this.#keepIdle(socket);
      };
    const holder = await lease.take({ force: true, isOwn: false });
    if (holder === undefined) return undefined;
    return (socket) => {
      if (this.#isStopped) socket.close(GOING_AWAY);
      else this.#follow(holder, socket);
    };
  }

  #keepIdle(socket: WebSocketLike): void {
    this.#idle.add(socket);
    socket.on('close', () => this.#idle.delete(socket));
  }

  /** True while a node is connected to the carrier. One that was connected may be without a connection for a moment. */
  get isConnected(): boolean {
    return this.#current?.isOwn === false || (this.#wasSeen && !this.#isLost);
  }

  /** True when no node has been connected to the carrier for a while. */
  get #isLost(): boolean {
    return this.#lastSeen + LEASE_MS < this.#options.clock.now();
  }

  /** Closes the connection, so that the carrier opens one to another node. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    this.#cancelTaking();
    await Promise.all([this.#checking, this.#taking]);
    const current = this.#current;
    current?.abort.abort();
    await current?.ended;
    this.#closeIdle(GOING_AWAY);
  }

  #follow(holder: string, socket?: WebSocketLike): void {
    const { events, sink } = this.#options;
    this.#current?.abort.abort();
    this.#opensOwn = socket === undefined;
    const abort = new AbortController();
    const reading = events.follow(sink, { ...(socket && { socket }), signal: abort.signal });
    const connection = { holder, isOwn: this.#opensOwn, abort, ended: Promise.resolve() };
    connection.ended = reading
      .catch((error: unknown) => {
        this.#tellFailure(error);
        return 'closed' as const;
      })
      .then((end) => this.#end(connection, end === 'taken_over'));
    this.#current = connection;
  }

  #tellFailure(error: unknown): void {
    const { clock, log, name: carrier, project } = this.#options;
    this.#failedAt = clock.now();
    if (this.#isFailureTold) return;
    this.#isFailureTold = true;
    log.warn({ project, carrier, err: error }, 'cannot read the events of the carrier');
  }

  async #end(connection: Connection, isTakenOver: boolean): Promise<void> {
    const { lease, log, name: carrier, project } = this.#options;
    const isCurrent = this.#current === connection;
    if (isCurrent) this.#current = undefined;
    // The carrier may have replaced it already, by one that is as silent.
    if (isTakenOver && !this.#isTakingBack && this.#current?.isOwn !== true) this.#takeBack(connection);
    else if (isCurrent) this.#closeIdle(TRY_AGAIN_LATER);
    await lease.release(connection.holder).catch((error: unknown) => {
      log.warn({ project, carrier, err: error }, 'cannot release the lease of the carrier');
    });
  }

  /** Takes the events back from another program: at once, or after a pause where that was done just before. */
  #takeBack({ isOwn }: Connection): void {
    const { clock, lease, log, name: carrier, project } = this.#options;
    this.#isTakingBack = true;
    this.#cancelTaking = clock.after(isOwn ? TAKE_BACK_PAUSE_MS : 0, () => {
      this.#taking = lease
        .take({ force: true, isOwn: true })
        .then((holder) => {
          if (holder !== undefined && !this.#isStopped) this.#follow(holder);
        })
        .catch((error: unknown) => {
          log.warn({ project, carrier, err: error }, 'cannot take the events of the carrier back');
        })
        .then(() => {
          this.#isTakingBack = false;
        });
    });
  }

  /** The carrier opens another connection in place of these. */
  #closeIdle(code: number): void {
    for (const socket of this.#idle) socket.close(code);
    this.#idle.clear();
  }

  #checkLater(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#options.clock.after(RENEWAL_MS, () => {
      this.#checking = this.#check()
        .then(() => {
          this.#tellState();
        })
        .catch((error: unknown) => {
          const { log, name: carrier, project } = this.#options;
          log.warn({ project, carrier, err: error }, 'cannot check the lease of the carrier');
        })
        .then(() => {
          this.#checkLater();
        });
    });
  }

  #tellState(): void {
    const { log, name: carrier, project } = this.#options;
    const isLost = this.#isLost;
    if (isLost && !this.#isLossTold)
      log.warn({ project, carrier }, 'no node is connected to the carrier: its calls do not react');
    if (!isLost && this.#isLossTold) log.warn({ project, carrier }, 'the carrier is connected again');
    this.#isLossTold = isLost;
  }

  /**
   * True when no connection has come for a while and none is to be expected: the carrier opens none, or takes one for open
   * whose node has vanished.
   */
  async #mayOpen(): Promise<boolean> {
    const { clock, events, isOpened, lease } = this.#options;
    if (clock.now() - this.#lastSeen < LEASE_MS) return false;
    return !isOpened || ((await lease.isLeftBehind()) && (await events.isTaken().catch(() => false)));
  }

  /** Renews the lease of the current connection, or opens one if no node has one (FOLLOWER-1, FOLLOWER-2). */
  async #check(): Promise<void> {
    const { lease } = this.#options;
    const current = this.#current;
    if (current !== undefined) {
      if (await lease.renew(current.holder)) {
        this.#noteConnection();
        this.#isFailureTold = false;
      } else current.abort.abort();
      return;
    }
    if (this.#isTakingBack) return;
    if (await lease.isHeld()) {
      this.#noteConnection();
      return;
    }
    if (!this.#opensOwn && !(await this.#mayOpen())) return;
    const holder = await lease.take({ force: false, isOwn: true });
    if (holder !== undefined && !this.#isStopped && this.#current === undefined) this.#follow(holder);
  }

  #noteConnection(): void {
    this.#lastSeen = this.#options.clock.now();
    this.#wasSeen = true;
  }
}
