import type { Log, Spool, Spooled } from '../../engine/ports/index.ts';
import type { KeyRing } from './key-ring.ts';

export interface SealedOptions {
  /** Keys of the service; an empty ring seals nothing. */
  keys: KeyRing;
  log: Log;
}

/**
 * Wraps a spool so that the input of callers is encrypted (I7); the subjects of entries stay readable. An entry that cannot be
 * opened is logged and skipped.
 */
export function createSealedSpool(spool: Spool, { keys, log }: SealedOptions): Spool {
  function openEntry(spooled: Spooled): Spooled {
    const { entry, about } = spooled;
    try {
      return { ...spooled, entry: keys.openText(entry, { of: about }) };
    } catch (error) {
      log.error(
        { about, err: error },
        'a spooled entry cannot be decrypted: set RINGFLOW_SECRET_KEY to the previous key',
      );
      return { ...spooled, entry: '' };
    }
  }

  return {
    append: (spooled) =>
      spool.append({ ...spooled, entry: keys.closeText(spooled.entry, { of: spooled.about }) }),
    oldest: async (limit) => (await spool.oldest(limit)).map(openEntry),
    takeOff: (count) => spool.takeOff(count),
    count: (about) => spool.count(about),
    state: () => spool.state(),
    close: () => spool.close(),
  };
}
