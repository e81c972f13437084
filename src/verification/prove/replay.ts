/**
 * Replays paths on a simulated call with the emulator's model of the platform and the unchanged flow. A path that
 * cannot be replayed proves nothing.
 */
import { stringify } from 'yaml';
import type { RunnableFlow, TraceEntry } from '../../call/index.ts';
import { listActions, memoize } from '../../language/model/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { getFileName } from '../../language/text/index.ts';
import { readSuite, runScenario } from '../testkit/index.ts';
import { listAlternatives } from './alternatives.ts';
import { listParts } from './beginnings.ts';
import type { Edge } from './explore.ts';
import { listPassed } from './place.ts';
import type { Passed } from './place.ts';
import type { Line, Scenario, ScenarioFile } from '../../../schemas/types/scenario.ts';
import { firstExamples, createScenario } from './script.ts';
import type { Chosen, Setting } from './script.ts';

/** A flow that is ready to run scenarios. */
export interface Stage {
  flow: CompiledFlow;
  /** Settings without a default. */
  env: Record<string, string>;
  /** The flow, prepared with these settings; preparing it costs more than a call. */
  ready: RunnableFlow;
  /** Path of the flow file. */
  file: string;
  /** True if there is no time left for another call. */
  isTimeUp: () => boolean;
}

/** Options of a replay. */
export interface Going {
  name: string;
  /** Values with which other calls followed their paths, to try before others. */
  known?: readonly Chosen[];
  /** Script lines after the path. */
  last?: readonly Line[];
  /** Steps that the script names in any case. */
  shown?: readonly string[];
  /** True if services respond as slowly as allowed. */
  isSlow?: boolean;
  /**
   * Returns the reason why a call that followed the path does not show the mistake; undefined if it does. Absent if the
   * steps are enough.
   */
  lacks?: (gone: Gone) => string | undefined;
}

/** A simulated call that has followed a path. */
export interface Gone {
  trace: readonly TraceEntry[];
  /** Returns when a number of moves had been made, ms since the epoch. */
  madeAt: (moves: number) => number;
}

/** Result of a replay. */
export interface Replay {
  scenario: Scenario;
  /** Reason why the simulated call left the path; absent if it did not. */
  differs?: string;
  /** Number of positions of the path that it reached in order. */
  reached: number;
  /** All positions that it reached. */
  passed: readonly Passed[];
  /** Values that were used. */
  chosen: Chosen;
}

/** Maximum number of simulated calls to find values for a path. */
const MAX_TRIES = 150;
/** Reason why a call was not tried. */
export const TIME_UP = 'the time limit of --budget was reached';

/** Replays a path, with other values if the first ones lead elsewhere. */
export function replayPath(stage: Stage, path: readonly Edge[], going: Going): Replay {
  const places = listPositions(path, stage.flow).length;
  let best = replayWith(firstExamples, stage, { path, going });
  let left = MAX_TRIES;
  for (const chosen of listKnown(path, going.known ?? [])) {
    if (best.differs === undefined) return best;
    const next = replayWith(chosen, stage, { path, going });
    left -= 1;
    if (next.reached > best.reached || next.differs === undefined) best = next;
  }
  while (best.differs !== undefined && best.reached < places && left > 0) {
    const before = best.reached;
    for (const chosen of listAlternatives(path, stage.flow, best.chosen)) {
      if (left <= 0) break;
      if (stage.isTimeUp()) return { ...best, differs: TIME_UP };
      left -= 1;
      const next = replayWith(chosen, stage, { path, going });
      if (next.reached > best.reached || (next.reached === best.reached && next.differs === undefined))
        best = next;
      if (best.differs === undefined) break;
    }
    if (best.reached === before) break;
  }
  return best;
}

/** Lists the known values that differ from the first examples and from each other on this path. */
function listKnown(path: readonly Edge[], known: readonly Chosen[]): Chosen[] {
  const render = ({ inputs, answers }: Chosen) =>
    JSON.stringify(path.map((edge) => [inputs.get(edge), answers.get(edge)]));
  const byValues = new Map([firstExamples, ...known].map((chosen) => [render(chosen), chosen]));
  byValues.delete(render(firstExamples));
  return [...byValues.values()];
}

/** Replays a path with these values. */
export function replayWith(
  chosen: Chosen,
  stage: Stage,
  { path, going }: { path: readonly Edge[]; going: Going },
): Replay {
  const { name, last = [], shown = [], isSlow = false } = going;
  const scenario = createScenario(name, path, {
    chosen,
    setting: { ...readSetting(stage.flow), shown: new Set(shown), isSlow },
    last,
  });
  if (stage.isTimeUp()) return { scenario, chosen, reached: 0, passed: [], differs: TIME_UP };
  return { scenario, chosen, ...runScenarioOnce(stage, scenario, { path, going }) };
}

const readSetting = memoize((flow: CompiledFlow): Omit<Setting, 'isSlow' | 'shown'> => {
  const asksWeb = listParts(flow).some(({ machine }) =>
    listActions(machine).some(({ type }) => type === 'ask_web'),
  );
  return { own: new Set(Object.keys(flow.steps)), asksWeb };
});

function runScenarioOnce(
  { flow, ready, ...stage }: Stage,
  scenario: Scenario,
  { path, going }: { path: readonly Edge[]; going: Going },
): Pick<Replay, 'differs' | 'reached' | 'passed'> {
  const text = renderSuite({ ...createSuiteHead(stage), scenarios: [scenario] });
  const { suite, diagnostics } = readSuite(
    { file: 'path.scenario.yaml', text },
    () => ({ flow }),
    () => ready,
  );
  const [read] = suite?.scenarios ?? [];
  if (suite === undefined || read === undefined)
    return { reached: 0, passed: [], differs: diagnostics[0]?.message ?? 'the scenario is not valid' };
  const { failure, trace } = runScenario(suite, read);
  const timed = listTimedPositions(trace, flow);
  const passed = timed.map(({ place }) => place);
  const wanted = listPositions(path, flow);
  const reached = wanted.findIndex((place, index) => renderPosition(passed[index]) !== renderPosition(place));
  if (reached >= 0) return { reached, passed, differs: describeParting(reached, wanted, passed) };
  const madeAt = (moves: number) =>
    timed[listPositions(path.slice(0, moves), flow).length - 1]?.at ?? trace[0]?.at ?? 0;
  const differs = failure?.message ?? going.lacks?.({ trace, madeAt });
  return { reached: wanted.length, passed, ...(differs !== undefined && { differs }) };
}

function listTimedPositions(
  trace: readonly TraceEntry[],
  { name }: CompiledFlow,
): { at: number; place: Passed }[] {
  const times = trace.flatMap(({ at, notes }) => listPassed(notes, name).map(() => at));
  const places = listPassed(
    trace.flatMap(({ notes }) => notes),
    name,
  );
  return places.map((place, index) => ({ at: times[index] ?? 0, place }));
}

/** Lists the positions on a path. A call that passes the same positions followed the path. */
export function listPositions(path: readonly Edge[], { name }: CompiledFlow): Passed[] {
  return listPassed(
    path.flatMap(({ notes }) => notes),
    name,
  );
}

function describeParting(index: number, wanted: readonly Passed[], passed: readonly Passed[]): string {
  const before = renderPosition(wanted[index - 1]) ?? 'the start';
  return `after ${before}, expected ${renderPosition(wanted[index]) ?? 'nothing'}, got ${renderPosition(passed[index]) ?? 'nothing'}`;
}

function renderPosition(place: Passed | undefined): string | undefined {
  if (place === undefined) return undefined;
  const { kind, flow, step, outcome = '' } = place;
  const name = `"${step}" of flow "${flow}"`;
  return {
    entered: `step ${name}`,
    failed: `the failure of step ${name}`,
    outcome: `"${outcome}" of step ${name}`,
  }[kind];
}

/** Creates the head of a scenario file. The default file `flow.yaml` is not written. */
export function createSuiteHead({ file, env }: Pick<Stage, 'file' | 'env'>): Omit<ScenarioFile, 'scenarios'> {
  const name = getFileName(file);
  return { ...(name !== 'flow.yaml' && { flow: name }), ...(Object.keys(env).length > 0 && { env }) };
}

/** Renders a scenario file. */
export function renderSuite(suite: ScenarioFile): string {
  return stringify(suite, { lineWidth: 0, flowCollectionPadding: true, aliasDuplicateObjects: false });
}
