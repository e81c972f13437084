/** Opt-outs from a project's messages (sms.md 7). */
import { toNumberKey } from '../numbers.ts';

const words = new Map<string, 'out' | 'in'>([
  ['STOP', 'out'],
  ['UNSUBSCRIBE', 'out'],
  ['START', 'in'],
]);

/** Returns the request in an incoming message, which must be a single word in any case. */
export function readOptOut(text: string): 'out' | 'in' | undefined {
  return words.get(text.trim().toUpperCase());
}

export class OptOuts {
  readonly #numbers = new Map<string, Set<string>>();

  has(appId: string, number: string): boolean {
    return this.#numbers.get(appId)?.has(toNumberKey(number)) ?? false;
  }

  set(appId: string, number: string, wish: 'out' | 'in'): void {
    const numbers = this.#numbers.get(appId) ?? new Set();
    this.#numbers.set(appId, numbers);
    if (wish === 'out') numbers.add(toNumberKey(number));
    else numbers.delete(toNumberKey(number));
  }
}
