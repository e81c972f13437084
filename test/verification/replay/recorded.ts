/** Calls as a service would have recorded them: scenarios of flows, run in virtual time. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { findFiles, isScenarioFile, loadFlows } from '../../../src/authoring/flow-files/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import { toRecordedCall } from '../../../src/verification/recording/index.ts';
import type { RecordedCall } from '../../../src/verification/recording/index.ts';
import { beginScene, playLine, readSuite } from '../../../src/verification/testkit/index.ts';
import type {
  Scenario,
  SimulationConditions,
  SimulationOptions,
  Suite,
} from '../../../src/verification/testkit/index.ts';
import { flowOf } from '../../builders/flow.ts';

export interface Recorded {
  /** Of the scenario. */
  name: string;
  call: RecordedCall;
  flow: CompiledFlow;
}

/** A suite with the settings that stand in its file. */
interface Read {
  suite: Suite;
  env: Record<string, string>;
}

/** Every call that the scenarios under a folder tell. */
export function callsIn(folder: string): Recorded[] {
  return suitesIn(folder).flatMap(({ suite, env }) =>
    suite.scenarios.map((scenario) => record(suite, scenario, { env })),
  );
}

/** All scenario files under a folder. */
export function suitesIn(folder: string): Read[] {
  const flows = new Map<string, ReturnType<typeof loadFlows>['files'][number] | undefined>();
  const flowAt = (path: string) => {
    if (!flows.has(path)) flows.set(path, loadFlows([path]).files[0]);
    return flows.get(path);
  };
  return findFiles([folder], isScenarioFile).map((file) => {
    const text = readFileSync(file, 'utf8');
    const { suite, diagnostics } = readSuite({ file, text }, flowAt);
    if (suite === undefined)
      throw new Error(`${file}: ${diagnostics.map(({ message }) => message).join('; ')}`);
    const { env = {} } = parse(text) as { env?: Record<string, string> };
    return { suite, env };
  });
}

/** The call that a scenario tells of a flow, which may be given as text. */
export function callOf(
  source: string | CompiledFlow,
  scenarioText: string,
  { between, ...start }: Partial<SimulationOptions> & SimulationConditions = {},
): Recorded {
  const flow = typeof source === 'string' ? flowOf(source) : source;
  const { suite, diagnostics } = readSuite({ file: 'case.scenario.yaml', text: scenarioText }, () => ({
    flow,
  }));
  const [scenario] = suite?.scenarios ?? [];
  if (suite === undefined || scenario === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join('; '));
  const begun = { ...scenario, start: { ...scenario.start, ...start } };
  return record(suite, begun, { conditions: between === undefined ? {} : { between } });
}

function record(
  suite: Suite,
  scenario: Scenario,
  { env = {}, conditions }: { env?: Record<string, string>; conditions?: SimulationConditions } = {},
): Recorded {
  const scene = beginScene(suite.flow, scenario.start, conditions);
  const { call } = scene;
  for (const line of scenario.script) {
    const failure = playLine(scene, line);
    if (failure !== undefined) throw new Error(`${scenario.name}: ${failure.message}`);
  }
  call.runUntil(() => call.hasEnded, Infinity);
  const { flow } = suite.flow;
  // A service keeps the name of a carrier that is not the platform.
  const kept = { ...call.record, ...(scenario.start.carrier !== undefined && { carrier: 'office' }) };
  return { name: scenario.name, call: toRecordedCall(kept, [...call.trace], env), flow };
}
