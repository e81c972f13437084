/**
 * A call that a test makes is a scenario which is written while it runs: each line is read as a line of a scenario file
 * is, with the same checks, so what the one can say the other can say too.
 */
import type { Line, Scenario as Source, ScenarioFile } from '../../../schemas/types/scenario.ts';
import type { RunnableFlow } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { readSuite } from '../testkit/index.ts';
import type { Scenario, ScriptLine } from '../testkit/index.ts';
import { FlowTestError } from './errors.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';

/** Everything that a scenario file says about a call before its script. */
export type Given = Omit<Source, 'name' | 'script' | 'each' | 'only' | 'skip' | 'tags'>;

/** A flow, and how it is made ready to run with its settings. */
export interface Playable {
  flow: CompiledFlow;
  ready: (flow: CompiledFlow, env?: Record<string, string>) => RunnableFlow;
}

/** Any line that stands in every script's way. */
const NOTHING: Line = { waits: '0s' };

/** Reads the start of a call. Throws if it is not valid. */
export function readStart(
  playable: Playable,
  given: Given,
): { flow: RunnableFlow; start: Scenario['start'] } {
  const { flow, scenario } = readOneLine(playable, given, NOTHING);
  return { flow, start: scenario.start };
}

/** One line of a script. Throws what is wrong with it. */
export function readLine(playable: Playable, given: Given, line: Line): ScriptLine {
  const [first] = readOneLine(playable, given, line).scenario.script;
  if (first === undefined) throw new FlowTestError('the line says nothing');
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

/** Renders problems of a line of a test, which has no file to show. */
function renderDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ message, hint }) => (hint === undefined ? message : `${message}\n  ${hint}`))
    .join('\n');
}
