/**
 * Counts what calls do on a flow, by observing its moves. The flow itself is unchanged.
 *
 * WATCH-1 At the end of the move that starts a prompt, the context contains the prompt, its language and its rung,
 *    since a speaking state waits until the prompt has been played.
 */
import { findReprompt } from '../../call/index.ts';
import type { CallContext, Move, Note, RunnableFlow, RunnablePart } from '../../call/index.ts';
import { findSpokenLanguage, listSpokenPrompts } from '../../language/model/index.ts';
import type { FlowPart, Prompt, Action, MachineState } from '../../language/model/index.ts';
import { flowKey, placeNames } from './hits.ts';
import type { Hits } from './hits.ts';

/** Wraps a flow so that its calls are counted in `hits`. */
export function watchFlow(runnable: RunnableFlow, hits: Hits): RunnableFlow {
  const parts = new Map<string, RunnablePart>();
  return {
    flow: runnable.flow,
    env: runnable.env,
    part(name) {
      const part = parts.get(name) ?? watchPart(runnable.part(name), hits);
      parts.set(name, part);
      return part;
    },
  };
}

function watchPart(part: RunnablePart, hits: Hits): RunnablePart {
  const { flow } = part;
  const places = (hits[flowKey(flow)] ??= {});
  const note = (from: CallContext, move: Move): Move => {
    for (const place of listPlaces(flow, from, move)) places[place] = (places[place] ?? 0) + 1;
    return move;
  };
  return {
    flow,
    start: (context, at) => note(context, part.start(context, at)),
    feed(state, context, event) {
      const move = part.feed(state, context, event);
      return move && note(context, move);
    },
  };
}

function listPlaces(flow: FlowPart, from: CallContext, move: Move): string[] {
  const notes = move.context.out.notes.slice(from.out.notes.length);
  const isNews = notes.some(({ kind }) => kind === 'says') && !isContinued(from, move);
  return [...notes.flatMap(listNotePlaces), ...(isNews ? listSpokenPlaces(flow, move) : [])];
}

function listNotePlaces(note: Note): string[] {
  if (note.kind === 'entered') return [placeNames.step(note.step)];
  return note.kind === 'outcome' ? [placeNames.outcome(note.step, note.outcome)] : [];
}

function isContinued({ playlist: [next] }: CallContext, { context: { playing } }: Move): boolean {
  return next !== undefined && playing?.media === next;
}

/** Lists the places of the prompts that a move starts to play (WATCH-1). */
function listSpokenPlaces(flow: FlowPart, { state, context }: Move): string[] {
  const action = findSpeakingAction(flow, state);
  if (action === undefined) return [];
  const { step, language, input } = context;
  const rung = action.type === 'ask' ? findReprompt(input, action.params) : undefined;
  const prompts = listPrompts(action, rung?.prompt);
  const said = prompts.flatMap((prompt) => listPromptPlaces(flow, prompt, { step, language }));
  return rung === undefined ? said : [placeNames.rung(step, rung.what, rung.index), ...said];
}

function listPrompts({ type, params }: SpeakingAction, rung: Prompt | undefined): Prompt[] {
  if (rung === undefined) return [params.prompt];
  return type === 'ask' && params.reprompt ? [rung, params.prompt] : [rung];
}

function listPromptPlaces(
  flow: FlowPart,
  prompt: Prompt,
  { step, language }: { step: string; language: string },
): string[] {
  const names = prompt.flatMap((item) => ('kind' in item ? [] : item.name));
  const named = names.map((name) => placeNames.prompt(name, findSpokenLanguage(flow, name, language) ?? ''));
  return names.length === prompt.length
    ? named
    : [...named, placeNames.text(step, findPromptIndex(flow, step, prompt))];
}

/** Returns the index of a prompt in its step; equal prompts count as one. */
function findPromptIndex({ machine }: FlowPart, step: string, prompt: Prompt): number {
  const wanted = JSON.stringify(prompt);
  return listSpokenPrompts(machine.states?.[step] ?? {}).findIndex(
    (one) => JSON.stringify(one.prompt) === wanted,
  );
}

type SpeakingAction = Extract<Action, { type: 'say' | 'ask' }>;

/**
 * Finds the action that started the current speech. A step builds its playlist in one state and plays it in sibling
 * states, so the innermost surrounding states are searched. Only one parallel region speaks.
 */
export function findSpeakingAction({ machine }: FlowPart, state: unknown): SpeakingAction | undefined {
  const [step] = listStates(state);
  const node = step && machine.states?.[step.name];
  return node && listSpeakingActions(node, step.inner).at(-1);
}

function listSpeakingActions(node: MachineState, state: unknown): SpeakingAction[] {
  const inside = listStates(state).flatMap(({ name, inner }) =>
    listSpeakingActions(node.states?.[name] ?? {}, inner),
  );
  return [...filterSpeakingActions(node), ...inside];
}

function filterSpeakingActions({ states = {} }: MachineState): SpeakingAction[] {
  const entries = Object.values(states).flatMap(({ entry = [] }) => entry);
  return entries.filter((action) => action.type === 'say' || action.type === 'ask');
}

/** Lists the top level of an XState state value: a name, or names with inner state values. */
function listStates(state: unknown): { name: string; inner: unknown }[] {
  if (typeof state === 'string') return [{ name: state, inner: undefined }];
  if (typeof state !== 'object' || state === null) return [];
  return Object.entries(state).map(([name, inner]: [string, unknown]) => ({ name, inner }));
}
