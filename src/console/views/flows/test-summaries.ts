/** Results of the scenarios of many versions. */
import { useEach } from '../../data/read-each.ts';
import { countFailed, readTests } from '../../data/tests.ts';
import { formatCount } from '../../ui/format.ts';

interface TestSummary {
  text: string;
  isBad: boolean;
}

/** Summaries by version; those that are not read yet, or could not be read, are absent: the flow's own view tells why. */
export type TestSummaries = ReadonlyMap<string, TestSummary>;

interface FlowVersion {
  flow: string;
  version: string;
}

/** Returns the results of the versions as they arrive. */
export function useTestSummaries(project: string, versions: readonly FlowVersion[]): TestSummaries {
  const items = versions.map(({ flow, version }) => ({ key: version, project, flow, version }));
  return useEach(items, summarize).results;
}

async function summarize({
  project,
  flow,
  version,
}: FlowVersion & { project: string }): Promise<TestSummary> {
  const stored = await readTests({ project, flow, version });
  if (stored === undefined) return { text: 'none', isBad: false };
  const { results } = stored;
  const failed = countFailed(results);
  const text =
    failed === 0 ? formatCount(results.passed, 'passes', 'pass') : formatCount(failed, 'fails', 'fail');
  return { text, isBad: failed > 0 };
}
