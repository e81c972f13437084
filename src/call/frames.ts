/**
 * Flows that run one another. Only one of them moves at a time; the others wait as frames in the record (R7).
 *
 * FRAMES-1 A flow that is run begins anew; the one that runs it keeps its variables, parameters and place for its return.
 * FRAMES-2 When the call ends, each flow's finalizer runs once, that of the innermost first (R5).
 */
import { FORMER_FLOW } from '../language/model/index.ts';
import { initialVars, withDefaults } from './first-context.ts';
import type { CallContext, Frame } from './record.ts';
import type { Move, RunnableFlow, TimedEvent } from './runnable-flow.ts';
import type { MachineEvent } from './actions/scene.ts';

/** Position of a call in its flows. */
type Standing = Pick<Move, 'state' | 'context'>;

/** Starts the first flow of a call. */
export function start(runnable: RunnableFlow, context: CallContext, at: number): Move {
  return settled(runnable, runnable.part(context.flow).start(context, at), at);
}

/** Feeds an event to the current flow; returns undefined when its state does not wait for the event. */
export function feed(
  runnable: RunnableFlow,
  { state, context }: Standing,
  event: TimedEvent,
): Move | undefined {
  const move = runnable.part(context.flow).feed(state, context, event);
  return move && settled(runnable, move, event.at);
}

/** Completes a move with everything that follows at once: flows that start, flows that return. */
function settled(runnable: RunnableFlow, move: Move, at: number): Move {
  let current = move;
  for (;;) {
    const next = following(runnable, current, at);
    if (next === undefined) return current;
    current = { ...next, timers: [...current.timers, ...next.timers] };
  }
}

function following(runnable: RunnableFlow, { state, context, done }: Move, at: number): Move | undefined {
  if (context.calling !== null) return called(runnable, { state, context }, at);
  const frame = context.frames.at(-1);
  if (!done || frame === undefined) return undefined;
  const event: TimedEvent = { ...backBy(context, frame), at };
  return runnable.part(frame.flow).feed(frame.state, nowIn(backIn(frame, context), context.flow), event);
}

/** Returns the event by which the calling flow learns of the end of the called one. */
function backBy({ leg, returning }: CallContext, { road }: Frame): MachineEvent {
  // Whoever hangs up ends the flows that wait too, each with its own finalizer; one that is run by a finalizer returns.
  if (leg === 'ended' && road !== 'end') return { type: 'disconnected' };
  // A flow that gives nothing back was left for a party of the one that runs it, who answered late (R2).
  if (leg === 'bridged' && returning === null) return { type: 'bridged' };
  return { type: 'returned', returned: returning ?? { outcome: 'done', values: {} } };
}

function called(runnable: RunnableFlow, { state, context }: Standing, at: number): Move | undefined {
  const { trail: _trail, ...kept } = context;
  const { calling, frames } = kept;
  if (calling === null) return undefined;
  const part = runnable.part(calling.flow);
  const begun: CallContext = {
    ...kept,
    flow: calling.flow,
    frames: calling.stay ? [...frames, frameOf(state, context)] : frames,
    calling: null,
    vars: initialVars(part.flow),
    params: withDefaults(part.flow, calling.params),
    tried: calling.stay || context.tried === '' ? '' : FORMER_FLOW,
  };
  return part.start(nowIn(begun, context.flow), at);
}

/** Adds a note that the following steps belong to the context's flow. */
function nowIn(context: CallContext, from: string): CallContext {
  const { flow: name, out } = context;
  return { ...context, out: { ...out, notes: [...out.notes, { kind: 'flow', name, from }] } };
}

function frameOf(state: unknown, context: CallContext): Frame {
  const { flow, vars, params, step, road, tried, trail } = context;
  return { flow, state, vars, params, step, road, tried, ...(trail && { trail }) };
}

/** Restores the context of the flow that continues. */
function backIn({ state: _state, ...kept }: Frame, inner: CallContext): CallContext {
  const { trail: _trail, ...context } = inner;
  return { ...context, ...kept, frames: context.frames.slice(0, -1), returning: null };
}
