/** Chooses paths of a comparison that together enter every step that it reached, and writes them as scenarios. */
import type { Scenario } from '../../../schemas/types/scenario.ts';
import { createSuiteHead, renderSuite } from '../prove/index.ts';
import { readSuite, runScenario } from '../testkit/index.ts';
import type { Comparison, Path } from './compare.ts';
import type { FlowSide, FlowState } from './flow-side.ts';
import { toPathScenario } from './path-scenario.ts';

/** A flow as a side of a comparison, with the file that holds it and the values of its settings. */
interface CoveredFlow {
  side: FlowSide;
  file: string;
  env: Record<string, string>;
}

/** Maximum number of scenarios. */
const MAX_SCENARIOS = 20;

/** Maximum number of paths that are played as scenarios. */
const MAX_TRIALS = 60;

/** Writes scenarios that pass on the flow; undefined if there are none. */
export function writeCoveringSuite({ complete }: Comparison, covered: CoveredFlow): string | undefined {
  const left = complete.map(({ path, state }) => ({ path, entered: new Set((state as FlowState).entered) }));
  const seen = new Set<string>();
  const scenarios: Scenario[] = [];
  const passes = createTrial(covered);
  for (let trials = 0; trials < MAX_TRIALS && scenarios.length < MAX_SCENARIOS; trials += 1) {
    const gains = left.map(({ entered }) => [...entered].filter((step) => !seen.has(step)).length);
    const most = gains.reduce((one, other) => Math.max(one, other), 0);
    const [chosen] = most === 0 ? [] : left.splice(gains.indexOf(most), 1);
    if (chosen === undefined) break;
    const whole = toPathScenario(nameScenario(chosen.path, chosen.entered, scenarios.length), chosen.path);
    // Where the comparison stopped the call goes on, so that the caller has to end it.
    const cut: Scenario = { ...whole, script: [...whole.script, 'hangs_up'] };
    const scenario = (isCut(chosen.path) ? [cut, whole] : [whole]).find(passes);
    if (scenario === undefined) continue;
    for (const step of chosen.entered) seen.add(step);
    scenarios.push(scenario);
  }
  return scenarios.length === 0 ? undefined : renderSuite({ ...createSuiteHead(covered), scenarios });
}

/** Writes one path as a scenario file: what the first side did. */
export function writePathSuite(name: string, path: Path, covered: Omit<CoveredFlow, 'side'>): string {
  return renderSuite({ ...createSuiteHead(covered), scenarios: [toPathScenario(name, path)] });
}

function isCut({ effects }: Path): boolean {
  return effects.flat().some(({ kind }) => kind === 'unsupported');
}

function nameScenario({ moves }: Path, entered: ReadonlySet<string>, number: number): string {
  const last = [...entered].at(-1) ?? 'the beginning';
  const how =
    moves.length === 0 ? 'without a word' : `in ${moves.length} ${moves.length === 1 ? 'move' : 'moves'}`;
  return `${number + 1}: to ${last} ${how}`;
}

/** Returns a function that plays a scenario on the flow, and says whether it passes. */
function createTrial(covered: CoveredFlow): (scenario: Scenario) => boolean {
  const { runnable } = covered.side;
  return (scenario) => {
    const text = renderSuite({ ...createSuiteHead(covered), scenarios: [scenario] });
    const loaded = () => ({ flow: runnable.flow });
    const { suite } = readSuite({ file: 'path.scenario.yaml', text }, loaded, () => runnable);
    const [read] = suite?.scenarios ?? [];
    return suite !== undefined && read !== undefined && runScenario(suite, read).failure === undefined;
  };
}
