/** An author's edits of a flow, made on its chart: a step inserted, removed or renamed with all that leads to it. */
import type {
  Flowchart,
  FlowchartStep,
  FlowchartTarget,
  FlowchartWay,
} from '../../../src/authoring/flowchart/index.ts';

const NEW = 'new_step';

/**
 * Inserts a `set` behind a step, below it in the file, on its `next` or else on the first answer that leads to a step. A step
 * that ends the call has nothing behind it: undefined.
 */
export function insertBehind(chart: Flowchart, id: string): Flowchart | undefined {
  const step = chart.steps.find((one) => one.id === id);
  const way = step && findOnward(step);
  if (step === undefined || way === undefined) return undefined;
  const isMoved = (one: FlowchartWay) =>
    one === way || (one.kind === way.kind && one.kind !== 'choice' && isSame(one.to, way.to));
  const changed = {
    ...step,
    ways: step.ways.map((one) => (isMoved(one) ? { ...one, to: { step: NEW } } : one)),
  };
  const added: FlowchartStep = {
    id: NEW,
    verb: 'set',
    line: step.line + 1,
    waits: 'nothing',
    road: step.road,
    ways: [{ code: 'done', kind: 'next', to: way.to, isUnhandled: false }],
  };
  return { ...chart, steps: chart.steps.flatMap((one) => (one === step ? [changed, added] : [one])) };
}

/** Removes a step; what led there leads to where it went on. */
export function remove(chart: Flowchart, id: string): Flowchart {
  const step = chart.steps.find((one) => one.id === id);
  const onward = (step && findOnward(step)?.to) ?? { word: 'hangup' };
  const steps = chart.steps.filter((one) => one !== step);
  const redirect = (to: FlowchartTarget, from?: string): FlowchartTarget => {
    if (!('step' in to) || to.step !== id) return to;
    return 'step' in onward && onward.step === from ? { word: 'repeat' } : onward;
  };
  const nameOf = (name: string | undefined) => {
    const to = redirect({ step: name ?? '' });
    return 'step' in to ? to.step : undefined;
  };
  const { entry, errorStep, endStep, always, ...others } = chart;
  const [newError, newEnd] = [nameOf(errorStep), nameOf(endStep)];
  return {
    ...others,
    // A call begins with the first step of the file.
    entry: entry === id ? (steps[0]?.id ?? '') : entry,
    ...(errorStep !== undefined && newError !== undefined && { errorStep: newError }),
    ...(endStep !== undefined && newEnd !== undefined && { endStep: newEnd }),
    always: always.map((one) => ({ ...one, to: redirect(one.to) })),
    steps: steps.map((one) => ({
      ...one,
      ways: one.ways.map((way) => ({ ...way, to: redirect(way.to, one.id) })),
    })),
  };
}

/** Renames a step everywhere. */
export function rename(chart: Flowchart, id: string, name: string): Flowchart {
  const renamed = (one: string) => (one === id ? name : one);
  const toRenamed = (to: FlowchartTarget) => ('step' in to ? { step: renamed(to.step) } : to);
  const { errorStep, endStep } = chart;
  return {
    ...chart,
    entry: renamed(chart.entry),
    ...(errorStep !== undefined && { errorStep: renamed(errorStep) }),
    ...(endStep !== undefined && { endStep: renamed(endStep) }),
    always: chart.always.map((one) => ({ ...one, to: toRenamed(one.to) })),
    steps: chart.steps.map((one) => ({
      ...one,
      id: renamed(one.id),
      ways: one.ways.map((way) => ({ ...way, to: toRenamed(way.to) })),
    })),
  };
}

/** Returns the way on which an author goes on: `next`, else the first routed way to a step. */
function findOnward({ ways }: FlowchartStep): FlowchartWay | undefined {
  const routed = ways.filter(({ isUnhandled }) => !isUnhandled);
  return routed.find(({ kind }) => kind === 'next') ?? routed.find(({ to }) => 'step' in to);
}

function isSame(one: FlowchartTarget, other: FlowchartTarget): boolean {
  return 'step' in one
    ? 'step' in other && one.step === other.step
    : 'word' in other && one.word === other.word;
}
