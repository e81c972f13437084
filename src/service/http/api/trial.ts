/** Bundles on their way in: what is wrong with them refuses the request. */
import { countFailures, renderFailures } from '../../management/index.ts';
import type { BundleFiles, TestResults } from '../../management/index.ts';
import { LONGEST_JOB_MS } from '../../build/index.ts';
import type { Trial } from '../../build/index.ts';
import { DiagnosedProblem, Problem } from '../problem.ts';
import type { ApiParts } from './parts.ts';

/** Of routes that have work done in the workshop, where one waits for one's turn. */
export const buildTimeout = { handlerTimeout: LONGEST_JOB_MS };

const NO_FLOW = 'the bundle contains no flow: a flow is a file flow.yaml or <name>.flow.yaml';

/** A bundle, and whose it is. */
interface Upload {
  project: string;
  files: BundleFiles;
}

/** What came of a bundle whose flows have no errors. Throws a `Problem` otherwise. */
export async function buildFlows(
  workshop: ApiParts['build']['workshop'],
  { project, files }: Upload,
): Promise<Trial> {
  const trial = await workshop.do(project, 'tryOut', files);
  const { versions, diagnostics, hasErrors } = trial;
  if (hasErrors) throw new DiagnosedProblem('the flows have errors; nothing was stored', diagnostics);
  if (versions.length === 0) throw new DiagnosedProblem(NO_FLOW, diagnostics);
  return trial;
}

/** The same where no scenario fails, or that is forced. */
export async function buildTestedFlows(
  workshop: ApiParts['build']['workshop'],
  handed: Upload,
  force: { reason: string } | undefined,
): Promise<Trial> {
  const trial = await buildFlows(workshop, handed);
  if (countFailures(trial.tests) > 0 && force === undefined) throw new FailedTests(trial.tests);
  return trial;
}

/** Scenarios of a bundle fail. */
class FailedTests extends Problem {
  override readonly members: { tests: TestResults };

  constructor(tests: TestResults) {
    super('tests_failed', `nothing was stored: ${renderFailures(tests)}`);
    this.members = { tests };
  }
}
