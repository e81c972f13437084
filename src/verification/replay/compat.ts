/**
 * Checks which calls could continue on another version of their flow. No call is moved: each ends on its own version
 * (R7).
 */
import type { CallRecord } from '../../call/index.ts';
import type { CompiledFlow, FlowPart, MachineState } from '../../language/model/index.ts';
import { findDeadlineObstacles, findObstacles, latestEnd, listStandings } from './counterpart.ts';
import { formatCount, joinFirst } from '../../language/text/index.ts';

interface StepCompat {
  /** Name in the old version; `flow.step` in a called flow. */
  step: string;
  verb: string;
  /** Live calls, or states, that have a counterpart. */
  could: string[];
  /** Those without a counterpart, by reason. */
  couldNot: { why: string; those: string[] }[];
}

/** Result of a check. */
export interface Compat {
  /** Subject of the check: live calls, or the states of the old version. */
  of: 'calls' | 'states';
  could: number;
  couldNot: number;
  /** In the order of the flow. */
  steps: StepCompat[];
  /** Live calls of the flow on other versions than the requested one. */
  elsewhere?: number;
  /** Latest end of the calls, ms since the epoch, unless one is bridged again. */
  drainedBy?: number;
}

/** Checks live calls one by one. */
export class CallsCompat {
  readonly #flow: CompiledFlow;
  readonly #steps = new Steps();
  #drainedBy: number | undefined;
  #elsewhere = 0;

  constructor(flow: CompiledFlow) {
    this.#flow = flow;
  }

  /** Adds a live call; `old` is its version, if known. */
  add(record: CallRecord, old: CompiledFlow | undefined): void {
    const { flow, step } = record.context;
    const part = old?.name === flow ? old : old?.flows[flow];
    const found = listStandings(record).flatMap((standing) => findObstacles(standing, old, this.#flow));
    const why = [...found, ...(found.length === 0 ? findDeadlineObstacles(record, this.#flow) : [])];
    const place = {
      step: flow === record.flow.name ? step : `${flow}.${step}`,
      verb: part?.steps[step]?.verb ?? '?',
    };
    this.#steps.add(place, record.id, why);
    const by = latestEnd(record);
    if (by !== undefined) this.#drainedBy = Math.max(this.#drainedBy ?? 0, by);
  }

  /** Counts a call on another version. */
  addElsewhere(): void {
    this.#elsewhere += 1;
  }

  /** Returns the result so far. */
  get found(): Compat {
    return {
      of: 'calls',
      ...this.#steps.counted,
      elsewhere: this.#elsewhere,
      ...(this.#drainedBy !== undefined && { drainedBy: this.#drainedBy }),
    };
  }
}

/** Checks every state of the old version in which a call can wait. */
export function checkStates(old: CompiledFlow, flow: CompiledFlow): Compat {
  const steps = new Steps();
  for (const part of [old, ...Object.values(old.flows)])
    for (const [step, { verb }] of Object.entries(part.steps))
      for (const resting of listRestingStates(part.machine.states?.[step])) {
        const why = findObstacles(createStanding(part, step, resting), old, flow);
        const name = part === old ? step : `${part.name}.${step}`;
        steps.add({ step: name, verb }, resting, why);
      }
  return { of: 'states', ...steps.counted };
}

function createStanding(part: FlowPart, step: string, resting: string) {
  const below = resting
    .split('.')
    .reduceRight<unknown>((inner, name) => (inner === undefined ? name : { [name]: inner }), undefined);
  const vars = Object.fromEntries(Object.entries(part.vars).map(([name, { initial }]) => [name, initial]));
  const params = Object.fromEntries(
    Object.entries(part.params).map(([name, { default: value = '' }]) => [name, value]),
  );
  return { flow: part.name, step, state: { [step]: below }, vars, params };
}

function listRestingStates(state: MachineState | undefined, path: readonly string[] = []): string[] {
  if (state === undefined) return [];
  const below = Object.entries(state.states ?? {});
  if (below.length > 0) return below.flatMap(([name, inner]) => listRestingStates(inner, [...path, name]));
  const waits = Object.keys({ ...state.on, ...state.after }).length > 0;
  return waits && path.length > 0 ? [path.join('.')] : [];
}

class Steps {
  readonly #steps = new Map<string, StepCompat>();

  add({ step, verb }: Pick<StepCompat, 'step' | 'verb'>, one: string, why: readonly string[]): void {
    const known = this.#steps.get(step) ?? { step, verb, could: [], couldNot: [] };
    this.#steps.set(step, known);
    if (why.length === 0) known.could.push(one);
    for (const reason of why.slice(0, 1)) {
      const group = known.couldNot.find((other) => other.why === reason);
      if (group === undefined) known.couldNot.push({ why: reason, those: [one] });
      else group.those.push(one);
    }
  }

  get counted(): Pick<Compat, 'could' | 'couldNot' | 'steps'> {
    const steps = [...this.#steps.values()];
    const without = steps.flatMap(({ couldNot }) => couldNot.flatMap(({ those }) => those));
    return {
      could: steps.reduce((sum, { could }) => sum + could.length, 0),
      couldNot: without.length,
      steps,
    };
  }
}

/** Maximum number of listed calls; the JSON contains all. */
const SHOWN = 5;

/** Renders the result as a table of steps. */
export function renderCompat(compat: Compat): string {
  const { of, could, couldNot, steps, elsewhere = 0, drainedBy } = compat;
  const width = Math.max(4, ...steps.map(({ step, verb }) => step.length + verb.length + 3));
  const lines = [
    `${could} of ${countOf(of, could + couldNot)} could continue${steps.length === 0 ? '' : ':'}`,
    ...steps.flatMap((step) => renderStep(step, width)),
    ...(elsewhere === 0 ? [] : ['', `${countOf(of, elsewhere)} of the flow on other versions`]),
    ...(drainedBy === undefined ? [] : ['', renderDrained(drainedBy)]),
  ];
  return `${lines.join('\n')}\n`;
}

function countOf(of: Compat['of'], count: number): string {
  return of === 'calls'
    ? formatCount(count, 'live call')
    : formatCount(count, 'place where a call can rest', 'places where a call can rest');
}

function renderStep({ step, verb, could, couldNot }: StepCompat, width: number): string[] {
  const without = couldNot.reduce((sum, { those }) => sum + those.length, 0);
  return [
    `  ${`${step} (${verb})`.padEnd(width)}  ${String(could.length).padStart(5)} could  ${String(without).padStart(5)} could not`,
    ...couldNot.map(({ why, those }) => `    ${those.length}: ${why}  (${joinFirst(those, SHOWN)})`),
  ];
}

function renderDrained(by: number): string {
  const time = new Date(by).toISOString().slice(0, 19);
  return `Without intervention, the last call reaches its limits at ${time}Z, or later if it is bridged again.`;
}
