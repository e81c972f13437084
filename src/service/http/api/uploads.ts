/** Builds uploaded bundles and refuses those with problems. */
import { countFailures, renderFailures } from '../../management/index.ts';
import type { BundleFiles, TestResults } from '../../management/index.ts';
import { MAX_JOB_MS } from '../../build/index.ts';
import type { BuildResult } from '../../build/index.ts';
import { DiagnosedProblem, Problem } from '../problem.ts';
import type { ApiParts } from './parts.ts';

/** Timeout of routes that wait for the build worker. */
export const buildTimeout = { handlerTimeout: MAX_JOB_MS };

const NO_FLOW = 'the bundle contains no flow: a flow is a file flow.yaml or <name>.flow.yaml';

interface Upload {
  project: string;
  files: BundleFiles;
}

/** Builds a bundle. Throws a `Problem` when a flow has errors. */
export async function buildFlows(
  workshop: ApiParts['build']['workshop'],
  { project, files }: Upload,
): Promise<BuildResult> {
  const result = await workshop.do(project, 'build', files);
  const { versions, diagnostics, hasErrors } = result;
  if (hasErrors) throw new DiagnosedProblem('the flows have errors; nothing was stored', diagnostics);
  if (versions.length === 0) throw new DiagnosedProblem(NO_FLOW, diagnostics);
  return result;
}

/** Builds a bundle; also throws when a scenario fails, unless `force` is set. */
export async function buildTestedFlows(
  workshop: ApiParts['build']['workshop'],
  upload: Upload,
  force: { reason: string } | undefined,
): Promise<BuildResult> {
  const result = await buildFlows(workshop, upload);
  if (countFailures(result.tests) > 0 && force === undefined) throw new FailedTests(result.tests);
  return result;
}

class FailedTests extends Problem {
  override readonly members: { tests: TestResults };

  constructor(tests: TestResults) {
    super('tests_failed', `nothing was stored: ${renderFailures(tests)}`);
    this.members = { tests };
  }
}
