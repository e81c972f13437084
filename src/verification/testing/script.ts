/**
 * Reads the calls of tests as scenarios that are written while they run: each line is read like a line of a scenario
 * file, with the same checks and the same possibilities.
 */
import type { Line, Scenario as Source, ScenarioFile } from '../../../schemas/types/scenario.ts';
import type { RunnableFlow } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { readSuite } from '../testkit/index.ts';
import type { Scenario, ScriptLine } from '../testkit/index.ts';
import { FlowTestError } from './errors.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';

/** Everything that a scenario file says about a call, except its script. */
export type Given = Omit<Source, 'name' | 'script' | 'each' | 'only' | 'skip' | 'tags'>;

/** A flow with a function that prepares it to run. */
export interface Playable {
  flow: CompiledFlow;
  ready: (flow: CompiledFlow, env?: Record<string, string>) => RunnableFlow;
}

const NOTHING: Line = { waits: '0s' };

/** Reads the start of a call. Throws if it is not valid. */
export function readStart(
  playable: Playable,
  given: Given,
): { flow: RunnableFlow; start: Scenario['start'] } {
  const { flow, scenario } = readOneLine(playable, given, NOTHING);
  return { flow, start: scenario.start };
}

/** Reads one line of a script. Throws if it is not valid. */
export function readLine(playable: Playable, given: Given, line: Line): ScriptLine {
  const [first] = readOneLine(playable, given, line).scenario.script;
  if (first === undefined) throw new FlowTestError('the line is empty');
  return first;
}

function readOneLine({ flow, ready }: Playable, given: Given, line: Line) {
  const file: ScenarioFile = { scenarios: [{ name: flow.name, ...given, script: [line] }] };
  // JSON is YAML.
  const { suite, diagnostics } = readSuite(
    { file: flow.name, text: JSON.stringify(file) },
    () => ({ flow }),
    ready,
  );
  const [scenario] = suite?.scenarios ?? [];
  if (suite === undefined || scenario === undefined) throw new FlowTestError(renderDiagnostics(diagnostics));
  return { flow: scenario.flow ?? suite.flow, scenario };
}

/** Renders problems without positions, since a line of a test has no scenario file. */
function renderDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ message, hint }) => (hint === undefined ? message : `${message}\n  ${hint}`))
    .join('\n');
}
