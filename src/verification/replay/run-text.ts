/** Runs a generated scenario file. */
import type { runnable } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { beginScene, playLine, readSuite } from '../testkit/index.ts';
import type { Failure, Scenario, ScriptLine, Simulation, Suite } from '../testkit/index.ts';

/** State of a call after a line of the script. */
interface Passed {
  entries: number;
  /** Virtual time, ms since the epoch. */
  now: number;
  /** Number of acts of the caller so far. */
  acts: number;
  /** Duration of the line if it is a pause, ms; otherwise 0. */
  pausedMs: number;
}

/** A call that has followed a script. */
export interface Run {
  call: Simulation;
  /** State before the first line, and after each line that was played. */
  lines: Passed[];
  /** Reason why a line failed. */
  failure?: Failure;
}

const ONLY_WATCHES = ['hears', 'waits'];

/** Reads the only scenario of a generated file. Throws if it is not valid. */
export function readSingleSuite(
  text: string,
  flow: CompiledFlow,
  ready: typeof runnable,
): { suite: Suite; scenario: Scenario } {
  const { suite, diagnostics } = readSuite({ file: 'recorded.scenario.yaml', text }, () => ({ flow }), ready);
  const [scenario] = suite?.scenarios ?? [];
  if (suite === undefined || scenario === undefined)
    throw new Error(
      `a recorded call made a scenario with errors: ${diagnostics.map(({ message }) => message).join('; ')}`,
    );
  return { suite, scenario };
}

/** Runs a scenario to the end of the call, regardless of its expectations. */
export function runText(text: string, flow: CompiledFlow, ready: typeof runnable): Run {
  const { suite, scenario } = readSingleSuite(text, flow, ready);
  const scene = beginScene(suite.flow, scenario.start);
  const { call } = scene;
  const lines: Passed[] = [{ entries: call.trace.length, now: call.now, acts: 0, pausedMs: 0 }];
  let failure: Failure | undefined;
  for (const line of scenario.script) {
    failure = playLine(scene, line);
    if (failure !== undefined) break;
    const acts = (lines.at(-1)?.acts ?? 0) + (isAct(line) ? 1 : 0);
    const pausedMs = line.kind === 'waits' ? line.ms : 0;
    lines.push({ entries: call.trace.length, now: call.now, acts, pausedMs });
  }
  call.runUntil(() => call.hasEnded, Infinity);
  return { call, lines, ...(failure && { failure }) };
}

function isAct({ kind }: ScriptLine): boolean {
  return !ONLY_WATCHES.includes(kind) && !kind.startsWith('expects_');
}
