/**
 * A compiled flow made ready to run, and the one place that knows XState. Gives its semantics as two pure functions over
 * plain data: a state value and a context go in, the next ones and the timers to start and stop come out. XState's own
 * clock, actors and interpreter are not used (DESIGN: timers are stored deadlines, lookups are events).
 *
 * XState's `transition` would make an actor for each event, walking the machine from its initial state, and a snapshot
 * for each action. So the machine's own `transition` is called, with a scope that runs each action the moment XState
 * comes to it, on one draft of the context that the guards after it see (docs/performance.md).
 */
import { createEmptyActor, createMachine } from 'xstate';
import type {
  ActorScope,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventObject,
  ExecutableActionObject,
} from 'xstate';
import { createExpressions, secretNames } from '../flow/index.ts';
import type { Action, CompiledFlow, FlowPart, Guard } from '../flow/index.ts';
import type { CallContext } from './record.ts';
import type { FlowText } from './render.ts';
import { runAction } from './vocabulary/actions.ts';
import type { MachineEvent } from './vocabulary/scene.ts';
import { delayNames, delays } from './vocabulary/delays.ts';
import { guardTypes, holds } from './vocabulary/guards.ts';

/** A flow that can be run by `begin` and `advance`. Holds nothing of any call; one serves all calls on its version. */
export interface RunnableFlow {
  flow: CompiledFlow;
  /** The flow of this name among those that run together. */
  part(name: string): RunnablePart;
}

/** One of the flows that run together. */
export interface RunnablePart {
  flow: FlowPart;
  /** The first state of a call. */
  start(context: CallContext, at: number): Move;
  /** The state after an event; undefined when nothing in this state waits for it. */
  feed(state: unknown, context: CallContext, event: TimedEvent): Move | undefined;
}

/** An event with the time at which it came in, ms since the epoch. */
export type TimedEvent = MachineEvent & { at: number };

export interface Move {
  /** State value as XState writes it; survives JSON. */
  state: unknown;
  context: CallContext;
  /** The flow has come to its end. */
  done: boolean;
  /** Timers to start, with their delays in ms, and timers to stop, in order. A timer's name is the event it becomes. */
  timers: TimerChange[];
}

type TimerChange = { start: string; delayMs: number } | { stop: string };

/** The machine's context: a box, since XState copies contexts and the draft must stay one and the same. */
interface Box {
  draft: CallContext;
}

/** What is in the making while one event is applied. */
interface Work extends Box {
  text: FlowText;
  at: number;
  timers: TimerChange[];
  /** Something was done, even where the state stays the same. */
  acted: boolean;
}

/** Prepares a compiled flow with the values of its settings. Costs about as much as the flow is long; do it once per version. */
export function runnable(flow: CompiledFlow, env: Record<string, string> = {}): RunnableFlow {
  const settings = settingsOf(flow, env);
  const ready = new Map([[flow.name, runnablePart(flow, flow, settings)]]);
  return {
    flow,
    part(name) {
      const known = ready.get(name);
      if (known !== undefined) return known;
      const part = flow.flows[name];
      if (part === undefined) throw new Error(`flow "${flow.name}" has no part "${name}"`);
      const prepared = runnablePart(part, flow, settings);
      ready.set(name, prepared);
      return prepared;
    },
  };
}

function runnablePart(
  flow: FlowPart,
  { env: declared, limits }: CompiledFlow,
  env: Record<string, string>,
): RunnablePart {
  const machine = machineOf(flow);
  const names = { vars: flow.vars, params: flow.params, env: declared };
  const text: FlowText = {
    flow,
    limits,
    expressions: createExpressions(names),
    secrets: secretNames(names),
    env,
  };
  const snapshotIn = snapshots(machine);
  return {
    flow,
    start(context, at) {
      const work = begun(context, text, at);
      const first = machine.getInitialSnapshot(scopeOf(work), work.draft) as AnyMachineSnapshot;
      if (first.status === 'error') throw first.error;
      return toMove(first, work);
    },
    feed(state, context, event) {
      const work = begun(context, text, event.at);
      const before = snapshotIn(state, work);
      const after = machine.transition(before, event, scopeOf(work)) as AnyMachineSnapshot;
      return after === before && !work.acted ? undefined : toMove(after, work);
    },
  };
}

/** XState derives types from a machine's source text; ours is data, so its names are checked by our own types. */
function machineOf(flow: FlowPart): AnyStateMachine {
  const context = ({ input }: { input: CallContext }): Box => ({ draft: input });
  const machine: AnyStateMachine = createMachine({ ...flow.machine, context } as never);
  return machine.provide({
    guards: byName(
      guardTypes,
      (type) =>
        ({ context, event }: { context: Box; event: MachineEvent }, params: unknown) =>
          holds({ type, params } as Guard, context.draft, event),
    ),
    delays: byName(
      delayNames,
      (name) =>
        ({ context }: { context: Box }) =>
          delays[name](context.draft),
    ),
  } as never);
}

function byName<Name extends string>(names: Name[], make: (name: Name) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

/** Snapshots of a machine by state value; what depends only on the state is resolved once. */
function snapshots(machine: AnyStateMachine) {
  const resolved = new Map<string, AnyMachineSnapshot>();
  return (state: unknown, { draft }: Box): AnyMachineSnapshot => {
    const key = JSON.stringify(state);
    const known = resolved.get(key) ?? machine.resolveState({ value: state as never, context: {} });
    resolved.set(key, known);
    return { ...known, context: { draft } };
  };
}

/** The values that a flow's expressions read, those of the environment before the flow's own defaults. */
function settingsOf({ env }: CompiledFlow, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, declared]) => [name, given[name] ?? declared.default ?? '']),
  );
}

function begun(context: CallContext, text: FlowText, at: number): Work {
  const { commands, requests, notes } = context.out;
  const out = { commands: [...commands], requests: [...requests], notes: [...notes] };
  return { draft: { ...context, out }, text, at, timers: [], acted: false };
}

/** XState wants to know which actor it acts for; this one is none. */
const nobody = createEmptyActor();
const ignore = () => undefined;

function scopeOf(work: Work): ActorScope<AnyMachineSnapshot, EventObject> {
  return {
    self: nobody as never,
    system: nobody.system,
    id: '',
    sessionId: '',
    logger: ignore,
    defer: ignore,
    emit: ignore,
    stopChild: ignore,
    actionExecutor: (action) => {
      execute(action, work);
    },
  };
}

/** Runs an action of ours; a delay that begins or ends comes as a delayed raise or a cancel with the timer's id. */
function execute({ type, params, info }: ExecutableActionObject, work: Work): void {
  work.acted = true;
  const { id, delay, sendId } = (params ?? {}) as { id?: string; delay?: number; sendId?: string };
  if (type === 'xstate.raise' && id !== undefined && delay !== undefined)
    work.timers.push({ start: id, delayMs: delay });
  else if (type === 'xstate.cancel' && sendId !== undefined) work.timers.push({ stop: sendId });
  else
    runAction({ type, params } as Action, {
      draft: work.draft,
      event: info.event,
      text: work.text,
      at: work.at,
    });
}

function toMove(snapshot: AnyMachineSnapshot, { draft, timers }: Work): Move {
  return { state: snapshot.value, context: draft, done: snapshot.status === 'done', timers };
}
