/** Compares recorded calls with their course on a new version of their flow. */
import { findRequiredParams, maskUrl, runnable } from '../../call/index.ts';
import type { RunnableFlow } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import type { Simulation } from '../testkit/index.ts';
import type { RecordedCall, Recording } from '../recording/index.ts';
import { playDeeds, observePauses, listDeeds } from './caller.ts';
import { exportScenario } from './export.ts';
import { findParting, toPlainTrace } from './plain-trace.ts';
import { readSingleSuite } from './run-text.ts';
import { renderParting } from './remarks.ts';
import { isRetracedBy, retrace } from './retrace.ts';
import { chooseParams, chooseSettings } from './settings.ts';
import { tellCall } from './tell-call.ts';
import type { Telling, Told } from './tell-call.ts';

/** The first difference of a call. */
export interface Difference {
  /**
   * Step of the first difference: in the recorded version, or in the new one if its call continues for longer. For a
   * call that would end differently, the step that decides this.
   */
  step: string;
  /** Absent if the recorded call had ended. */
  before?: Told;
  after?: Told;
}

/** Result for one call. */
export type Verdict = { call: string } & (
  | { kind: 'same'; isMadeUp: boolean }
  /** hears: only the prompts differ. ends: the end differs: outcomes, reason, last step, or called parties. */
  | { kind: 'hears' | 'ends'; isMadeUp: boolean; difference: Difference }
  /** The call could not be replayed. */
  | { kind: 'unknown'; code: Obstacle; why: string }
);

/** Why a call could not be replayed. */
export type Obstacle =
  /** The version on which it started is no longer stored. */
  | 'version_gone'
  | 'not_ended'
  /** The new version needs a parameter with which the call was not started. */
  | 'params_missing'
  /** Its own version does not reproduce its trace. */
  | 'not_reproduced'
  /** The new version sends a request whose response is unknown. */
  | 'response_unknown';

/** Previews every call of a recording on a new version, one after the other. */
export function* previewCalls({ calls, flows }: Recording, flow: CompiledFlow): Generator<Verdict> {
  const ready = createFlowCache();
  for (const call of calls) {
    const own = flows.get(call.flow.version);
    const judgement = judgeUnlessObstructed(call, own, { flow, ready });
    yield { call: call.id, ...judgement };
  }
}

function judgeUnlessObstructed(
  call: RecordedCall,
  own: CompiledFlow | undefined,
  { flow, ready }: Omit<Versions, 'own'>,
): Judgement {
  if (own === undefined)
    return toUnknown('version_gone', 'the version on which it started is no longer stored');
  return findObstacle(call, own, flow) ?? judgeCall(call, { own, flow, ready });
}

type Judgement = Verdict extends infer Kind ? (Kind extends Verdict ? Omit<Kind, 'call'> : never) : never;

/** The version of the call, the new one, and the preparation of flows. */
interface Versions {
  own: CompiledFlow;
  flow: CompiledFlow;
  ready: typeof runnable;
}

/** Compares the versions event by event first, which is exact. Only if they differ, both are simulated. */
function judgeCall(call: RecordedCall, versions: Versions): Judgement {
  const { own, flow, ready } = versions;
  const begun = { ...call, params: chooseParams(own, call) };
  const { steps, lost } = retrace(ready(own, chooseSettings(own, call.env).values), begun);
  const isMadeUp = steps.some((step) => step.isMadeUp);
  if (lost !== undefined)
    return own.version === flow.version
      ? { kind: 'same', isMadeUp }
      : toUnknown('not_reproduced', `its own version does not reproduce its trace at "${lost.event.type}"`);
  const isSame = isRetracedBy(ready(flow, chooseSettings(flow, call.env).values), begun, steps);
  return isSame ? { kind: 'same', isMadeUp } : simulateCall(call, versions);
}

function simulateCall(call: RecordedCall, { own, flow, ready }: Versions): Judgement {
  const { text, replayed, madeUp } = exportScenario(call, own, { keepNumbers: true, ready });
  if (replayed.parting !== undefined) return toUnknown('not_reproduced', renderParting(replayed.parting));
  const { suite, scenario } = readSingleSuite(text, own, ready);
  const { start } = scenario;
  const deeds = observePauses(suite.flow, start, listDeeds(scenario));
  const recorded = toPlainTrace(call);
  const goesAsRecorded = ({ record, trace }: Simulation) =>
    findParting(recorded, toPlainTrace({ ...record, trace })) === undefined;
  const adapted = playDeeds(suite.flow, start, { deeds, pace: 'adapted' });
  const pace = goesAsRecorded(adapted) ? 'adapted' : 'literal';
  const before = pace === 'adapted' ? adapted : playDeeds(suite.flow, start, { deeds, pace });
  const after = playDeeds(ready(flow, chooseSettings(flow, call.env).values), start, { deeds, pace });
  return compareCalls({ before, after, own, flow }, madeUp.length > 0);
}

function findObstacle(call: RecordedCall, own: CompiledFlow, flow: CompiledFlow): Judgement | undefined {
  if (call.endedAt === undefined) return toUnknown('not_ended', 'it has not ended yet');
  if (own.version === flow.version) return undefined;
  const missing = findRequiredParams(flow).filter((name) => !Object.hasOwn(call.params ?? {}, name));
  if (missing.length === 0) return undefined;
  const why = `the new version needs the parameter ${missing.join(', ')}, which the call was not started with`;
  return toUnknown('params_missing', why);
}

interface Both {
  before: Simulation;
  after: Simulation;
  own: CompiledFlow;
  flow: CompiledFlow;
}

function compareCalls({ before, after, own, flow }: Both, isMadeUp: boolean): Judgement {
  const [was, is] = [tellCall(before, own.name), tellCall(after, flow.name)];
  const { unanswered } = after.web;
  const first = findFirstDifference(was.told, is.told);
  if (unanswered !== undefined && (first?.after?.at ?? Infinity) > unanswered.at)
    return toUnknown(
      'response_unknown',
      `the new version sends ${unanswered.method} ${maskUrl(unanswered.url)}, whose response is unknown`,
    );
  if (!isEndAlike(was, is)) return { kind: 'ends', isMadeUp, difference: findEndDifference(was, is) };
  return first === undefined ? { kind: 'same', isMadeUp } : { kind: 'hears', isMadeUp, difference: first };
}

/** Returns the first difference of two calls that end differently, regardless of prompts. */
function findEndDifference(was: Telling, is: Telling): Difference {
  const deeds = ({ told }: Telling) => told.filter(({ kind }) => kind !== 'hears');
  const last = ({ lastStep }: Telling): Told => ({
    at: 0,
    step: lastStep,
    kind: 'ends',
    text: `last step ${lastStep}`,
  });
  return (
    findFirstDifference(deeds(was), deeds(is)) ?? { step: was.lastStep, before: last(was), after: last(is) }
  );
}

function findFirstDifference(was: readonly Told[], is: readonly Told[]): Difference | undefined {
  for (let index = 0; index < Math.max(was.length, is.length); index += 1) {
    const [before, after] = [was[index], is[index]];
    if (before?.kind === after?.kind && before?.text === after?.text) continue;
    const step = before?.step ?? after?.step ?? '';
    return { step, ...(before && { before }), ...(after && { after }) };
  }
  return undefined;
}

function isEndAlike(was: Telling, is: Telling): boolean {
  return JSON.stringify(summarizeEnd(was)) === JSON.stringify(summarizeEnd(is));
}

function summarizeEnd({ told, lastStep, outcomes, ended }: Telling) {
  const done = told.filter(({ kind }) => kind === 'does').map(({ text }) => text);
  return { done, lastStep, outcomes, ended };
}

function toUnknown(code: Obstacle, why: string): Judgement {
  return { kind: 'unknown', code, why };
}

/** Creates a cache of prepared flows, since preparing one costs more than a call. */
function createFlowCache(): typeof runnable {
  const known = new Map<string, RunnableFlow>();
  return (flow: CompiledFlow, env?: Record<string, string>) => {
    const name = JSON.stringify([flow.version, env ?? {}]);
    const ready = known.get(name) ?? runnable(flow, env);
    known.set(name, ready);
    return ready;
  };
}
