import { OperationalError } from '../../src/engine/ports/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';

/** The same store, of which some members behave otherwise. */
export function storeWith(store: Store, members: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, name) {
      const found: unknown = Reflect.get(members, name) ?? Reflect.get(target, name);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
}

/** What a store throws that is locked for a while. */
export const locked = new OperationalError('store_busy', 'the store is locked', { retryable: true });

/** Does it only after having failed a few times. */
export function failingFirst<Args extends unknown[], Result>(
  times: number,
  action: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let left = times;
  return (...args) => (left-- > 0 ? Promise.reject(locked) : action(...args));
}

/** Does it, and fails all the same the first time: what was stored is not confirmed. */
export function losingFirst<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let isFirst = true;
  return async (...args) => {
    const result = await action(...args);
    if (!isFirst) return result;
    isFirst = false;
    throw locked;
  };
}
