/**
 * A path gone once more, on a simulated call with the emulator's model of the platform and on the flow as it is. What cannot
 * be replayed is no proof.
 */
import { basename } from 'node:path';
import { stringify } from 'yaml';
import type { Note } from '../call/index.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { readSuite, runScenario } from '../testkit/index.ts';
import { alternativesOn } from './alternatives.ts';
import { partsOf } from './beginnings.ts';
import type { Edge } from './explore.ts';
import { actionsIn } from './known-values.ts';
import type { Line, ScenarioSource, SuiteSource } from './scenario-source.ts';
import { firstExamples, scenarioOf } from './script.ts';
import type { Chosen, Setting } from './script.ts';

/** What is needed to run a scenario of a flow. */
export interface Stage {
  flow: CompiledFlow;
  /** Settings without a default. */
  env: Record<string, string>;
  /** Where the flow stands. */
  file: string;
}

/** What came of it. */
export interface Replay {
  scenario: ScenarioSource;
  /** Why the simulated call did not go the same way; absent: it did. */
  differs?: string;
  /** How many places it came past in their order: steps, and failures of steps. */
  reached: number;
}

/** Simulated calls that are tried to find values with which data leads along a path. */
const MOST_TRIES = 150;

/** Goes a path again, with other values where the first ones lead elsewhere. */
export function replay(
  stage: Stage,
  path: readonly Edge[],
  about: { name: string; last?: readonly Line[] },
): Replay {
  const wanted = placesOn(path);
  const setting = settingOf(stage.flow);
  const attempt = (chosen: Chosen): Attempt => {
    const scenario = scenarioOf(about.name, path, {
      chosen,
      setting,
      ...(about.last && { last: about.last }),
    });
    return { scenario, chosen, ...run(stage, scenario, wanted) };
  };
  let best = attempt(firstExamples);
  let left = MOST_TRIES;
  while (best.differs !== undefined && best.reached < wanted.length && left > 0) {
    const before = best.reached;
    for (const chosen of alternativesOn(path, stage.flow, best.chosen)) {
      if (left <= 0) break;
      left -= 1;
      const next = attempt(chosen);
      if (next.reached > best.reached || (next.reached === best.reached && next.differs === undefined))
        best = next;
      if (best.differs === undefined) break;
    }
    if (best.reached === before) break;
  }
  const { chosen: _chosen, ...replayed } = best;
  return replayed;
}

function settingOf(flow: CompiledFlow): Setting {
  const asksWeb = partsOf(flow).some(({ machine }) =>
    actionsIn(machine).some(({ type }) => type === 'ask_web'),
  );
  return { own: new Set(Object.keys(flow.steps)), asksWeb };
}

interface Attempt extends Replay {
  chosen: Chosen;
}

function run(
  stage: Stage,
  scenario: ScenarioSource,
  wanted: readonly string[],
): Omit<Attempt, 'scenario' | 'chosen'> {
  const text = suiteText({ ...suiteHead(stage), scenarios: [scenario] });
  const { suite, diagnostics } = readSuite({ file: 'path.scenario.yaml', text }, () => ({
    flow: stage.flow,
  }));
  const [read] = suite?.scenarios ?? [];
  if (suite === undefined || read === undefined)
    return { reached: 0, differs: diagnostics[0]?.message ?? 'it is no scenario' };
  const { failure, trace } = runScenario(suite, read);
  const passed = trace.flatMap(({ notes }) => notes.flatMap(passedAt));
  const reached = wanted.findIndex((place, index) => passed[index] !== place);
  if (reached >= 0)
    return {
      reached,
      differs: `after "${wanted[reached - 1] ?? 'the beginning'}" it comes to "${passed[reached] ?? 'no step'}", not to "${wanted[reached] ?? ''}"`,
    };
  return { reached: wanted.length, ...(failure !== undefined && { differs: failure.message }) };
}

/** The places that a path comes past, in order. */
export function placesOn(path: readonly Edge[]): string[] {
  return path.flatMap(({ notes }) => notes.flatMap(passedAt));
}

/** What a call has to come past to have gone the same way: steps, and whether they could do their work. */
function passedAt(note: Note): string[] {
  if (note.kind === 'entered') return [note.step];
  return note.kind === 'failed' ? [`the failure of ${note.step}`] : [];
}

/** With what a scenario file of a flow begins; in `flow.yaml` stands the flow that is meant where none is named. */
export function suiteHead({ file, env }: Stage): Omit<SuiteSource, 'scenarios'> {
  const name = basename(file);
  return { ...(name !== 'flow.yaml' && { flow: name }), ...(Object.keys(env).length > 0 && { env }) };
}

/** A scenario file as text. */
export function suiteText(suite: SuiteSource): string {
  return stringify(suite, { lineWidth: 0, flowCollectionPadding: true });
}
