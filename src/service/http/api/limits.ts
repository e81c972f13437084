/**
 * How often somebody may ask the API, and how often with a wrong key.
 *
 * Owns: the counts, in the memory of this node: among several nodes each allows so much, and a restart forgets.
 * Does not own: who somebody is.
 *
 * L1 An address from which too many wrong keys came is refused whatever it brings, so that guessing on is in vain; what it
 *    has sent at once, before the first was found wrong, is not looked at either, since that alone takes long.
 * L2 What is counted is forgotten by itself; there is no list that whoever asks could make grow without an end.
 */
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooOften } from '../problem.ts';

export interface LimitOptions {
  /** Requests per second that one key may make, taken over `WINDOW_S`. */
  requestsPerSecond: number;
}

/** A burst is fine as long as so many seconds together are not too much. */
const WINDOW_S = 10;
/** Behind one address there may be several keys. */
const KEYS_PER_ADDRESS = 4;
/** Somebody who mistypes comes to less. */
const WRONG_KEYS = 10;
const WRONG_KEYS_WITHIN_S = 60;
const LOCKED_OUT_S = 300;
/** Of one address so many credentials are looked at at once. */
const CHECKED_AT_ONCE = WRONG_KEYS;

/** Checks of one address. */
interface Checks {
  underWay: number;
  /** Whose turn comes when one of them is done, in order. */
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

  /** Counts a request from an address, before anything is done for it. Throws `TooOften`. */
  async admit(address: string): Promise<void> {
    const peer = toPeer(address);
    await this.#refuseLockedOut(peer);
    await countRequest(this.#byAddress, peer);
  }

  /** Finds out whom credentials from an address stand for; undefined: they are wrong, which counts. Throws `TooOften` (L1). */
  async check<Who>(address: string, find: () => Promise<Who | undefined>): Promise<Who | undefined> {
    const peer = toPeer(address);
    await this.#turn(peer);
    try {
      await this.#refuseLockedOut(peer);
      const who = await find();
      if (who === undefined) await this.#wrongKey(peer);
      return who;
    } finally {
      this.#passOn(peer);
    }
  }

  /** Counts a request of somebody. Throws `TooOften`. */
  async admitKey(id: string): Promise<void> {
    await countRequest(this.#byKey, id);
  }

  async #refuseLockedOut(peer: string): Promise<void> {
    const wrong = await this.#wrongKeys.get(peer);
    if (wrong !== null && wrong.consumedPoints > WRONG_KEYS)
      throw new TooOften('locked_out', 'too many invalid keys from this address', wrong.msBeforeNext);
  }

  async #wrongKey(peer: string): Promise<void> {
    await this.#wrongKeys.consume(peer).catch((refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused;
    });
  }

  async #turn(peer: string): Promise<void> {
    const checks = this.#checks.get(peer) ?? { underWay: 0, waiting: [] };
    this.#checks.set(peer, checks);
    if (checks.underWay < CHECKED_AT_ONCE) checks.underWay += 1;
    else await new Promise<void>((resolve) => checks.waiting.push(resolve));
  }

  /** To the next one who waits, or to whoever comes. */
  #passOn(peer: string): void {
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

/** Whoever has an IPv6 address has the whole network of it to choose from. */
function toPeer(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
