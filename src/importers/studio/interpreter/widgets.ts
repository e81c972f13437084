/** What each type of widget does, by the rules of Studio. */
import type { Awaits, Effect, Move } from '../../../verification/compare/index.ts';
import { follow, renderLiquid, UnsupportedLiquid, type Lookup } from '../liquid/evaluate.ts';
import { parseLiquid } from '../liquid/syntax.ts';
import { findNext, type Condition, type Does, type Parameter, type Speech, type Widget } from '../widgets.ts';
import { evaluateTest } from './conditions.ts';
import { findExamples, makeReplies } from './examples.ts';
import type { Program } from './interpreter.ts';
import { makeRequest, placeOf, readReply } from './requests.ts';
import { changeTop, withFields, type CallState, type Fields, type Frame } from './state.ts';

/** What follows: the call waits, a flow is started, or the next widget is entered. */
export interface Found {
  state: CallState;
  effects: readonly Effect[];
  awaits?: Awaits;
  started?: { flow: number; parameters: Fields };
  next: string | undefined;
}

/** A widget in a call. */
interface Scene {
  program: Program;
  state: CallState;
  frame: Frame;
  widget: Widget;
}

const NOTHING: Awaits = { kind: 'nothing' };
/** As often as a text that is repeated for ever is said. */
const MAX_LOOPS = 20;

function findTop(state: CallState): Frame {
  const frame = state.frames.at(-1);
  if (frame === undefined) throw new Error('the call is over');
  return frame;
}

/** Enters a widget. */
export function enter(program: Program, state: CallState, widget: Widget): Found {
  const scene: Scene = { program, state, frame: findTop(state), widget };
  const { does } = widget;
  switch (does.kind) {
    case 'trigger':
      return goOn(scene, undefined);
    case 'say':
      return does.speech.kind === 'digits' && does.speech.text.trim() !== ''
        ? giveUp(scene)
        : goOn(scene, 'audioComplete', speak(scene, does.speech));
    case 'gather':
      return wait(scene, awaitAnswer(scene), speak(scene, does.speech));
    case 'split':
      return decide(scene);
    case 'set':
      return assign(scene, does.variables);
    case 'request':
    case 'function':
      return request(scene);
    case 'connect':
      return dial(scene, 0, []);
    case 'queue':
      return wait(scene, { kind: 'party' }, [{ kind: 'dialled', to: findQueue(scene, does.key) }]);
    case 'subflow':
      return startFlow(scene, does);
    case 'message':
      return send(scene, does);
    case 'record':
      return goOn({ ...scene, state: changeTop(state, { isRecording: does.isOn }) }, 'success');
    case 'stream':
      return stream(scene, does);
    case 'place':
      return isPlaced(scene) ? goOn(scene, 'answered') : giveUp(scene);
    case 'unsupported':
      return giveUp(scene);
  }
}

/** True if only requests begin the flow: the call that it places is then there already. */
function isPlaced({ program, frame }: Scene): boolean {
  const flow = program.flows[frame.flow];
  const trigger = flow?.byName.get(flow.initial);
  const events =
    trigger?.transitions.filter(({ next }) => next !== undefined).map(({ event }) => event) ?? [];
  return !events.includes('incomingCall') && !events.includes('incomingParent');
}

/** Continues a widget that waits. */
export function answer(
  program: Program,
  state: CallState,
  { widget, move }: { widget: Widget; move: Move },
): Found {
  const scene: Scene = { program, state, frame: findTop(state), widget };
  const { kind } = widget.does;
  if (kind === 'gather') return gather(scene, move);
  if (kind === 'connect' && move.kind === 'party') return takeParty(scene, move.does);
  if (kind === 'queue' && move.kind === 'party') return leaveQueue(scene, move.does);
  if ((kind === 'request' || kind === 'function') && move.kind === 'replies') {
    const { finding, isSuccess } = readReply(move.reply);
    return goOn(remember(scene, finding), isSuccess ? 'success' : kind === 'function' ? 'fail' : 'failed');
  }
  if (kind === 'message' && move.kind === 'texts')
    return goOn(remember(scene, { inbound: { Body: move.text } }), 'incomingMessage');
  if (kind === 'message' && move.kind === 'stays_silent') return goOn(remember(scene, {}), 'timeout');
  return { state, effects: [], awaits: findAwaits(scene), next: undefined };
}

/** Returns what a widget that waits waits for. */
function findAwaits(scene: Scene): Awaits {
  switch (scene.widget.does.kind) {
    case 'gather':
      return awaitAnswer(scene);
    case 'request':
    case 'function':
      return awaitReply(scene);
    case 'message':
      return awaitText(scene);
    default:
      return { kind: 'party' };
  }
}

function goOn({ state, widget }: Scene, event: string | undefined, effects: readonly Effect[] = []): Found {
  return { state, effects, next: event === undefined ? undefined : findNext(widget, event) };
}

function wait({ state }: Scene, awaits: Awaits, effects: readonly Effect[]): Found {
  return { state, effects, awaits, next: undefined };
}

function giveUp({ state, widget }: Scene): Found {
  const effects: Effect[] = [{ kind: 'unsupported', what: widget.type }];
  return { state: { ...state, frames: [] }, effects, awaits: NOTHING, next: undefined };
}

/** Replaces what a widget has found out. */
function remember(scene: Scene, finding: unknown): Scene {
  const widgets = withFields(scene.frame.widgets, [[scene.widget.name, finding]]);
  return { ...scene, state: changeTop(scene.state, { widgets }) };
}

function render(scene: Scene, template: string): string {
  return renderLiquid(parseLiquid(template), createLookup(scene));
}

function createLookup({ state, frame }: Scene): Lookup {
  const { remote, own } = state;
  const { variables, widgets, parameters } = frame;
  const call = { From: remote, To: own };
  const facts: Record<string, (second: unknown) => unknown> = {
    trigger: (second) =>
      second === undefined
        ? { call }
        : {
            call: { ...call, Caller: remote, Called: own },
            parent: { parameters },
            request: { parameters, to: remote, from: own },
          },
    contact: () => ({ channel: { address: remote } }),
    flow: (second) =>
      second === undefined
        ? { channel: { address: own } }
        : { channel: { address: own }, variables, data: parameters },
    widgets: () => widgets,
  };
  return ([root = '', ...path]) => {
    const isWholeCall = root === 'trigger' && path.length === 1 && path[0] === 'call';
    if (isWholeCall) return call;
    return Object.hasOwn(facts, root) ? follow(facts[root]?.(path[0]), path) : undefined;
  };
}

function speak(scene: Scene, { kind, text, loop, language }: Speech): Effect[] {
  if (text.trim() === '') return [];
  const times = loop === 0 ? MAX_LOOPS : Math.min(loop, MAX_LOOPS);
  if (/\{\{|\{%/.test(language)) throw new UnsupportedLiquid(language);
  if (kind === 'say') {
    const spoken = render(scene, text).replaceAll(/<[^<>]*>/g, ' ');
    return repeat({ kind: 'heard', text: spoken, language: language === '' ? 'en-US' : language }, times);
  }
  if (/\{\{|\{%/.test(text)) throw new UnsupportedLiquid(text);
  const url = text.trim();
  const audio = /^https:/i.test(url) ? url : scene.program.outside.findAudio(url);
  return repeat({ kind: 'heard_audio', audio }, times);
}

function repeat(effect: Effect, times: number): Effect[] {
  return new Array<Effect>(times).fill(effect);
}

function awaitAnswer({ program, frame, widget }: Scene): Awaits {
  const examples = program.examples[frame.flow];
  if (examples === undefined || widget.does.kind !== 'gather') return NOTHING;
  const found = findExamples(examples, widget.name);
  const { most, finish } = widget.does.keys;
  const keys = (found.get('Digits') ?? []).filter(
    (one) =>
      /^[\d*#]+$/.test(one) && one.length <= (most ?? Infinity) && (finish === '' || !one.includes(finish)),
  );
  const words = isHeard(widget) ? (found.get('SpeechResult') ?? []).filter((one) => /\p{L}/u.test(one)) : [];
  return { kind: 'answer', keys: keys.length > 0 ? keys : ['1'], words };
}

function isHeard(widget: Widget): boolean {
  return findNext(widget, 'speech') !== undefined;
}

function gather(scene: Scene, move: Move): Found {
  const { widget } = scene;
  if (widget.does.kind !== 'gather') return giveUp(scene);
  const { most, finish } = widget.does.keys;
  if (move.kind === 'stays_silent') return goOn(remember(scene, {}), 'timeout');
  if (move.kind === 'says' && isHeard(widget))
    return goOn(remember(scene, { SpeechResult: move.words }), 'speech');
  if (move.kind !== 'presses') return wait(scene, awaitAnswer(scene), []);
  const at = finish === '' ? -1 : move.keys.indexOf(finish);
  const digits = (at === -1 ? move.keys : move.keys.slice(0, at)).slice(0, most);
  return digits === ''
    ? goOn(remember(scene, {}), 'timeout')
    : goOn(remember(scene, { Digits: digits }), 'keypress');
}

function decide(scene: Scene): Found {
  for (const { event, next, conditions } of scene.widget.transitions)
    if (event === 'match' && conditions.length > 0 && conditions.every((one) => holds(scene, one)))
      return { state: scene.state, effects: [], next };
  return goOn(scene, 'noMatch');
}

function holds(scene: Scene, { type, left, right }: Condition): boolean {
  const result = evaluateTest(type, render(scene, left), render(scene, right));
  if (result === undefined) throw new UnsupportedLiquid(`test ${type}`);
  return result;
}

function assign(scene: Scene, variables: readonly Parameter[]): Found {
  const values = variables.map(
    ({ key, value, isJson }) => [key, isJson ? parseJson(scene, value) : render(scene, value)] as const,
  );
  const changed = changeTop(scene.state, { variables: withFields(scene.frame.variables, values) });
  return goOn({ ...scene, state: changed }, 'next');
}

function parseJson(scene: Scene, template: string): unknown {
  const text = render(scene, template);
  try {
    return JSON.parse(text, (_, value: unknown) => value) as unknown;
  } catch {
    return text;
  }
}

function request(scene: Scene): Found {
  const effect = makeRequest(scene.widget, {
    render: (template) => render(scene, template),
    outside: scene.program.outside,
  });
  return wait(scene, awaitReply(scene), [effect]);
}

function awaitReply({ program, frame, widget }: Scene): Awaits {
  const examples = program.examples[frame.flow];
  return { kind: 'reply', replies: examples === undefined ? [] : makeReplies(examples, widget.name) };
}

/** Calls one of several numbers. They ring one after the other here. */
function dial(scene: Scene, stage: number, effects: readonly Effect[]): Found {
  const { does } = scene.widget;
  if (does.kind !== 'connect') return giveUp(scene);
  const to = listParties(scene)[stage] ?? '';
  const state = changeTop(scene.state, { stage });
  return wait({ ...scene, state }, { kind: 'party' }, [...effects, { kind: 'dialled', to }]);
}

function listParties(scene: Scene): string[] {
  const { does } = scene.widget;
  if (does.kind !== 'connect') return [];
  if (does.dial.kind === 'sip') return [render(scene, does.dial.to).trim()];
  return does.dial.to
    .split(',')
    .map((part) => render(scene, part).trim())
    .filter((part) => part !== '');
}

type PartyMove = Extract<Move, { kind: 'party' }>['does'];

const STATUS: Record<PartyMove, string> = {
  talked: 'completed',
  busy: 'busy',
  no_answer: 'no-answer',
  failed: 'failed',
};

function takeParty(scene: Scene, does: PartyMove): Found {
  const { frame, widget } = scene;
  const isRecorded =
    does === 'talked' && widget.does.kind === 'connect' && (widget.does.dial.isRecorded || frame.isRecording);
  const effects: Effect[] = isRecorded ? [{ kind: 'recording', does: 'starts' }] : [];
  const next = frame.stage + 1;
  if (does !== 'talked' && next < listParties(scene).length) return dial(scene, next, effects);
  return goOn(remember(scene, { DialCallStatus: STATUS[does] }), 'callCompleted', effects);
}

/** A queue whose name is computed is asked for by the name of its widget. */
function findQueue({ program, widget }: Scene, key: string): string {
  const name = key === '' || /\{\{|\{%/.test(key) ? widget.name : key;
  return program.outside.findValue('queue', name, placeOf(widget));
}

/** A call that does not get through could not be queued. */
function leaveQueue(scene: Scene, does: PartyMove): Found {
  if (does === 'talked') return goOn(scene, 'callComplete');
  return goOn(
    scene,
    findNext(scene.widget, 'failedToEnqueue') === undefined ? 'callFailure' : 'failedToEnqueue',
  );
}

function startFlow(scene: Scene, { sid, parameters }: Extract<Does, { kind: 'subflow' }>): Found {
  const flow = scene.program.findFlow(sid);
  if (flow === undefined) return giveUp(scene);
  const given = parameters.map(({ key, value }) => [key, render(scene, value)] as const);
  const fields = withFields(Object.create(null) as Fields, given);
  return { ...goOn(scene, undefined), started: { flow, parameters: fields } };
}

function send(scene: Scene, { to, body, timeout }: Extract<Does, { kind: 'message' }>): Found {
  const found = scene.program.outside.findSms(body);
  if (found === undefined) return giveUp(scene);
  const number = to.trim() === '' ? scene.state.remote : render(scene, to).trim();
  const effect: Effect = {
    kind: 'sent',
    to: number,
    template: found.template,
    data: { text: render(scene, body) },
  };
  return timeout === undefined ? goOn(scene, 'sent', [effect]) : wait(scene, awaitText(scene), [effect]);
}

function awaitText({ program, frame, widget }: Scene): Awaits {
  const examples = program.examples[frame.flow];
  const texts = examples === undefined ? [] : (findExamples(examples, widget.name).get('inbound.Body') ?? []);
  return { kind: 'message', texts: [...texts, 'something else'] };
}

function stream(scene: Scene, { action, url }: Extract<Does, { kind: 'stream' }>): Found {
  if (action === 'stop') return goOn(scene, 'next');
  const to = render(scene, url).trim();
  return to === '' ? giveUp(scene) : goOn(scene, 'next', [{ kind: 'streamed', to }]);
}
