import { OperationalError } from '../../ports/index.ts';
import type { Log, Spool, Spooled } from '../../ports/index.ts';
import { Seal } from './seal.ts';

/** Marks an entry that was sealed, beside those from before there was a key. */
const MARK = 'sealed:';

export interface SealedSpoolOptions {
  /** As for the store; absent: nothing is sealed. */
  secret: string | undefined;
  log: Log;
}

/**
 * A spool in which what callers press and say cannot be read without the key (I7); what entries are about stays readable.
 * One that cannot be opened is told to the log and passed over, so that it holds up nothing.
 */
export function sealedSpool(spool: Spool, { secret, log }: SealedSpoolOptions): Spool {
  const seal = secret === undefined ? undefined : new Seal(secret);

  function readable(spooled: Spooled): Spooled {
    const { entry, about } = spooled;
    if (!entry.startsWith(MARK)) return spooled;
    try {
      if (seal === undefined) throw new OperationalError('sealed', 'there is no key', { retryable: false });
      return { ...spooled, entry: seal.open(entry.slice(MARK.length), about) };
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
      spool.append(
        seal === undefined ? spooled : { ...spooled, entry: MARK + seal.close(spooled.entry, spooled.about) },
      ),
    oldest: async (limit) => (await spool.oldest(limit)).map(readable),
    takeOff: (count) => spool.takeOff(count),
    count: (about) => spool.count(about),
    state: () => spool.state(),
    close: () => spool.close(),
  };
}
