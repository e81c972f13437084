/** Compares recorded calls with their course on a new version of their flow. */
import { neededParams, shownUrl, runnable } from '../../call/index.ts';
import type { RunnableFlow } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import type { Simulation } from '../testkit/index.ts';
import type { RecordedCall, Recording } from '../recording/index.ts';
import { gone, observed } from './caller.ts';
import { deedsOf } from './deeds.ts';
import { exportScenario } from './export.ts';
import { partingOf, plainTrace } from './plain-trace.ts';
import { suiteOf } from './run-text.ts';
import { partingInWords } from './remarks.ts';
import { isRetracedBy, retrace } from './retrace.ts';
import { paramsFor, settingsFor } from './settings.ts';
import { tellingOf } from './told.ts';
import type { Telling, Told } from './told.ts';

/** The first difference of a call. */
export interface Difference {
  /**
   * First step at which it is noticed: of the recorded version, or of the new one if the call would go on for longer. For
   * a call that would end differently, the step where that is decided.
   */
  step: string;
  /** Absent: there was nothing more. */
  before?: Told;
  after?: Told;
}

/** Result for one call. */
export type Verdict = { call: string } & (
  | { kind: 'same'; isMadeUp: boolean }
  /** hears: only what is said differs. ends: it would end differently: outcomes, reason, last step, or who is rung. */
  | { kind: 'hears' | 'ends'; isMadeUp: boolean; difference: Difference }
  /** The call could not be replayed. */
  | { kind: 'unknown'; why: string }
);

/** Goes through every call of a recording on a new version, one after the other. */
export function* preview({ calls, flows }: Recording, flow: CompiledFlow): Generator<Verdict> {
  const ready = remembering();
  for (const call of calls) {
    const own = flows.get(call.flow.version);
    const because = unknownBecause(call, own, flow);
    yield {
      call: call.id,
      ...(own && !because ? judged(call, { own, flow, ready }) : unknown(because ?? FORGOTTEN)),
    };
  }
}

type Judgement = Verdict extends infer Kind ? (Kind extends Verdict ? Omit<Kind, 'call'> : never) : never;

/** The version of the call, the new one, and what makes them ready. */
interface Versions {
  own: CompiledFlow;
  flow: CompiledFlow;
  ready: typeof runnable;
}

/**
 * Compares exactly first: if the new version does the same at each recorded event, no simulation is needed. Otherwise both
 * versions are simulated.
 */
function judged(call: RecordedCall, versions: Versions): Judgement {
  const { own, flow, ready } = versions;
  const begun = { ...call, params: paramsFor(own, call) };
  const { steps, lost } = retrace(ready(own, settingsFor(own, call.env).values), begun);
  const isMadeUp = steps.some((step) => step.isMadeUp);
  if (lost !== undefined)
    return own.version === flow.version
      ? { kind: 'same', isMadeUp }
      : unknown(`its own version does not do what its trace says at "${lost.event.type}"`);
  const isSame = isRetracedBy(ready(flow, settingsFor(flow, call.env).values), begun, steps);
  return isSame ? { kind: 'same', isMadeUp } : simulated(call, versions);
}

function simulated(call: RecordedCall, { own, flow, ready }: Versions): Judgement {
  const { text, replayed, madeUp } = exportScenario(call, own, { keepNumbers: true, ready });
  if (replayed.parting !== undefined) return unknown(partingInWords(replayed.parting));
  const { suite, scenario } = suiteOf(text, own, ready);
  const { start } = scenario;
  const deeds = observed(suite.flow, start, deedsOf(scenario));
  const recorded = plainTrace(call);
  const goesAsRecorded = ({ record, trace }: Simulation) =>
    partingOf(recorded, plainTrace({ ...record, trace })) === undefined;
  const adapted = gone(suite.flow, start, { deeds, pace: 'adapted' });
  const pace = goesAsRecorded(adapted) ? 'adapted' : 'literal';
  const before = pace === 'adapted' ? adapted : gone(suite.flow, start, { deeds, pace });
  const after = gone(ready(flow, settingsFor(flow, call.env).values), start, { deeds, pace });
  return compared({ before, after, own, flow }, madeUp.length > 0);
}

const FORGOTTEN = 'the version on which it started is no longer stored';

function unknownBecause(
  call: RecordedCall,
  own: CompiledFlow | undefined,
  flow: CompiledFlow,
): string | undefined {
  if (own === undefined) return FORGOTTEN;
  if (call.endedAt === undefined) return 'it has not ended yet';
  if (own.version === flow.version) return undefined;
  const missing = neededParams(flow).filter((name) => !Object.hasOwn(call.params ?? {}, name));
  if (missing.length === 0) return undefined;
  return `the new version needs the parameter ${missing.join(', ')}, which the call was not started with`;
}

interface Both {
  before: Simulation;
  after: Simulation;
  own: CompiledFlow;
  flow: CompiledFlow;
}

function compared({ before, after, own, flow }: Both, isMadeUp: boolean): Judgement {
  const [was, is] = [tellingOf(before, own.name), tellingOf(after, flow.name)];
  const { unanswered } = after.web;
  const first = firstDifference(was.told, is.told);
  if (unanswered !== undefined && (first?.after?.at ?? Infinity) > unanswered.at)
    return unknown(
      `the new version sends ${unanswered.method} ${shownUrl(unanswered.url)}, whose answer is unknown`,
    );
  if (!endsAlike(was, is)) return { kind: 'ends', isMadeUp, difference: atEnd(was, is) };
  return first === undefined ? { kind: 'same', isMadeUp } : { kind: 'hears', isMadeUp, difference: first };
}

/** Returns where two calls that end differently part, whatever is played on the way. */
function atEnd(was: Telling, is: Telling): Difference {
  const deeds = ({ told }: Telling) => told.filter(({ kind }) => kind !== 'hears');
  const last = ({ lastStep }: Telling): Told => ({
    at: 0,
    step: lastStep,
    kind: 'ends',
    text: `last step ${lastStep}`,
  });
  return firstDifference(deeds(was), deeds(is)) ?? { step: was.lastStep, before: last(was), after: last(is) };
}

function firstDifference(was: readonly Told[], is: readonly Told[]): Difference | undefined {
  for (let index = 0; index < Math.max(was.length, is.length); index += 1) {
    const [before, after] = [was[index], is[index]];
    if (before?.kind === after?.kind && before?.text === after?.text) continue;
    const step = before?.step ?? after?.step ?? '';
    return { step, ...(before && { before }), ...(after && { after }) };
  }
  return undefined;
}

function endsAlike(was: Telling, is: Telling): boolean {
  return JSON.stringify(endOf(was)) === JSON.stringify(endOf(is));
}

function endOf({ told, lastStep, outcomes, ended }: Telling) {
  const done = told.filter(({ kind }) => kind === 'does').map(({ text }) => text);
  return { done, lastStep, outcomes, ended };
}

function unknown(why: string): Judgement {
  return { kind: 'unknown', why };
}

/** Makes flows ready to run, each once for the same settings: that costs more than a call. */
function remembering(): typeof runnable {
  const known = new Map<string, RunnableFlow>();
  return (flow: CompiledFlow, env?: Record<string, string>) => {
    const name = JSON.stringify([flow.version, env ?? {}]);
    const ready = known.get(name) ?? runnable(flow, env);
    known.set(name, ready);
    return ready;
  };
}
