/** Imports flows of other systems in the page. */
import { importFlows, noAnswers, toPlainReport } from '../../importers/index.ts';
import type { ImportResult, Requests } from './protocol.ts';

/** Paths that are compared: enough for a picture, few enough to wait for. */
const LIMITS = { depth: 6, paths: 2_000 };

export function importFiles({ files, answers }: Requests['importFiles']['takes']): ImportResult {
  const imported = importFlows(files, { answers: { ...noAnswers, ...answers }, limits: LIMITS });
  return {
    ...(imported.system !== undefined && { system: imported.system.name }),
    report: toPlainReport(imported),
    flows: imported.flows.map(({ name, text, scenarios, comparison }) => ({
      name,
      text,
      ...(scenarios !== undefined && { scenarios }),
      ...(comparison !== undefined && {
        paths: {
          compared: comparison.compared,
          equal: comparison.equal,
          unsupported: comparison.unsupported,
          isTruncated: comparison.isTruncated,
        },
      }),
    })),
    diagnostics: imported.diagnostics,
  };
}
