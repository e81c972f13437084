/**
 * The lease on the events of a carrier: which node reads them. It is a document, so it works with every store.
 *
 * CARRIER-LEASE-1 A node that reads a connection which the carrier opened takes the lease whoever holds it: the carrier
 *    itself decides which connection it uses. Otherwise a lease is taken only after it has expired.
 */
import type { Clock, Registry } from '../../engine/ports/index.ts';

/** Collection of the leases. */
const COLLECTION = 'carrier-leases';
/** Time after which a lease that is not renewed has expired, ms. */
export const LEASE_MS = 10_000;

interface LeaseDocument {
  /** The holder: one connection of one node. */
  holder: string;
  /** ms since the epoch. */
  until: number;
  /** The connection was opened by the node. */
  isOwn?: boolean;
  /** The holder has ended its connection. */
  isReleased?: boolean;
}

interface CarrierLeaseOptions {
  registry: Pick<Registry, 'get' | 'write'>;
  clock: Pick<Clock, 'now'>;
  /** Returns a new unique text. */
  newId: () => string;
  project: string;
  carrier: string;
}

/** Every member throws an `OperationalError` when the store is unavailable. */
export class CarrierLease {
  readonly #options: CarrierLeaseOptions;

  constructor(options: CarrierLeaseOptions) {
    this.#options = options;
  }

  /**
   * Takes the lease if it has expired, or in any case with `force`; `isOwn`: for a connection that this node opens. Returns
   * the name of the holder, or undefined.
   */
  async take({ force, isOwn }: { force: boolean; isOwn: boolean }): Promise<string | undefined> {
    const { revision, lease } = await this.#load();
    if (!force && this.#isLive(lease)) return undefined;
    const holder = this.#options.newId();
    if (await this.#write(revision, { holder, isOwn })) return holder;
    return force ? await this.take({ force, isOwn }) : undefined;
  }

  /** True while a connection of any node holds the lease. */
  async isHeld(): Promise<boolean> {
    return this.#isLive((await this.#load()).lease);
  }

  /** True while a node reads a connection that it has opened itself. */
  async isHeldByOwn(): Promise<boolean> {
    const { lease } = await this.#load();
    return lease?.isOwn === true && this.#isLive(lease);
  }

  /** True when the holder has vanished: the lease has expired, and nobody has released it. */
  async isLeftBehind(): Promise<boolean> {
    const { lease } = await this.#load();
    return lease !== undefined && lease.isReleased !== true && !this.#isLive(lease);
  }

  /** Extends the lease; false when another connection holds it. */
  async renew(holder: string): Promise<boolean> {
    const { revision, lease } = await this.#load();
    return lease?.holder === holder && (await this.#write(revision, lease));
  }

  /** Ends the lease if it is still held, so that another node need not wait. */
  async release(holder: string): Promise<void> {
    const { revision, lease } = await this.#load();
    const until = this.#options.clock.now();
    if (lease?.holder === holder) await this.#write(revision, { ...lease, isReleased: true }, until);
  }

  #isLive(lease: LeaseDocument | undefined): boolean {
    return lease !== undefined && lease.until > this.#options.clock.now();
  }

  async #load(): Promise<{ revision: number; lease: LeaseDocument | undefined }> {
    const found = await this.#options.registry.get(COLLECTION, this.#toId());
    return { revision: found?.revision ?? 0, lease: found && (JSON.parse(found.json) as LeaseDocument) };
  }

  async #write(
    was: number,
    { holder, isOwn = false, isReleased = false }: Omit<LeaseDocument, 'until'>,
    until = this.#options.clock.now() + LEASE_MS,
  ): Promise<boolean> {
    const json = JSON.stringify({ holder, until, isOwn, isReleased } satisfies LeaseDocument);
    const written = await this.#options.registry.write([{ kind: COLLECTION, id: this.#toId(), was, json }]);
    return written === 'written';
  }

  #toId(): string {
    const { project, carrier } = this.#options;
    return `${project}.${carrier}`;
  }
}
