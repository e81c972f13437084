/**
 * Prepares compiled flows to run; the only module that uses XState. It offers two pure functions over plain data: from a
 * state value and a context they compute the next ones, and the timers to start and stop. XState's clock, actors and
 * interpreter are not used: timers are stored deadlines, lookups are events. Computed transitions are cached
 * (known-ways.ts).
 *
 * XState's function `transition` would create an actor for each event, starting at the initial state, and a snapshot for each
 * action. So the machine's own method `transition` is called, with a scope that runs each action as soon as XState reaches
 * it, on one draft of the context that the following guards see (docs/performance.md).
 */
import { createEmptyActor, createMachine } from 'xstate';
import type {
  ActorScope,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventObject,
  ExecutableActionObject,
} from 'xstate';
import { createExpressions, listSecretNames } from '../language/model/index.ts';
import type { Action, CompiledFlow, Delay, FlowPart } from '../language/model/index.ts';
import { KnownWays, type Operation, type End, type RecordedOperation } from './known-ways.ts';
import type { CallContext } from './record.ts';
import type { FlowText } from './render.ts';
import { findAction, perform } from './actions/actions.ts';
import type { MachineEvent, Scene } from './actions/scene.ts';
import { delayNames, delays } from './actions/delays.ts';
import { guards, guardTypes, type GuardCheck } from './actions/guards.ts';
import { createWorkload } from './workload.ts';

/** A flow for `begin` and `advance`. It holds nothing of any call and serves all calls on its version. */
export interface RunnableFlow {
  flow: CompiledFlow;
  /** The values of its settings by name, with the defaults filled in. */
  env: Readonly<Record<string, string>>;
  /** Returns one of the flows that run together. */
  part(name: string): RunnablePart;
}

/** One of the flows that run together. */
export interface RunnablePart {
  flow: FlowPart;
  /** Enters the first state. */
  start(context: CallContext, at: number): Move;
  /** Applies an event; undefined when the state does not wait for it. */
  feed(state: unknown, context: CallContext, event: TimedEvent): Move | undefined;
}

/** An event with the time at which it was received, ms since the epoch. */
export type TimedEvent = MachineEvent & { at: number };

export interface Move {
  /** State value as XState writes it; survives JSON. */
  state: unknown;
  context: CallContext;
  /** The flow has ended. */
  done: boolean;
  /** Timers to start, with their delays in ms, and timers to stop, in order. A timer's name is the event it becomes. */
  timers: TimerChange[];
}

/** A timer that starts; without a delay one that stops. */
export interface TimerChange {
  timer: string;
  delayMs: number | undefined;
}

/** State of the work on one event. */
interface Work extends Scene {
  timers: TimerChange[];
}

/** The work of a transition that XState computes. */
interface RecordedWork extends Work {
  event: TimedEvent;
  /** Operations so far. */
  way: RecordedOperation[];
  /** The named delay that XState has just evaluated. */
  delay?: Delay;
}

/** The machine's context: a box, since XState copies contexts and the draft must stay the same object. */
interface Box {
  work: RecordedWork;
}

/** Prepares a compiled flow with the values of its settings. The cost grows with the flow: do it once per version. */
export function runnable(flow: CompiledFlow, env: Record<string, string> = {}): RunnableFlow {
  const settings = resolveSettings(flow, env);
  const ready = new Map([[flow.name, runnablePart(flow, flow, settings)]]);
  return {
    flow,
    env: settings,
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
  const names = { vars: flow.vars, params: flow.params, env: declared };
  const text: FlowText = {
    flow,
    limits,
    expressions: createExpressions(names),
    secrets: listSecretNames(names),
    env,
  };
  const machine = createStepper(flow);
  const ways = new KnownWays();
  /** Follows a known way, else lets XState compute the transition. */
  function feed(state: unknown, context: CallContext, event: TimedEvent): Move | undefined {
    const work = startWork(context, text, event);
    const beginning = { state, event: event.type };
    const known = ways.follow(beginning, (operation) => carryOut(operation, work));
    if (known !== undefined) return toMove(known, work);
    const anew: RecordedWork = { ...startWork(context, text, event), event, way: [] };
    const end = machine(state, anew);
    ways.learn(beginning, anew.way, end);
    return toMove(end, anew);
  }
  return {
    flow,
    start(context, at) {
      const move = feed(null, context, { type: 'xstate.init', at });
      if (move === undefined) throw new Error(`flow "${flow.name}" has no first state`);
      return move;
    },
    feed,
  };
}

/** Computes a transition from a state, null for the first one, by the event of the work, and records its operations there. */
type Machine = (state: unknown, work: RecordedWork) => End;

function createStepper(flow: FlowPart): Machine {
  const machine = provideVocabulary(flow);
  const snapshotIn = createSnapshots(machine);
  return (state, work) => {
    if (state === null) {
      const first = machine.getInitialSnapshot(createScope(work), work) as AnyMachineSnapshot;
      if (first.status === 'error') throw first.error;
      return toEnd(first, true);
    }
    const before = snapshotIn(JSON.stringify(state), work);
    const after = machine.transition(before, work.event, createScope(work)) as AnyMachineSnapshot;
    return toEnd(after, after !== before || work.way.some(({ operation }) => operation.kind !== 'guard'));
  };
}

/** Adds guards and delays to a machine. XState derives types from source code; this machine is data with types of its own. */
function provideVocabulary(flow: FlowPart): AnyStateMachine {
  const context = ({ input }: { input: RecordedWork }): Box => ({ work: input });
  const vocabulary = {
    guards: mapNames(
      guardTypes,
      (type) =>
        ({ context: { work } }: { context: Box }, params: unknown) =>
          recordOperation({ kind: 'guard', check: guards[type] as GuardCheck, params }, work),
    ),
    delays: mapNames(delayNames, (name) => ({ context: { work } }: { context: Box }) => {
      work.delay = name;
      return delays[name](work.draft);
    }),
  };
  return createMachine({ ...flow.machine, context } as never, vocabulary as never);
}

function mapNames<Name extends string>(
  names: Name[],
  make: (name: Name) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

/** Returns a function that makes snapshots by state value; each value is resolved once. */
function createSnapshots(machine: AnyStateMachine) {
  const resolved = new Map<string, AnyMachineSnapshot>();
  return (state: string, work: RecordedWork): AnyMachineSnapshot => {
    const known =
      resolved.get(state) ?? machine.resolveState({ value: JSON.parse(state) as never, context: {} });
    resolved.set(state, known);
    return { ...known, context: { work } };
  };
}

/** Returns the values of a flow's settings; those of the environment override the flow's defaults. */
function resolveSettings({ env }: CompiledFlow, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, declared]) => [name, given[name] ?? declared.default ?? '']),
  );
}

function startWork(context: CallContext, text: FlowText, event: TimedEvent): Work {
  const { commands, requests, notes, work } = context.out;
  const out = {
    commands: [...commands],
    requests: [...requests],
    notes: [...notes],
    work: work === undefined ? createWorkload() : { ...work },
  };
  return { draft: { ...context, out }, text, event, at: event.at, timers: [] };
}

/** XState requires an actor; this one does nothing. */
const emptyActor = createEmptyActor();
const ignore = () => undefined;

function createScope(work: RecordedWork): ActorScope<AnyMachineSnapshot, EventObject> {
  return {
    self: emptyActor as never,
    system: emptyActor.system,
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

/** Executes an operation of XState; a delay starts as a delayed raise and stops as a cancel with the timer's id. */
function execute({ type, params }: ExecutableActionObject, work: RecordedWork): void {
  const { id, delay, sendId } = (params ?? {}) as { id?: string; delay?: number; sendId?: string };
  if (type === 'xstate.raise' && id !== undefined && delay !== undefined)
    recordOperation({ kind: 'start', timer: id, delay: work.delay ?? delay }, work);
  else if (type === 'xstate.cancel' && sendId !== undefined)
    recordOperation({ kind: 'stop', timer: sendId }, work);
  else recordOperation({ kind: 'action', run: findAction(type as Action['type']), params }, work);
  delete work.delay;
}

/** Carries out an operation and records it with its result. */
function recordOperation(operation: Operation, work: RecordedWork): boolean {
  const answer = carryOut(operation, work);
  work.way.push({ operation, answer });
  return answer;
}

function carryOut(operation: Operation, work: Work): boolean {
  const { draft, timers } = work;
  if (operation.kind === 'guard') return operation.check(draft, operation.params, work.event);
  if (operation.kind === 'action') perform(operation.run, work, operation.params);
  else if (operation.kind === 'stop') timers.push({ timer: operation.timer, delayMs: undefined });
  else timers.push({ timer: operation.timer, delayMs: resolveDelay(operation.delay, draft) });
  return true;
}

function resolveDelay(delay: Delay | number, draft: CallContext): number {
  return typeof delay === 'number' ? delay : delays[delay](draft);
}

function toEnd(snapshot: AnyMachineSnapshot, moved: boolean): End {
  return { state: snapshot.value, done: snapshot.status === 'done', moved };
}

function toMove({ state, done, moved }: End, { draft, timers }: Work): Move | undefined {
  return moved ? { state, context: draft, done, timers } : undefined;
}
