/** Runs the scenario of a file that was just written. */
import type { runnable } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { beginScene, playLine, readSuite } from '../testkit/index.ts';
import type { Failure, Scenario, ScriptLine, Simulation, Suite } from '../testkit/index.ts';

/** State of a call after a line of the script. */
interface Passed {
  /** Entries of the trace. */
  entries: number;
  /** Virtual time, ms since the epoch. */
  now: number;
  /** Number of acts of the caller so far. */
  acts: number;
  /** The line was a pause of this length, ms; 0: it was none. */
  pausedMs: number;
}

/** A call that went through a script. */
export interface Run {
  call: Simulation;
  /** Before the first line, and after each line that was played. */
  lines: Passed[];
  /** Reason why a line could not be played. */
  failure?: Failure;
}

/** Lines that are no deeds. */
const ONLY_WATCHES = ['hears', 'waits'];

/** Reads the first scenario of a generated file. Throws if it is not valid. */
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

/** Runs the scenario against a flow, whatever is expected in it, to the end of the call. */
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
