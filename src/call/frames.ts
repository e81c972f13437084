/**
 * Flows that run one another. One of them is active; the others wait as frames in the record (R7).
 *
 * FRAMES-1 A called flow begins anew; the calling flow keeps its variables, parameters and position until the return.
 * FRAMES-2 When the call ends, each flow's finalizer runs once, the innermost first (R5).
 */
import { FORMER_FLOW } from '../language/model/index.ts';
import { createVars, addDefaults } from './create-context.ts';
import type { CallContext, Frame } from './record.ts';
import type { Move, RunnableFlow, TimedEvent } from './runnable-flow.ts';
import type { MachineEvent } from './actions/scene.ts';

type Position = Pick<Move, 'state' | 'context'>;

/** Starts the first flow of a call. */
export function startFlow(runnable: RunnableFlow, context: CallContext, at: number): Move {
  return settleFlows(runnable, runnable.part(context.flow).start(context, at), at);
}

/** Feeds an event to the current flow; returns undefined when its state does not wait for the event. */
export function feedFlow(
  runnable: RunnableFlow,
  { state, context }: Position,
  event: TimedEvent,
): Move | undefined {
  const move = runnable.part(context.flow).feed(state, context, event);
  return move && settleFlows(runnable, move, event.at);
}

/** Completes a move with the flows that start or return because of it. */
function settleFlows(runnable: RunnableFlow, move: Move, at: number): Move {
  let current = move;
  for (;;) {
    const next = followUp(runnable, current, at);
    if (next === undefined) return current;
    current = { ...next, timers: [...current.timers, ...next.timers] };
  }
}

function followUp(runnable: RunnableFlow, { state, context, done }: Move, at: number): Move | undefined {
  if (context.calling !== null) return callFlow(runnable, { state, context }, at);
  const frame = context.frames.at(-1);
  if (!done || frame === undefined) return undefined;
  const event: TimedEvent = { ...toReturnEvent(context, frame), at };
  return runnable
    .part(frame.flow)
    .feed(frame.state, noteFlow(restoreFrame(frame, context), context.flow), event);
}

/** Returns the event by which the calling flow learns of the end of the called one. */
function toReturnEvent({ leg, returning }: CallContext, { road }: Frame): MachineEvent {
  // The end of the call ends waiting flows too, each with its own finalizer; a flow that a finalizer has called returns.
  if (leg === 'ended' && road !== 'end') return { type: 'disconnected' };
  // A flow without a result was left because a party of its calling flow answered late (R2).
  if (leg === 'bridged' && returning === null) return { type: 'bridged' };
  return { type: 'returned', returned: returning ?? { outcome: 'done', values: {} } };
}

function callFlow(runnable: RunnableFlow, { state, context }: Position, at: number): Move | undefined {
  const { trail: _trail, ...kept } = context;
  const { calling, frames } = kept;
  if (calling === null) return undefined;
  const part = runnable.part(calling.flow);
  const begun: CallContext = {
    ...kept,
    flow: calling.flow,
    frames: calling.stay ? [...frames, toFrame(state, context)] : frames,
    calling: null,
    vars: createVars(part.flow),
    params: addDefaults(part.flow, calling.params),
    tried: calling.stay || context.tried === '' ? '' : FORMER_FLOW,
  };
  return part.start(noteFlow(begun, context.flow), at);
}

/** Adds a note that the following steps belong to the context's flow. */
function noteFlow(context: CallContext, from: string): CallContext {
  const { flow: name, out } = context;
  return { ...context, out: { ...out, notes: [...out.notes, { kind: 'flow', name, from }] } };
}

function toFrame(state: unknown, context: CallContext): Frame {
  const { flow, vars, params, step, road, tried, trail } = context;
  return { flow, state, vars, params, step, road, tried, ...(trail && { trail }) };
}

function restoreFrame({ state: _state, ...kept }: Frame, inner: CallContext): CallContext {
  const { trail: _trail, ...context } = inner;
  return { ...context, ...kept, frames: context.frames.slice(0, -1), returning: null };
}
