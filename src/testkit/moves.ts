/**
 * What each line of a script does to a simulated call. A move lets time pass until it can be made, as a person would,
 * but never longer than a person's patience; what could not be made or did not come is a miss, told with its reason.
 */
import { BRIDGE_LIMIT, LIMIT, NO_ANSWER } from '../call/index.ts';
import type { Note } from '../call/index.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { findHeard, inWords, nearestHeard, patternOf } from './hearing.ts';
import type { Position } from './hearing.ts';
import { commandInWords, fits } from './command-pattern.ts';
import type { Move } from './scenario.ts';
import { findSms, sentInWords, smsInWords } from './sms-moves.ts';
import type { Simulation } from './simulation.ts';
import { findRequest, notAsked } from './web-moves.ts';
import { lengthInWords, sinceStart } from './time.ts';

/** Why a line could not be carried out. */
export interface Miss {
  message: string;
  hint?: string;
}

/** A call with how far a script has come in it: what lies behind these places was used by earlier lines. */
export interface Scene {
  call: Simulation;
  flow: CompiledFlow;
  heard: Position;
  /** Commands that are done with. */
  commands: number;
  /** Requests to web services that are done with. */
  requests: number;
  /** Steps entered that are done with. */
  steps: number;
}

/** How long a line waits for what it needs, ms of virtual time. */
const PATIENCE_MS = 120_000;

/** Characters of what was heard that a hint repeats. */
const LONGEST_QUOTE = 120;

type MoveOf<Kind extends Move['kind']> = Extract<Move, { kind: Kind }>;

const moves: { [Kind in Move['kind']]: (scene: Scene, move: MoveOf<Kind>) => Miss | undefined } = {
  hears(scene, { what }) {
    const { call } = scene;
    const pattern = patternOf(what, scene.flow);
    const found = () => findHeard(call.heard, pattern, scene.heard);
    const isSatisfied = waitFor(call, () => found() !== undefined || isOver(call));
    const place = isSatisfied ? found() : undefined;
    if (place !== undefined) scene.heard = place;
    return place === undefined ? notHeard(scene, what) : undefined;
  },

  presses({ call }, { keys }) {
    if (isOver(call)) return impossible(`press ${keys}`);
    const listens = () => call.line?.listens === true || call.line?.state === 'bridged';
    if (!waitFor(call, () => listens() || isOver(call)) || isOver(call))
      return { message: `nothing listened for keys ${circumstance(call)}, so ${keys} could not be pressed` };
    const before = call.trace.length;
    call.press(keys);
    waitFor(call, () => call.trace.slice(before).some(({ event }) => event.type.endsWith('digits')));
    return undefined;
  },

  says({ call }, { text }) {
    const what = text === '' ? 'mumble' : `say "${text}"`;
    if (isOver(call)) return impossible(what);
    const listens = () => call.line?.listens_for_words === true || call.line?.state === 'bridged';
    if (!waitFor(call, () => listens() || isOver(call)) || isOver(call))
      return {
        message: `nothing listened for speech ${circumstance(call)}, so the caller could not ${what}`,
      };
    call.say(text);
    return undefined;
  },

  stays_silent({ call }) {
    if (isOver(call)) return impossible('stay silent');
    const silences = () => call.trace.filter(({ notes }) => notes.some(isSilence)).length;
    const before = silences();
    waitFor(call, () => silences() > before || isOver(call));
    if (silences() > before) return undefined;
    return { message: `nobody waited in vain for an answer ${circumstance(call)}` };
  },

  texts({ call }, { text }) {
    const isWaiting = () => call.record.context.awaits !== '';
    if (!waitFor(call, () => isWaiting() || call.hasEnded) || !isWaiting())
      return {
        message: `nothing waited for a message ${circumstance(call)}, so "${text}" could not be sent`,
      };
    call.text(text);
    return undefined;
  },

  stream_ends({ call }) {
    return endStream(call, 'closes');
  },

  stream_breaks({ call }) {
    return endStream(call, 'breaks');
  },

  waits({ call }, { ms }) {
    if (isOver(call)) return impossible('wait on the line');
    call.advanceTo(call.now + ms);
    return undefined;
  },

  hangs_up({ call }) {
    waitFor(call, () => call.line !== undefined || isOver(call));
    return call.hangUp() ? undefined : impossible('hang up');
  },

  party_hangs_up({ call }, { number }) {
    if (isOver(call)) return impossible(`talk to ${number}`);
    const isTalking = () => call.line?.state === 'bridged' && call.line.bridge === number;
    if (!waitFor(call, () => isTalking() || isOver(call)) || !isTalking())
      return { message: `${number} was not talking to the caller ${circumstance(call)}` };
    call.hangUp('second');
    return undefined;
  },

  expects_command(scene, { command }) {
    const { call } = scene;
    const next = () =>
      call.commands.findIndex((sent, index) => index >= scene.commands && fits(sent, command));
    waitFor(call, () => next() >= 0 || call.hasEnded);
    const index = next();
    if (index >= 0) scene.commands = index + 1;
    return index >= 0 ? undefined : notCommanded(scene, command);
  },

  expects_sms(scene, { sms }) {
    const { call } = scene;
    const found = () => findSms(call, sms, scene.commands);
    waitFor(call, () => found() >= 0 || call.hasEnded);
    const index = found();
    if (index >= 0) scene.commands = index + 1;
    if (index >= 0) return undefined;
    return {
      message: `there was no ${smsInWords(sms).slice(2)} ${circumstance(call)}`,
      hint: sentInWords(call),
    };
  },

  expects_outcome({ call }, { name }) {
    const { milestones } = call.record.context;
    const isReached = () => call.record.context.milestones.includes(name);
    waitFor(call, () => isReached() || call.hasEnded);
    if (isReached()) return undefined;
    const hint = milestones.length === 0 ? 'it has got to none' : `it has got to ${milestones.join(', ')}`;
    return { message: `the call did not get to the outcome "${name}" ${circumstance(call)}`, hint };
  },

  expects_http(scene, { request }) {
    const { call } = scene;
    const next = () => findRequest(call, request, scene.requests);
    waitFor(call, () => next() >= 0 || call.hasEnded);
    const index = next();
    if (index >= 0) scene.requests = index + 1;
    return index >= 0 ? undefined : notAsked(call, request, circumstance(call));
  },

  expects_step(scene, { step }) {
    const { call } = scene;
    const next = () => enteredSteps(call).indexOf(step, scene.steps);
    waitFor(call, () => next() >= 0 || call.record.context.step === step || call.hasEnded);
    const index = next();
    if (index >= 0) scene.steps = index + 1;
    if (index >= 0 || call.record.context.step === step) return undefined;
    const hint = `it went through ${enteredSteps(call).join(', ')}`;
    return { message: `the flow did not come to step "${step}" ${circumstance(call)}`, hint };
  },

  expects_end({ call }, { reason }) {
    if (!call.runUntil(() => call.hasEnded, Infinity)) return neverEnded(call);
    const found = call.record.context.call.reason;
    return found === reason ? undefined : { message: `the call ended as "${found}", not "${reason}"` };
  },

  expects_var({ call, flow }, { variable, value }) {
    const found = call.record.context.vars[variable];
    if (found === value) return undefined;
    const shown = flow.vars[variable]?.secret === true ? 'another value' : JSON.stringify(found);
    return { message: `the variable "${variable}" is ${shown}, not ${JSON.stringify(value)}` };
  },
};

function endStream(call: Simulation, how: 'closes' | 'breaks'): Miss | undefined {
  waitFor(call, () => call.isStreaming || isOver(call));
  return call.endStream(how) ? undefined : { message: `nothing was streamed ${circumstance(call)}` };
}

/** Makes one move; says what was missing. */
export function make(scene: Scene, move: Move): Miss | undefined {
  // The table's type guarantees the match of kind and function; TypeScript does not follow it through an index.
  const run = moves[move.kind] as (scene: Scene, move: Move) => Miss | undefined;
  return run(scene, move);
}

/** Lets a call whose script is over run on to its end; one that only its limits would end is a miss. */
export function finish({ call }: Scene): Miss | undefined {
  if (!call.runUntil(() => call.hasEnded || isOnlyLimited(call), Infinity)) return neverEnded(call);
  if (call.hasEnded) return undefined;
  return {
    message: 'the script is over, but the call is not: nothing but its limits would end it',
    hint: 'say how it ends, for instance with "- hangs_up"',
  };
}

/** The next thing to happen would be that one of the limits is reached. */
function isOnlyLimited(call: Simulation): boolean {
  const { [LIMIT]: limit = Infinity, [BRIDGE_LIMIT]: bridgeLimit = Infinity } = call.record.timers;
  return (call.nextAt() ?? 0) >= Math.min(limit, bridgeLimit);
}

function waitFor(call: Simulation, holds: () => boolean): boolean {
  return call.runUntil(holds, call.now + PATIENCE_MS);
}

/** Nobody is on the line any more. */
function isOver(call: Simulation): boolean {
  return call.hasEnded || call.line?.state === 'disconnected';
}

function isSilence(note: Note): boolean {
  return note.kind === 'because' && note.text === NO_ANSWER;
}

function impossible(what: string): Miss {
  return { message: `cannot ${what}: the call has ended` };
}

function circumstance(call: Simulation): string {
  return isOver(call) ? 'before the call ended' : `within ${lengthInWords(PATIENCE_MS)}`;
}

function notHeard({ call, flow, heard }: Scene, what: MoveOf<'hears'>['what']): Miss {
  const message = `the caller did not hear ${inWords(what)} ${circumstance(call)}`;
  const { startedAt } = call.record;
  const nearest =
    nearestHeard(call.heard.slice(heard.play), what, flow) ?? nearestHeard(call.heard, what, flow);
  if (nearest !== undefined)
    return { message, hint: `nearest: "${shortened(nearest.text)}" at ${sinceStart(nearest.at, startedAt)}` };
  const last = call.heard.at(-1);
  const hint =
    last === undefined ? 'nothing was heard at all' : `the last thing heard was "${shortened(last.text)}"`;
  return { message, hint };
}

function notCommanded({ call, commands }: Scene, pattern: MoveOf<'expects_command'>['command']): Miss {
  const message = `the flow did not give the command ${commandInWords(pattern)} ${circumstance(call)}`;
  const { startedAt } = call.record;
  const alike = call.commands.slice(commands).filter(({ kind }) => kind === pattern.kind);
  const earlier = call.commands.slice(0, commands).find((sent) => fits(sent, pattern));
  const nearest = alike.at(-1) ?? earlier;
  const when = nearest && `${commandInWords(nearest)} at ${sinceStart(nearest.at, startedAt)}`;
  const order = alike.length === 0 ? ', before the command that was expected last' : '';
  return { message, ...(when === undefined ? {} : { hint: `nearest: ${when}${order}` }) };
}

function shortened(text: string): string {
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text;
}

function neverEnded(call: Simulation): Miss {
  const message = 'the call never ended';
  return call.isExhausted
    ? { message: `${message}: it was stopped after ${call.trace.length} events` }
    : { message };
}

function enteredSteps({ trace }: Simulation): string[] {
  return trace.flatMap(({ notes }) => notes.flatMap((note) => (note.kind === 'entered' ? [note.step] : [])));
}
