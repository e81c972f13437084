/**
 * Runs flow definitions as Studio does, for comparisons. It knows nothing of what the translation makes of them.
 *
 * INTERPRETER-1 Where Ringflow has a near counterpart only, it does what the report says of it: a queue is a call to its number.
 * INTERPRETER-2 What nobody can run ends the comparison with the effect `unsupported`.
 */
import {
  ENDLESS_LOOP,
  MAX_STEPS,
  type Effect,
  type Move,
  type Side,
  type Start,
  type Turn,
} from '../../../verification/compare/index.ts';
import { UnsupportedLiquid } from '../liquid/evaluate.ts';
import type { StudioFlow } from '../widgets.ts';
import { nameParameters } from '../parameters.ts';
import { collectExamples } from './examples.ts';
import { changeTop, noFields, withFields, type CallState, type Fields, type Frame } from './state.ts';
import { NOTHING, type Found, type Program } from './scene.ts';
import { answer, enter } from './widgets.ts';

const REMOTE = '+15550123456';
const OWN = '+15550109876';
const AT = Date.UTC(2026, 5, 10, 10);

/** Creates the call of a flow. */
export function createSide(
  flows: readonly StudioFlow[],
  first: number,
  surroundings: Pick<Program, 'outside' | 'findFlow'>,
): Side<CallState> {
  const program: Program = { flows, examples: flows.map(collectExamples), ...surroundings };
  return {
    starts: () => listStarts(flows[first]),
    begin: (start) => begin(program, first, start),
    move: (state, move) => continueCall(program, state, move),
  };
}

function listStarts(flow: StudioFlow | undefined): Start[] {
  const [isCalled, isPlaced] = [ANSWERED, PLACED].map((events) =>
    events.some((event) => flow !== undefined && findEntry(flow, event) !== undefined),
  );
  const names = flow === undefined ? [] : [...nameParameters(flow).values()];
  const params = Object.fromEntries(names.map((name) => [name, `a ${name}`]));
  const start = { at: AT, remote: REMOTE, own: OWN, params: {} };
  return [
    ...(isCalled === true || isPlaced !== true ? [{ ...start, direction: 'inbound' } as const] : []),
    ...(isPlaced === true ? [{ ...start, direction: 'outbound', params } as const] : []),
  ];
}

/** Events that begin a call, by who calls. */
const ANSWERED = ['incomingCall', 'incomingParent'];
const PLACED = ['incomingRequest'];

function begin(program: Program, first: number, start: Start): Turn<CallState> {
  const state: CallState = { frames: [], remote: start.remote, own: start.own };
  const events = start.direction === 'inbound' ? [...ANSWERED, ...PLACED] : [...PLACED, ...ANSWERED];
  const entry = program.flows[first];
  const next = entry && events.map((event) => findEntry(entry, event)).find((name) => name !== undefined);
  const frame: Frame = createFrame(first, next ?? '', readStartParameters(entry, start));
  return run(program, { ...state, frames: [frame] }, { next, effects: [] });
}

/** Returns the parameters of a start by their names in the definition. */
function readStartParameters(flow: StudioFlow | undefined, { params }: Start): Fields {
  const names = flow === undefined ? [] : [...nameParameters(flow)];
  return withFields(
    noFields,
    names.flatMap(([theirs, ours]) => (Object.hasOwn(params, ours) ? [[theirs, params[ours]] as const] : [])),
  );
}

function createFrame(flow: number, at: string, parameters: Fields): Frame {
  return { flow, at, stage: 0, variables: noFields, widgets: noFields, parameters, isRecording: false };
}

function findEntry(flow: StudioFlow, event: string): string | undefined {
  const trigger = flow.byName.get(flow.initial);
  return trigger?.transitions.find((one) => one.event === event && one.next !== undefined)?.next;
}

/** Runs from a widget until the call waits for somebody. */
function run(
  program: Program,
  from: CallState,
  { next, effects }: { next: string | undefined; effects: readonly Effect[] },
): Turn<CallState> {
  let state = from;
  const told = [...effects];
  let name = next;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const frame = state.frames.at(-1);
    const flow = frame && program.flows[frame.flow];
    if (frame === undefined || flow === undefined) return end(state, told);
    const widget = name === undefined ? undefined : flow.byName.get(name);
    if (widget === undefined) {
      const left = leaveFlow(program, state);
      if (left === undefined) return end(state, told);
      ({ state, name } = left);
      continue;
    }
    const found = attempt(
      () => enter(program, changeTop(state, { at: widget.name, stage: 0 }), widget),
      state,
    );
    told.push(...found.effects);
    if (found.awaits !== undefined) return { state: found.state, effects: told, awaits: found.awaits };
    if (found.started === undefined) {
      ({ state, next: name } = found);
    } else {
      const called = program.flows[found.started.flow];
      name = called && findEntry(called, 'incomingParent');
      state = {
        ...found.state,
        frames: [
          ...found.state.frames,
          createFrame(found.started.flow, name ?? '', found.started.parameters),
        ],
      };
    }
  }
  return {
    state: { ...state, frames: [] },
    effects: [...told, { kind: 'unsupported', what: ENDLESS_LOOP }],
    awaits: NOTHING,
  };
}

function end(state: CallState, effects: readonly Effect[]): Turn<CallState> {
  return {
    state: { ...state, frames: [] },
    effects: [...effects, { kind: 'ended', by: 'flow' }],
    awaits: NOTHING,
  };
}

/** Goes back to the flow that has run this one; undefined if none has. */
function leaveFlow(
  program: Program,
  state: CallState,
): { state: CallState; name: string | undefined } | undefined {
  const frames = state.frames.slice(0, -1);
  const outer = frames.at(-1);
  const widget = outer && program.flows[outer.flow]?.byName.get(outer.at);
  if (widget === undefined) return undefined;
  const name = widget.transitions.find(
    ({ event, next }) => event === 'completed' && next !== undefined,
  )?.next;
  return { state: { ...state, frames }, name };
}

/** Runs something; templates that nobody can evaluate end the comparison. */
function attempt(run: () => Found, state: CallState): Found {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UnsupportedLiquid)) throw error;
    const effects: Effect[] = [{ kind: 'unsupported', what: error.message }];
    return { state: { ...state, frames: [] }, effects, awaits: NOTHING, next: undefined };
  }
}

function continueCall(program: Program, state: CallState, move: Move): Turn<CallState> {
  const frame = state.frames.at(-1);
  const widget = frame && program.flows[frame.flow]?.byName.get(frame.at);
  if (widget === undefined) return { state, effects: [], awaits: NOTHING };
  if (move.kind === 'hangs_up') return { state: { ...state, frames: [] }, effects: [], awaits: NOTHING };
  const found = attempt(() => answer(program, state, { widget, move }), state);
  if (found.awaits !== undefined) return { state: found.state, effects: found.effects, awaits: found.awaits };
  return run(program, found.state, { next: found.next, effects: found.effects });
}
