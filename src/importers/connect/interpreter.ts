/**
 * Runs flows under the rules of Amazon Connect, beside their translation and without looking at it.
 *
 * Where a construct has no equal here, it does what the reason in the report says: a queue is a number that is dialled, a
 * function an address that is asked.
 */
import { ENDLESS_LOOP, MAX_STEPS } from '../../verification/compare/index.ts';
import type { Awaits, Effect, Move, Side, Start, Turn } from '../../verification/compare/index.ts';
import type { CallState, Frame } from './call-state.ts';
import { findHandler } from './handlers.ts';
import type { InterpretedFlow } from './interpreted-flow.ts';
import type { Action } from './read-flow.ts';
import type { Entered, Run } from './run.ts';
import { DEFAULT_LANGUAGE } from './voices.ts';

const NOTHING: Awaits = { kind: 'nothing' };

export class Interpreter implements Side<CallState> {
  readonly #flows: readonly InterpretedFlow[];
  readonly #first: number;
  readonly #starts: readonly Start[];

  constructor(flows: readonly InterpretedFlow[], first: number, starts: readonly Start[]) {
    this.#flows = flows;
    this.#first = first;
    this.#starts = starts;
  }

  starts(): readonly Start[] {
    return this.#starts;
  }

  begin({ remote, own, at }: Start): Turn<CallState> {
    const start = this.#flows[this.#first]?.flow.start;
    const frame = start === undefined ? [] : [this.#enter(this.#first, start)];
    const state: CallState = {
      caller: remote,
      own,
      at,
      attributes: {},
      queue: null,
      callback: '',
      language: DEFAULT_LANGUAGE,
      isRecorded: false,
      frames: frame,
    };
    return this.#advance(state, []);
  }

  move(state: CallState, move: Move): Turn<CallState> {
    const frame = state.frames.at(-1);
    if (frame === undefined) return { state, effects: [], awaits: NOTHING };
    if (move.kind === 'hangs_up') return end(state, []);
    const action = this.#flows[frame.flow]?.flow.actions.get(frame.at);
    const run = this.#createRun(state, frame);
    const result = action === undefined ? undefined : findHandler(action).receive?.(run, action, move);
    if (result === undefined) return { state, effects: [], awaits: this.#findAwaits(run, action) };
    const { state: after, effects, to } = result;
    return this.#advance(goTo(after, to), effects);
  }

  #findAwaits(run: Run, action: Action | undefined): Awaits {
    return (action && findHandler(action).awaits?.(run, action)) ?? NOTHING;
  }

  #enterFlow({ state, flow, isForGood }: Extract<Entered, { kind: 'enters' }>): CallState {
    const start = this.#flows[flow]?.flow.start;
    if (start === undefined) return { ...state, frames: [] };
    const outer = isForGood ? state.frames.slice(0, -1) : state.frames;
    return { ...state, frames: [...outer, this.#enter(flow, start)] };
  }

  #enter(flow: number, at: string): Frame {
    return { flow, at, rounds: {}, flowAttributes: {}, input: '', intent: '' };
  }

  #createRun(state: CallState, frame: Frame): Run {
    const current = this.#flows[frame.flow];
    if (current === undefined) throw new RangeError('The call is in a flow that does not exist.');
    return { state, frame, current };
  }

  /** Runs blocks until the call waits or ends. */
  #advance(begun: CallState, before: readonly Effect[]): Turn<CallState> {
    const effects = [...before];
    let state = begun;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const frame = state.frames.at(-1);
      const action = frame && this.#flows[frame.flow]?.flow.actions.get(frame.at);
      if (frame === undefined || action === undefined)
        return end(state, [...effects, { kind: 'ended', by: 'flow' }]);
      const run = this.#createRun(state, frame);
      const result = findHandler(action).enter(run, action);
      effects.push(...result.effects);
      if (result.kind === 'stops') return end(result.state, effects);
      if (result.kind === 'waits')
        return { state: result.state, effects, awaits: this.#findAwaits(run, action) };
      if (result.kind === 'goes') state = goTo(result.state, result.to);
      if (result.kind === 'returns') state = this.#return(result.state);
      if (result.kind === 'enters') state = this.#enterFlow(result);
    }
    return end(state, [...effects, { kind: 'unsupported', what: ENDLESS_LOOP }]);
  }

  /** Goes on in the flow that ran this one; without one the call ends. */
  #return(state: CallState): CallState {
    const frames = state.frames.slice(0, -1);
    const caller = frames.at(-1);
    const next = caller && this.#flows[caller.flow]?.flow.actions.get(caller.at)?.next;
    return goTo({ ...state, frames }, next);
  }
}

/** Leads the innermost flow to a block; a way that leads nowhere ends the call. */
function goTo(state: CallState, to: string | undefined): CallState {
  const frame = state.frames.at(-1);
  if (frame === undefined || to === undefined) return { ...state, frames: [] };
  return { ...state, frames: [...state.frames.slice(0, -1), { ...frame, at: to }] };
}

function end(state: CallState, effects: readonly Effect[]): Turn<CallState> {
  return { state: { ...state, frames: [] }, effects, awaits: NOTHING };
}
