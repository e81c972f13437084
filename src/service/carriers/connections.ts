/** The carriers of this service whose events come over a WebSocket, with the connection of each. */
import type { Carrier, Clock, EventSink, Log, Registry, WebSocketLike } from '../../engine/ports/index.ts';
import { digestToken, isToken } from '../http/index.ts';
import type { TokenDigest } from '../http/index.ts';
import { CarrierFollower } from './follower.ts';
import { CarrierLease } from './lease.ts';

/** A carrier and its project. */
export interface CarrierOfProject {
  project: string;
  carrier: Carrier;
  /** Token in the address to which it opens its connection; absent: it opens none. */
  eventsToken?: string;
}

/** The address to which a carrier opens its connection. */
interface CarrierAddress {
  project: string;
  carrier: string;
  token: string;
}

/** A carrier whose events come over a WebSocket. */
interface CarrierConnection {
  project: string;
  carrier: string;
  /** True while a node of the service reads the carrier's events, as far as this node knows. */
  isConnected: boolean;
}

interface ConnectionsOptions {
  carriers: readonly CarrierOfProject[];
  createSink: (of: { project: string; carrier: string }) => EventSink;
  registry: Registry;
  clock: Clock;
  log: Log;
  newId: () => string;
}

export class CarrierConnections {
  readonly #followers: ReadonlyMap<string, CarrierFollower>;
  /** By the key of the carrier. */
  readonly #tokens: ReadonlyMap<string, TokenDigest>;
  /** Carriers for which a wrong token was told. */
  readonly #mistaken = new Set<string>();
  readonly #options: ConnectionsOptions;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#tokens = new Map(
      options.carriers.flatMap(({ project, carrier: { name }, eventsToken }) =>
        eventsToken === undefined
          ? []
          : [[toKey({ project, carrier: name }), digestToken(eventsToken)] as const],
      ),
    );
    this.#followers = new Map(options.carriers.flatMap((one) => this.#createFollower(one)));
  }

  /** Begins to look after the connections. */
  start(): void {
    for (const follower of this.#followers.values()) follower.start();
  }

  /** Closes all connections. */
  async stop(): Promise<void> {
    await Promise.all([...this.#followers.values()].map((follower) => follower.stop()));
  }

  /**
   * Admits a connection that a carrier is about to open. Undefined for an unknown carrier or a wrong token; resolves to the
   * function that takes the connection, or to undefined while this node cannot read one.
   */
  admit({
    token,
    ...of
  }: CarrierAddress): Promise<((socket: WebSocketLike) => void) | undefined> | undefined {
    const key = toKey(of);
    const follower = this.#followers.get(key);
    const digest = this.#tokens.get(key);
    if (follower === undefined || digest === undefined) return undefined;
    if (!isToken(token, digest)) {
      this.#tellWrongToken(of);
      return undefined;
    }
    return follower.admit();
  }

  /** Once: a carrier tries again several times a second, and others may guess. */
  #tellWrongToken(of: { project: string; carrier: string }): void {
    const key = toKey(of);
    if (this.#mistaken.has(key)) return;
    this.#mistaken.add(key);
    this.#options.log.warn(
      of,
      'a connection with a wrong token was refused: compare websocket_client.conf with the EVENTS_TOKEN of the carrier',
    );
  }

  /** Lists the carriers with the state of their connections. */
  list(): CarrierConnection[] {
    return [...this.#followers.values()].map(({ project, name: carrier, isConnected }) => ({
      project,
      carrier,
      isConnected,
    }));
  }

  #createFollower({ project, carrier, eventsToken }: CarrierOfProject): [string, CarrierFollower][] {
    const { name, events } = carrier;
    if (events.kind !== 'socket') return [];
    const { createSink, registry, clock, log, newId } = this.#options;
    const sink = createSink({ project, carrier: name });
    const lease = new CarrierLease({ registry, clock, newId, project, carrier: name });
    const isOpened = eventsToken !== undefined;
    const follower = new CarrierFollower({ name, project, events, sink, lease, clock, log, isOpened });
    return [[toKey({ project, carrier: name }), follower]];
  }
}

/** No id of a project contains a slash. */
function toKey({ project, carrier }: { project: string; carrier: string }): string {
  return `${project}/${carrier}`;
}
