/**
 * Rate limits of the API, per key and address, and lockout after invalid keys.
 *
 * Owns: the counts, in the memory of this node: each node allows the full rate, and a restart resets the counts.
 * Does not own: authentication.
 *
 * LIMIT-1 An address that sent too many invalid keys is refused even with a valid one, so guessing is useless. Credentials
 *         that it sent concurrently, before the first was found invalid, are not verified either, since that alone is
 *         expensive.
 * LIMIT-2 Counts expire by themselves; no list can be grown without bound by callers.
 */
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooOften } from '../problem.ts';

export interface LimitOptions {
  /** Requests per second for one key, averaged over `WINDOW_S`. */
  requestsPerSecond: number;
}

/** Averaging period that permits bursts, s. */
const WINDOW_S = 10;
/** Several keys may share one address. */
const KEYS_PER_ADDRESS = 4;
/** Leaves room for typing errors. */
const WRONG_KEYS = 10;
const WRONG_KEYS_WITHIN_S = 60;
const LOCKED_OUT_S = 300;
/** Maximum number of concurrent verifications per address. */
const CHECKED_AT_ONCE = WRONG_KEYS;

interface Checks {
  underWay: number;
  /** Waiting verifications, in order. */
  waiting: (() => void)[];
}

export class Limits {
  readonly #byAddress: RateLimiterMemory;
  readonly #byKey: RateLimiterMemory;
  readonly #wrongKeys = new RateLimiterMemory({
    points: WRONG_KEYS,
    duration: WRONG_KEYS_WITHIN_S,
    blockDuration: LOCKED_OUT_S,
  });
  readonly #checks = new Map<string, Checks>();

  constructor({ requestsPerSecond }: LimitOptions) {
    const points = requestsPerSecond * WINDOW_S;
    this.#byKey = new RateLimiterMemory({ points, duration: WINDOW_S });
    this.#byAddress = new RateLimiterMemory({ points: points * KEYS_PER_ADDRESS, duration: WINDOW_S });
  }

  /** Counts a request from an address. Throws `TooOften`. */
  async admit(address: string): Promise<void> {
    const peer = toPeer(address);
    await this.#refuseLockedOut(peer);
    await countRequest(this.#byAddress, peer);
  }

  /** Authenticates credentials from an address; counts invalid ones. Throws `TooOften` (LIMIT-1). */
  async check<Who>(address: string, find: () => Promise<Who | undefined>): Promise<Who | undefined> {
    const peer = toPeer(address);
    await this.#waitForSlot(peer);
    try {
      await this.#refuseLockedOut(peer);
      const who = await find();
      if (who === undefined) await this.#countWrongKey(peer);
      return who;
    } finally {
      this.#releaseSlot(peer);
    }
  }

  /** Counts a request of a principal. Throws `TooOften`. */
  async admitKey(id: string): Promise<void> {
    await countRequest(this.#byKey, id);
  }

  async #refuseLockedOut(peer: string): Promise<void> {
    const wrong = await this.#wrongKeys.get(peer);
    if (wrong !== null && wrong.consumedPoints > WRONG_KEYS)
      throw new TooOften('locked_out', 'too many invalid keys from this address', wrong.msBeforeNext);
  }

  async #countWrongKey(peer: string): Promise<void> {
    await this.#wrongKeys.consume(peer).catch((refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused;
    });
  }

  async #waitForSlot(peer: string): Promise<void> {
    const checks = this.#checks.get(peer) ?? { underWay: 0, waiting: [] };
    this.#checks.set(peer, checks);
    if (checks.underWay < CHECKED_AT_ONCE) checks.underWay += 1;
    else await new Promise<void>((resolve) => checks.waiting.push(resolve));
  }

  /** Passes the slot to the next waiting verification, or frees it. */
  #releaseSlot(peer: string): void {
    const checks = this.#checks.get(peer);
    const next = checks?.waiting.shift();
    if (checks === undefined || next !== undefined) {
      next?.();
      return;
    }
    checks.underWay -= 1;
    if (checks.underWay === 0) this.#checks.delete(peer);
  }
}

async function countRequest(limiter: RateLimiterMemory, who: string): Promise<void> {
  try {
    await limiter.consume(who);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new TooOften('too_many_requests', 'the request rate limit is exceeded', refused.msBeforeNext);
  }
}

/** Groups IPv6 addresses by /64, since a client can choose any address of its network. */
function toPeer(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
