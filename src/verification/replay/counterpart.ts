/** Checks whether the position of a call in one version of a flow also exists in another. */
import { AFTER, BRIDGE_LIMIT, LIMIT } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';
import type { CompiledFlow, FlowPart, MachineState, Value } from '../../language/model/index.ts';

interface Standing {
  flow: string;
  step: string;
  /** State value, as XState writes it. */
  state: unknown;
  vars: Record<string, Value>;
  params: Record<string, Value>;
}

/** Lists the positions of a call in its flows, the running flow first. */
export function listStandings({ state, context }: CallRecord): Standing[] {
  const { flow, step, vars, params, frames } = context;
  return [{ flow, step, state, vars, params }, ...frames.toReversed()];
}

/**
 * Lists the reasons why the call could not continue on a version; empty if it could. `old` is its own version, if
 * known.
 */
export function findObstacles(
  standing: Standing,
  old: CompiledFlow | undefined,
  flow: CompiledFlow,
): string[] {
  const part = findPart(flow, standing.flow);
  if (part === undefined) return [`the flow ${standing.flow} is no longer used`];
  const was = old && findPart(old, standing.flow);
  const place = findPlaceObstacles(standing, was, part);
  return [...place, ...findValueObstacles(standing, part)];
}

/** Lists pending deadlines that the other version does not have. */
export function findDeadlineObstacles({ timers, held, context }: CallRecord, flow: CompiledFlow): string[] {
  const part = findPart(flow, context.flow);
  if (part === undefined) return [];
  const known = new Set(listDeadlines(part.machine, []));
  return Object.keys({ ...timers, ...held })
    .filter((name) => name.startsWith(AFTER) && !known.has(name))
    .map(
      (name) =>
        `the deadline ${renderDeadline(name)} of step ${context.step} does not exist in the new version`,
    );
}

/** Returns when a call reaches its limits at the latest, unless it is bridged again, ms since the epoch. */
export function latestEnd({ timers, limitLeftMs = 0 }: CallRecord): number | undefined {
  const { [LIMIT]: limit, [BRIDGE_LIMIT]: bridgeLimit } = timers;
  return limit ?? (bridgeLimit === undefined ? undefined : bridgeLimit + limitLeftMs);
}

function findPlaceObstacles({ step, state }: Standing, was: FlowPart | undefined, is: FlowPart): string[] {
  const [before, after] = [was?.steps[step], is.steps[step]];
  if (after === undefined && step !== '') return [`there is no step ${step}`];
  if (before !== undefined && after !== undefined && before.verb !== after.verb)
    return [`step ${step} is ${after.verb} and was ${before.verb}`];
  const lost = listStatePaths(state).find((path) => !isRestingPlace(is.machine, path));
  return lost === undefined
    ? []
    : [`step ${step} does not wait at ${lost.slice(1).join('.') || lost.join('.')}`];
}

function findValueObstacles({ vars, params }: Standing, is: FlowPart): string[] {
  const changed = Object.entries(vars).flatMap(([name, value]) => {
    const declared = is.vars[name];
    if (declared === undefined) return [`there is no variable ${name}`];
    return typeof value === typeof declared.initial ? [] : [`the variable ${name} is ${declared.type}`];
  });
  const missing = Object.entries(is.params)
    .filter(([name, { default: value }]) => value === undefined && !Object.hasOwn(params, name))
    .map(([name]) => `it needs the parameter ${name}`);
  return [...changed, ...missing];
}

function findPart(flow: CompiledFlow, name: string): FlowPart | undefined {
  return flow.name === name ? flow : flow.flows[name];
}

/** `{ main: 'listening' }` → main, listening; several where states are current at once. */
function listStatePaths(state: unknown): string[][] {
  if (typeof state === 'string') return [[state]];
  return Object.entries((state ?? {}) as Record<string, unknown>).flatMap(([name, below]) => {
    const paths = listStatePaths(below);
    return paths.length === 0 ? [[name]] : paths.map((path) => [name, ...path]);
  });
}

function isRestingPlace(machine: MachineState, path: readonly string[]): boolean {
  const state = path.reduce<MachineState | undefined>((at, name) => at?.states?.[name], machine);
  return state !== undefined && state.states === undefined;
}

/** Lists the names of all deadlines; XState builds them from the id of a state and the key of its delay. */
function listDeadlines(state: MachineState, path: readonly string[], root = state.id ?? ''): string[] {
  const id = state.id ?? [root, ...path].join('.');
  const own = Object.keys(state.after ?? {}).map((delay) => `${AFTER}${delay}.${id}`);
  const below = Object.entries(state.states ?? {});
  return [...own, ...below.flatMap(([name, inner]) => listDeadlines(inner, [...path, name], root))];
}

/** `xstate.after.no_input.front-desk.main.listening` → no_input. */
function renderDeadline(name: string): string {
  const delay = name.slice(AFTER.length).split('.', 1)[0] ?? '';
  return /^\d+$/.test(delay) ? `of ${Number(delay) / 1_000} s` : delay;
}
