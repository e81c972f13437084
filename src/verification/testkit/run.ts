/**
 * Runs scenarios, each on a simulated call, and returns their results as data. A move lets time pass until it can be
 * made, but no longer than a person waits. A move that fails returns a miss with its reason.
 */
import { BRIDGE_LIMIT, LIMIT } from '../../call/index.ts';
import type { RunnableFlow, TraceEntry } from '../../call/index.ts';
import type { Span } from '../../language/diagnostics/index.ts';
import type { CompiledFlow, StepInfo } from '../../language/model/index.ts';
import type { Case, Move, Scenario, ScriptLine, Suite } from './scenario.ts';
import type { Miss, Scene, MovesOf } from './scene.ts';
import { simulate } from './simulate.ts';
import type { PlayedCall, Simulation } from './simulation.ts';
import type { SimulationConditions, SimulationOptions } from './simulation-options.ts';
import { tellStory } from './story.ts';
import { findUnanswered } from './web-moves.ts';
import type { StoryLine } from './story.ts';
import { callerMoves } from './caller-moves.ts';
import { expectations, neverEnded } from './expectations.ts';
import { hearingMoves } from './hearing-moves.ts';
import { findUnkeptPromise } from './promises.ts';

/** Reason and position of a failure. */
export interface Failure extends Miss {
  /** The line of the script; the last one if the call failed after it. */
  span: Span;
  /** ms since the epoch. */
  at: number;
  /** Current step of the call, with its line in the flow file or in an imported file. */
  step?: { name: string; verb: string; line: number; file?: string };
}

interface CaseResult {
  file: string;
  flowFile: string;
  name: string;
  /** Position of the scenario's name. */
  span: Span;
  /** Start and end of the call in virtual time, ms since the epoch. */
  startedAt: number;
  endedAt: number;
  failure?: Failure;
  /** The call up to the failure; rendered on demand. */
  readonly story: StoryLine[];
  /** Trace of the call. */
  trace: readonly TraceEntry[];
}

/** A result as plain data, for other threads and programs. Only failures have a story. */
export type CaseReport = Omit<CaseResult, 'trace'>;

/** Converts a result to plain data. */
export function toReport(result: CaseResult): CaseReport {
  const { file, flowFile, name, span, startedAt, endedAt, failure } = result;
  const common = { file, flowFile, name, span, startedAt, endedAt };
  return failure === undefined ? { ...common, story: [] } : { ...common, failure, story: result.story };
}

/** Runs cases one after another, each when its result is requested. */
export function* runCases(cases: readonly Case[]): Generator<CaseResult, void> {
  for (const { suite, scenario } of cases) yield runScenario(suite, scenario);
}

/** Runs one scenario on a simulated call. */
export function runScenario(suite: Suite, scenario: Scenario): CaseResult {
  const flow = scenario.flow ?? suite.flow;
  return playOn(simulate(flow, scenario.start), suite, scenario);
}

/** Plays the script of a scenario on a call that has just started. */
export function playOn(
  call: PlayedCall,
  { file, flowFile, flow: runnable }: Suite,
  scenario: Scenario,
): CaseResult {
  const { flow } = scenario.flow ?? runnable;
  const scene = createScene(call, flow);
  const failure = playScript(scene, scenario);
  return {
    file,
    flowFile,
    name: scenario.name,
    span: scenario.span,
    startedAt: call.record.startedAt,
    endedAt: call.now,
    ...(failure !== undefined && { failure }),
    get story() {
      return tellStory(call.log, flow);
    },
    trace: call.trace,
  };
}

/** Starts a call for a script. */
export function beginScene(
  runnable: RunnableFlow,
  start: SimulationOptions,
  conditions?: SimulationConditions,
): Scene & { call: Simulation } {
  return createScene(simulate(runnable, start, conditions), runnable.flow);
}

function createScene<Call extends PlayedCall>(call: Call, flow: CompiledFlow): Scene & { call: Call } {
  const acted = { plays: 0, at: call.record.startedAt };
  return { call, flow, heard: { play: 0, offset: 0 }, commands: 0, requests: 0, steps: 0, acted };
}

/** Plays one line of a script; returns the failure, if any. */
export function playLine(scene: Scene, line: ScriptLine): Failure | undefined {
  const miss = makeMove(scene, line);
  const cause = findUnanswered(scene.call) ?? miss;
  return cause && createFailure(scene, cause, line.span);
}

function playScript(scene: Scene, { script, span: whole }: Scenario): Failure | undefined {
  for (const line of script) {
    const failure = playLine(scene, line);
    if (failure !== undefined) return failure;
  }
  return playEnd(scene, script.at(-1)?.span ?? whole);
}

/** Lets the call run to its end after the last line; returns the failure, if any. */
export function playEnd(scene: Scene, last: Span): Failure | undefined {
  const miss = finishCall(scene) ?? findUnanswered(scene.call);
  return miss && createFailure(scene, miss, last);
}

function createFailure({ call, flow }: Scene, miss: Miss, span: Span): Failure {
  const name = findLastStep(call.trace, flow.name);
  const info = flow.steps[name];
  return {
    ...miss,
    span: miss.span ?? span,
    at: call.now,
    ...(info !== undefined && { step: { name, ...readStepPlace(info) } }),
  };
}

function readStepPlace({ verb, line, file }: StepInfo): Omit<NonNullable<Failure['step']>, 'name'> {
  return { verb, line, ...(file === undefined ? {} : { file }) };
}

/**
 * Returns the current step, or the last step before the end, since failures are not attributed to the finalizer. While
 * another flow runs, it is the step that runs it.
 */
function findLastStep(trace: readonly TraceEntry[], flow: string): string {
  const notes = trace.flatMap((entry) => entry.notes);
  const end = notes.findIndex(({ kind }) => kind === 'ended');
  let running = flow;
  let step = '';
  for (const note of notes.slice(0, end < 0 ? notes.length : end)) {
    if (note.kind === 'flow') running = note.name;
    else if (note.kind === 'entered' && running === flow) step = note.step;
  }
  return step;
}

const moves: MovesOf<Move['kind']> = { ...hearingMoves, ...callerMoves, ...expectations };

function makeMove(scene: Scene, move: Move): Miss | undefined {
  // The table's type guarantees the match of kind and function; TypeScript does not follow it through an index.
  const run = moves[move.kind] as (scene: Scene, move: Move) => Miss | undefined;
  return run(scene, move);
}

/**
 * Lets a call run to its end after its script. It is a miss if only the limits of the call would end it, or if the call
 * did not keep a promise of the scenario.
 */
function finishCall({ call }: Scene): Miss | undefined {
  if (!call.runUntil(() => call.hasEnded || isOnlyLimited(call), Infinity)) return neverEnded(call);
  if (call.hasEnded) return findUnkeptPromise(call);
  return {
    message: 'the script has ended but the call has not: only its limits would end it',
    hint: `end the call ${suggestEnd(call)}`,
  };
}

function suggestEnd({ line }: PlayedCall): string {
  const hangsUp = 'with "- hangs_up"';
  if (line?.state !== 'bridged') return hangsUp;
  return `${hangsUp}, or parties: { '${line.bridge ?? ''}': { answers: 2s, hangs_up: 1m } }`;
}

/** True if nothing but one of the limits would happen next. */
function isOnlyLimited(call: PlayedCall): boolean {
  const { [LIMIT]: limit = Infinity, [BRIDGE_LIMIT]: bridgeLimit = Infinity } = call.record.timers;
  return (call.nextAt() ?? 0) >= Math.min(limit, bridgeLimit);
}
