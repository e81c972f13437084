/** What each type of widget does, by the rules of Studio. */
import type { Awaits, Effect, Move } from '../../../verification/compare/index.ts';
import { UnsupportedLiquid } from '../liquid/evaluate.ts';
import { type Condition, type Does, type Parameter, type Widget } from '../widgets.ts';
import { evaluateTest } from './conditions.ts';
import { findExamples, makeReplies } from './examples.ts';
import { dial, findQueue, leaveQueue, takeParty } from './parties.ts';
import { awaitAnswer, gather, speak } from './questions.ts';
import { makeRequest, readReply } from './requests.ts';
import { giveUp, goOn, remember, render, wait, type Found, type Program, type Scene } from './scene.ts';
import { changeTop, withFields, type CallState, type Fields, type Frame } from './state.ts';

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
