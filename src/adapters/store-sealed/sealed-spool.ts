import type { Log, Spool, Spooled } from '../../engine/ports/index.ts';
import type { KeyRing } from './key-ring.ts';

export interface SealedOptions {
  /** As for everything else that is kept; an empty one seals nothing. */
  keys: KeyRing;
  log: Log;
}

/**
 * A spool in which what callers press and say cannot be read without the key (I7); what entries are about stays readable.
 * One that cannot be opened is told to the log and passed over, so that it holds up nothing.
 */
export function createSealedSpool(spool: Spool, { keys, log }: SealedOptions): Spool {
  function readable(spooled: Spooled): Spooled {
    const { entry, about } = spooled;
    try {
      return { ...spooled, entry: keys.openText(entry, { of: about }) };
    } catch (error) {
      log.error(
        { about, err: error },
        'what was spooled cannot be read: set RINGFLOW_SECRET_KEY to what it was',
      );
      return { ...spooled, entry: '' };
    }
  }

  return {
    append: (spooled) =>
      spool.append({ ...spooled, entry: keys.closeText(spooled.entry, { of: spooled.about }) }),
    oldest: async (limit) => (await spool.oldest(limit)).map(readable),
    takeOff: (count) => spool.takeOff(count),
    count: (about) => spool.count(about),
    state: () => spool.state(),
    close: () => spool.close(),
  };
}
