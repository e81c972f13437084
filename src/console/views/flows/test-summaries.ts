/** Results of the scenarios of many versions, read a few at a time. */
import { useEffect, useState } from 'preact/hooks';
import { countFailed, readTests } from '../../data/tests.ts';

interface TestSummary {
  text: string;
  isBad: boolean;
}

/** Summaries by version; those that are not read yet, or could not be read, are absent. */
export type TestSummaries = ReadonlyMap<string, TestSummary>;

interface FlowVersion {
  flow: string;
  version: string;
}

const MAX_CONCURRENT = 4;

/** Returns the results of the versions as they arrive. A version's results are read once. */
export function useTestSummaries(project: string, versions: readonly FlowVersion[]): TestSummaries {
  const [summaries, setSummaries] = useState<TestSummaries>(new Map());
  const key = versions.map(({ version }) => version).join(' ');
  useEffect(() => {
    const stopping = new AbortController();
    const isStopped = () => stopping.signal.aborted;
    const readAll = async () => {
      const missing = versions.filter(({ version }) => !summaries.has(version));
      for (let first = 0; first < missing.length && !isStopped(); first += MAX_CONCURRENT) {
        const batch = missing.slice(first, first + MAX_CONCURRENT);
        const read = await Promise.all(batch.map((one) => summarize(project, one)));
        if (!isStopped()) setSummaries((before) => new Map([...before, ...read.flat()]));
      }
    };
    void readAll();
    return () => {
      stopping.abort();
    };
  }, [project, key]);
  return summaries;
}

/** Returns the summary of a version; nothing when it cannot be read: the flow's own view tells why. */
async function summarize(
  project: string,
  { flow, version }: FlowVersion,
): Promise<[version: string, summary: TestSummary][]> {
  const stored = await readTests({ project, flow, version }).catch(() => null);
  if (stored === null) return [];
  if (stored === undefined) return [[version, { text: 'none', isBad: false }]];
  const { results } = stored;
  const failed = countFailed(results);
  const text = failed === 0 ? `${results.passed} pass` : `${failed} fail`;
  return [[version, { text, isBad: failed > 0 }]];
}
