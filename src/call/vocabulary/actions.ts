/**
 * What each action of the vocabulary (flow/vocabulary.ts) does to a call. An action works on a draft of the context,
 * a shallow copy that it may assign to but whose parts it replaces, never changes; commands and notes go to `out`.
 * An expression that cannot be evaluated becomes the draft's fault, which the step's own transitions take up.
 */
import { ExpressionError } from '../../flow/index.ts';
import type { Action, Assignment, Prompt, Template, Value } from '../../flow/index.ts';
import type { Command, CommandAction, Media, OnConnect } from '../commands.ts';
import type { CommandFailure } from '../events.ts';
import { commandId } from '../ids.ts';
import { decide } from '../keys.ts';
import { noInput } from '../first-context.ts';
import type { CallContext, Input } from '../record.ts';
import type { FlowText } from '../render.ts';
import { evaluate, render, renderPrompt } from '../render.ts';
import { SILENCE, textOf } from '../speech.ts';
import type { Note } from '../trace.ts';

/** Steps that a call may enter beyond its limit, once on the error path and once more in the finalizer. */
const EXTRA_STEPS = 50;

/** What a machine of ours is fed. The payload depends on the type; actions read only what theirs carries. */
export interface MachineEvent {
  type: string;
  digits?: string;
  lossy?: boolean;
  reason?: string;
  detail?: string;
  failure?: CommandFailure;
}

/** What an action has before it. */
export interface Scene {
  draft: CallContext;
  event: MachineEvent;
  text: FlowText;
}

type ParamsOf<Type extends Action['type']> =
  Extract<Action, { type: Type }> extends { params: infer Params } ? Params : undefined;

type Actions = { [Type in Action['type']]: (scene: Scene, params: ParamsOf<Type>) => void };

const actions: Actions = {
  enter({ draft, text }, { step, verb }) {
    Object.assign(draft, atStepStart(step), { steps: draft.steps + 1 });
    note(draft, { kind: 'entered', step, verb });
    const allowed =
      text.flow.limits.steps + { main: 0, error: EXTRA_STEPS, end: 2 * EXTRA_STEPS }[draft.road];
    if (draft.steps > allowed)
      draft.fault = { code: 'limit_steps', message: `the call entered more than ${allowed} steps`, step };
  },

  visit({ draft }) {
    draft.visit = { number: draft.visit.number + 1, firstCommand: draft.nextCommand };
  },

  answer(scene, carried) {
    const { draft } = scene;
    if (draft.fault !== null) return;
    if (draft.leg === 'ringing') {
      send(draft, { kind: 'accept' });
      draft.leg = 'accepting';
    } else if (draft.leg === 'new') dial(scene, carried);
  },

  say(scene, { prompt }) {
    if (!scene.draft.carried) scene.draft.playlist = renderPrompt(scene.text, prompt, scene.draft);
  },

  ask(scene, params) {
    const { draft } = scene;
    const rung = rungFor(draft.input, params);
    const asked = rung === undefined || params.reprompt ? [...(rung ?? []), ...params.prompt] : rung;
    const playlist = renderPrompt(scene.text, asked, draft);
    draft.playlist = playlist.length > 0 ? playlist : [SILENCE];
    const { timeoutMs, secret } = params;
    draft.input = { ...draft.input, digits: '', lossy: false, decision: '', timeoutMs, secret };
  },

  play({ draft }, options) {
    const [media, ...rest] = draft.playlist;
    draft.playlist = rest;
    if (draft.carried) draft.carried = false;
    else if (media !== undefined) playNow(draft, media, options);
  },

  listen({ draft }) {
    playNow(draft, SILENCE, { listen: true });
  },

  take({ draft, event }, accepts) {
    const { input } = draft;
    const digits = input.digits + (event.digits ?? '');
    const lossy = event.lossy === true && input.digits === '';
    draft.input = { ...input, digits, lossy };
    settleInput(draft, decide(accepts, { digits, lossy, final: false }));
  },

  close({ draft }, accepts) {
    settleInput(draft, decide(accepts, { ...draft.input, final: true }));
  },

  count({ draft }, { what }) {
    const { input } = draft;
    const counted = what === 'no_input' ? { noInput: input.noInput + 1 } : { noMatch: input.noMatch + 1 };
    draft.input = { ...input, ...counted, failed: what };
    if (what === 'no_input') because(draft, 'the caller pressed nothing in time');
  },

  again({ draft }) {
    draft.input = { ...draft.input, failed: '' };
  },

  save({ draft, text }, { variable }) {
    assign({ draft, text }, variable, draft.input.digits);
  },

  set(scene, { values }) {
    for (const { variable, value } of values) assign(scene, variable, valueOf(scene, value));
  },

  choose(scene, { conditions }) {
    scene.draft.index = conditions.findIndex((condition, index) => {
      const holds = evaluate(scene.text, condition, scene.draft) === true;
      const shown = readsSecret(scene.text, condition) ? `the condition of case ${index + 1}` : condition;
      because(scene.draft, `${shown} is ${String(holds)}`);
      return holds;
    });
  },

  speak({ draft }, { language }) {
    draft.language = language;
  },

  connect(scene, { to, from }) {
    const { draft } = scene;
    draft.index += 1;
    draft.tried = draft.step;
    const party = to[draft.index];
    if (draft.carried) draft.carried = false;
    else if (party !== undefined) send(draft, { kind: 'connect', ...bridgeTo(scene, party, from) });
  },

  hang_up({ draft }) {
    draft.hangups += 1;
    if (draft.leg === 'new') draft.leg = 'ended';
    else if (draft.leg !== 'ended') send(draft, { kind: 'hangup' });
  },

  finish({ draft }) {
    const reason = draft.call.reason === '' ? 'unknown' : draft.call.reason;
    Object.assign(draft, { leg: 'ended', road: 'end', call: { ...draft.call, reason } });
    note(draft, { kind: 'ended', reason });
  },

  take_fault({ draft, event }) {
    const { code, message } = draft.fault ?? event.failure ?? notReached(event);
    draft.error = { code, message, step: draft.step };
    draft.fault = null;
    note(draft, { kind: 'failed', ...draft.error });
  },

  error_road({ draft }) {
    draft.road = 'error';
  },

  over_time({ draft }) {
    const message = 'the call lasted longer than its limit';
    draft.fault = { code: 'limit_duration', message, step: draft.step };
  },

  outcome({ draft }, { outcome, to }) {
    note(draft, { kind: 'outcome', step: draft.step, outcome, to });
  },
};

/** Runs one action on a draft of the context. */
export function runAction(action: Action, scene: Scene): void {
  const run = actions[action.type] as (scene: Scene, params: unknown) => void;
  try {
    run(scene, 'params' in action ? action.params : undefined);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { draft } = scene;
    draft.fault ??= { code: 'expression', message: error.message, step: draft.step };
  }
}

function atStepStart(step: string): Partial<CallContext> {
  return { step, input: noInput, playlist: [], playing: null, carried: false, index: -1, fault: null };
}

/** A party that could not be had for a reason other than those that have an outcome of their own. */
function notReached({ reason = 'unknown', detail = reason }: MachineEvent) {
  return { code: 'unreachable', message: `the party was not reached: ${detail}` };
}

/** Places the outbound call; what it carries is rendered here, and skipped where it would have been sent (R11). */
function dial(scene: Scene, { play, connect }: ParamsOf<'answer'>): void {
  const { draft } = scene;
  const { from, to, id } = draft.call;
  const number = draft.nextCommand;
  let onConnect: OnConnect | undefined;
  if (play !== undefined) {
    draft.playlist = renderPrompt(scene.text, play, draft);
    const [media] = draft.playlist;
    if (media !== undefined) {
      onConnect = { kind: 'play', media, promptRef: commandId(id, number) };
      draft.playing = { media, command: number };
      note(draft, { kind: 'says', text: wording(media) });
    }
  } else if (connect !== undefined)
    onConnect = { kind: 'connect', ...bridgeTo(scene, connect.to, connect.from) };
  send(draft, { kind: 'dial', from, to, ...(onConnect === undefined ? {} : { onConnect }) });
  draft.carried = onConnect !== undefined;
  draft.leg = 'dialing';
}

/** The default caller id is our own number: the one that was dialled, or that the call was placed from. */
function bridgeTo({ draft, text }: Scene, to: Template, from: Template | undefined) {
  const own = draft.call.direction === 'inbound' ? draft.call.to : draft.call.from;
  return { from: from === undefined ? own : render(text, from, draft), to: render(text, to, draft) };
}

function rungFor(input: Input, params: ParamsOf<'ask'>): Prompt | undefined {
  if (input.failed === '') return undefined;
  const rungs = input.failed === 'no_input' ? params.noInput : params.noMatch;
  const times = input.failed === 'no_input' ? input.noInput : input.noMatch;
  return rungs[Math.min(times, rungs.length) - 1];
}

function playNow(draft: CallContext, media: Media, options: ParamsOf<'play'>): void {
  draft.playing = { media, command: send(draft, { kind: 'play', media, ...options }) };
  if (media !== SILENCE) note(draft, { kind: 'says', text: wording(media) });
}

function wording(media: Media): string {
  switch (media.kind) {
    case 'text':
      return media.text;
    case 'ssml':
      return textOf(media.ssml);
    case 'stored':
      return `stored prompt ${media.name}`;
    case 'url':
      return media.url;
  }
}

function settleInput(draft: CallContext, decision: { as: string; digits: string }): void {
  draft.input = { ...draft.input, digits: decision.digits, decision: decision.as };
  const keys = draft.input.secret ? '•'.repeat(decision.digits.length) : decision.digits;
  if (decision.as === 'no_match') because(draft, `"${keys}" fits nothing that is asked for`);
  if (decision.as === 'more') because(draft, `"${keys}" may go on`);
}

function valueOf({ draft, text }: Scene, value: Assignment['value']): Value {
  if ('literal' in value) return value.literal;
  if ('expression' in value) return evaluate(text, value.expression, draft);
  return render(text, value.template, draft);
}

/** What a condition compares a secret with would tell it (I7). */
function readsSecret({ flow, expressions }: FlowText, condition: string): boolean {
  return Object.keys(flow.vars).some(
    (name) => flow.vars[name]?.secret && expressions.reads(condition).has(name),
  );
}

function assign({ draft, text }: Pick<Scene, 'draft' | 'text'>, variable: string, value: Value): void {
  draft.vars = { ...draft.vars, [variable]: value };
  const shown = text.flow.vars[variable]?.secret === true ? '•••' : String(value);
  note(draft, { kind: 'set', variable, value: shown });
}

function send(draft: CallContext, action: CommandAction): number {
  const number = draft.nextCommand;
  const command: Command = { ...action, number, id: commandId(draft.call.id, number) };
  draft.nextCommand = number + 1;
  draft.out.commands.push(command);
  return number;
}

function note(draft: CallContext, entry: Note): void {
  draft.out.notes.push(entry);
}

function because(draft: CallContext, text: string): void {
  note(draft, { kind: 'because', text });
}
