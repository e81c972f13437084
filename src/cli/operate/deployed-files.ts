/** Reads, checks and tests the local files of a deployment before anything is uploaded. */
import { relative, sep } from 'node:path';
import { toPlainDiagnostic, renderPretty } from '../../language/diagnostics/index.ts';
import {
  findFiles,
  isFlowFile,
  isScenarioFile,
  readText,
  tryReadText,
} from '../../authoring/flow-files/index.ts';
import type { NamedCapabilities } from '../../language/model/index.ts';
import { compileBundle } from '../../service/management/index.ts';
import type { BundleFiles, CompiledBundle } from '../../service/management/index.ts';
import { plainResults } from '../../verification/testkit/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { printRun } from '../author/test-report.ts';
import { runFiles } from '../author/test-run.ts';
import { Refused } from './deploy-words.ts';
import type { DeployReport } from './deploy-words.ts';

/** Files by relative path, with `/` as separator on every system, and the flows among them. */
interface ReadBundle {
  files: BundleFiles;
  bundle: CompiledBundle;
}

/**
 * Reads the flows below a path with the files that they need and their scenarios, and checks them for these carriers;
 * default: the platform. Throws a `CommandFailure`.
 */
export function readBundle(
  path: string,
  { carriers, io }: { carriers: readonly NamedCapabilities[] | undefined; io: Io },
): ReadBundle {
  const found = readFilesBelow(path);
  const bundle = compileBundle(found, carriers);
  io.err(renderPretty(bundle.diagnostics, { source: (file) => found[file], colour: io.colour }));
  if (bundle.hasErrors)
    throw new Refused('the flows have errors; nothing was deployed', {
      diagnostics: bundle.diagnostics.map(toPlainDiagnostic),
    });
  if (bundle.flows.length === 0)
    throw new CommandFailure(
      `no flow found in ${path}: a flow is a file named flow.yaml or <name>.flow.yaml`,
    );
  const needed = new Set(bundle.flows.flatMap((flow) => Object.keys(flow.files)));
  const sent = Object.entries(found).filter(([name]) => needed.has(name) || isScenarioFile(name));
  return { files: Object.fromEntries(sent), bundle };
}

function readFilesBelow(path: string): Record<string, string> {
  const found = findFiles([path], (file) => /\.(ya?ml|csv|json)$/.test(file));
  const entries = found.flatMap((file) => {
    const name = relative(path, file);
    // The compiler reports other files that a flow names and that cannot be read.
    const text = isFlowFile(file) || isScenarioFile(file) ? readText(file) : tryReadText(file);
    return text === undefined ? [] : [[(name === '' ? file : name).split(sep).join('/'), text] as const];
  });
  return Object.fromEntries(entries);
}

/** Runs the scenarios below a path; prints failures on stderr, because stdout is for the deployment. */
export function runScenarios(
  path: string,
  { isForced, io }: { isForced: boolean; io: Io },
): DeployReport['tests'] {
  const files = findFiles([path], isScenarioFile);
  const result = runFiles(files, { tags: [], isCovered: false, refusesOnly: true });
  const { broken, only } = result;
  const { cases, ...tests } = plainResults(result);
  const numbers = { passed: tests.passed, failed: tests.failed, skipped: tests.skipped };
  if (tests.failed + broken.length + only.length === 0) return numbers;
  const toStderr = (text: string) => {
    io.err(text);
  };
  printRun(result, { ...io, out: toStderr });
  if (isForced) return numbers;
  throw new Refused('scenarios failed: nothing was deployed (to deploy anyway: --force --reason "…")', {
    tests: { ...tests, cases: cases.filter(({ passed }) => !passed), only },
  });
}
