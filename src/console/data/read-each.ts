/** Reads something of each of many, a few at a time. */
import { useEffect, useState } from 'preact/hooks';

const MAX_CONCURRENT = 4;

interface EachRead<Result> {
  /** By key; those that are not read yet, or could not be read, are absent. */
  results: ReadonlyMap<string, Result>;
  isReading: boolean;
}

/**
 * Reads each once, and returns the results as they arrive.
 *
 * @param items what is read, with keys that tell them apart
 * @param read reads one
 */
export function useEach<Item extends { key: string }, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): EachRead<Result> {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [doneKeys, setDoneKeys] = useState('');
  const keys = items.map(({ key }) => key).join(' ');
  useEffect(() => {
    const stopping = new AbortController();
    const isStopped = () => stopping.signal.aborted;
    const readAll = async () => {
      const missing = items.filter(({ key }) => !results.has(key));
      for (let first = 0; first < missing.length && !isStopped(); first += MAX_CONCURRENT) {
        const batch = missing.slice(first, first + MAX_CONCURRENT);
        const found = await Promise.all(
          batch.map((item) =>
            read(item).then(
              (result): [string, Result][] => [[item.key, result]],
              () => [],
            ),
          ),
        );
        if (!isStopped()) setResults((before) => new Map([...before, ...found.flat()]));
      }
      if (!isStopped()) setDoneKeys(keys);
    };
    void readAll();
    return () => {
      stopping.abort();
    };
  }, [keys]);
  return { results, isReading: keys !== doneKeys };
}
