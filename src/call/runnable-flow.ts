/**
 * A compiled flow made ready to run, and the one place that knows XState. Gives its semantics as two pure functions over
 * plain data: a state value and a context go in, the next ones and the timers to start and stop come out. XState's own
 * clock, actors and interpreter are not used (DESIGN: timers are stored deadlines, lookups are events).
 */
import { assign, createMachine, initialTransition, transition } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { createExpressions } from '../flow/index.ts';
import type { Action, CompiledFlow, Guard } from '../flow/index.ts';
import type { CallContext } from './record.ts';
import type { FlowText } from './render.ts';
import { actionTypes, runAction } from './vocabulary/actions.ts';
import type { MachineEvent } from './vocabulary/actions.ts';
import { delayNames, delays } from './vocabulary/delays.ts';
import { guardTypes, holds } from './vocabulary/guards.ts';

/** A flow that can be run by `begin` and `advance`. Holds nothing of any call; one serves all calls on its version. */
export interface RunnableFlow {
  flow: CompiledFlow;
  /** The first state of a call. */
  start(context: CallContext): Move;
  /** The state after an event; undefined when nothing in this state waits for it. */
  feed(state: unknown, context: CallContext, event: MachineEvent): Move | undefined;
}

export interface Move {
  /** State value as XState writes it; survives JSON. */
  state: unknown;
  context: CallContext;
  /** The flow has come to its end. */
  done: boolean;
  /** Timers to start, with their delays in ms, and timers to stop, in order. A timer's name is the event it becomes. */
  timers: ({ start: string; delayMs: number } | { stop: string })[];
}

/** Prepares a compiled flow. Costs about as much as the flow is long; do it once per version. */
export function runnable(flow: CompiledFlow): RunnableFlow {
  const machine = machineOf(flow, { flow, expressions: createExpressions(flow.vars) });
  return {
    flow,
    start: (context) => toMove(...initialTransition(machine, context)),
    feed(state, context, event) {
      const before = machine.resolveState({ value: state as never, context });
      const [after, actions] = transition(machine, before, event);
      return after === before ? undefined : toMove(after, actions);
    },
  };
}

interface Scene {
  context: CallContext;
  event: MachineEvent;
}

/** XState derives types from a machine's source text; ours is data, so its names are checked by our own types. */
function machineOf(flow: CompiledFlow, text: FlowText): AnyStateMachine {
  const context = ({ input }: { input: CallContext }) => input;
  const machine: AnyStateMachine = createMachine({ ...flow.machine, context } as never);
  return machine.provide({
    actions: byName(actionTypes, (type) =>
      assign(({ context, event }: Scene, params: unknown) =>
        runAction({ type, params } as Action, { context, event, text }),
      ),
    ),
    guards: byName(
      guardTypes,
      (type) =>
        ({ context, event }: Scene, params: unknown) =>
          holds({ type, params } as Guard, context, event),
    ),
    delays: byName(
      delayNames,
      (name) =>
        ({ context }: Scene) =>
          delays[name](context),
    ),
  } as never);
}

function byName<Name extends string>(names: Name[], make: (name: Name) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

function toMove(snapshot: AnyMachineSnapshot, actions: { type: string; params?: unknown }[]): Move {
  return {
    state: snapshot.value,
    context: snapshot.context as CallContext,
    done: snapshot.status === 'done',
    timers: actions.flatMap(toTimer),
  };
}

/** XState's way to say that a delay began or ended: a delayed raise, or a cancel, with the timer's id. */
function toTimer({ type, params }: { type: string; params?: unknown }): Move['timers'] {
  const { id, delay, sendId } = (params ?? {}) as { id?: string; delay?: number; sendId?: string };
  if (type === 'xstate.raise' && id !== undefined && delay !== undefined)
    return [{ start: id, delayMs: delay }];
  if (type === 'xstate.cancel' && sendId !== undefined) return [{ stop: sendId }];
  return [];
}
