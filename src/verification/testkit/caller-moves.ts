/** Plays the moves of people: the caller, the other party, the stream receiver. */
import { isIgnored } from '../../call/index.ts';
import type { TraceEntry } from '../../call/index.ts';
import type { Clock, Move } from './scenario.ts';
import { renderWaitLimit, createEndedMiss, isOver, createMiss, waitFor } from './scene.ts';
import type { Miss, MovesOf, Scene } from './scene.ts';
import type { PlayedCall } from './simulation.ts';
import { formatShortTime } from './time.ts';

const DAY_MS = 86_400_000;

/** Moves of people. */
export const callerMoves: MovesOf<Exclude<Move['kind'], `expects_${string}` | 'hears' | 'does_not_hear'>> = {
  presses(scene, { keys, pauseMs }) {
    const { call } = scene;
    const presses = pauseMs === undefined ? [keys] : Array.from(keys);
    let before = 0;
    for (const [index, key] of presses.entries()) {
      if (index > 0) call.advanceTo(call.now + (pauseMs ?? 0));
      before = call.trace.length;
      const miss = press(scene, key, key === keys ? keys : `${key} of ${keys}`);
      if (miss !== undefined) return miss;
    }
    // Keys during a message are not reported: the terminator ends it, others have no effect.
    if (!isLastKeyRecorded(call)) waitFor(call, () => call.trace.slice(before).some(takesKeys));
    scene.acted.at = call.now;
    return undefined;
  },

  says(scene, { text }) {
    const { call } = scene;
    const what = text === '' ? 'mumble' : `say "${text}"`;
    if (isOver(call)) return createEndedMiss(call, what);
    const listens = () =>
      call.line?.listens_for_words === true ||
      call.line?.records_message === true ||
      call.line?.state === 'bridged';
    const before = silences(call);
    waitFor(call, () => listens() || silences(call) > before || isOver(call));
    if (silences(call) > before)
      return {
        message: `nothing listened for speech, so the caller could not ${what}`,
        hint: 'the flow asked for keys and timed out; if that is intended, write - stays_silent',
      };
    if (!listens() || isOver(call))
      return createMiss(
        call,
        `nothing listened for speech ${renderWaitLimit(call)}, so the caller could not ${what}`,
      );
    acts(scene, () => call.say(text));
    return undefined;
  },

  speaks(scene, { ms }) {
    const { call } = scene;
    if (isOver(call)) return createEndedMiss(call, 'speak');
    if (!waitFor(call, () => call.line?.records_message === true || isOver(call)) || isOver(call))
      return createMiss(call, `no message was recorded ${renderWaitLimit(call)}`);
    acts(scene, () => call.speak(ms));
    call.advanceTo(call.now + ms);
    return undefined;
  },

  stays_silent({ call }) {
    if (isOver(call)) return createEndedMiss(call, 'stay silent');
    const before = silences(call);
    waitFor(call, () => silences(call) > before || isOver(call));
    if (silences(call) > before) return undefined;
    return createMiss(call, `no question timed out ${renderWaitLimit(call)}`);
  },

  texts(scene, { text }) {
    const { call } = scene;
    const isWaiting = () => call.record.context.awaits !== '';
    if (!waitFor(call, () => isWaiting() || call.hasEnded) || !isWaiting())
      return createMiss(
        call,
        `nothing waited for a message ${renderWaitLimit(call)}, so "${text}" could not be sent`,
      );
    acts(scene, () => {
      call.text(text);
    });
    return undefined;
  },

  stream_ends({ call }) {
    return endStream(call, 'closes');
  },

  stream_breaks({ call }) {
    return endStream(call, 'breaks');
  },

  waits({ call }, { ms }) {
    if (isOver(call)) return createEndedMiss(call, 'wait on the line');
    call.advanceTo(call.now + ms);
    return undefined;
  },

  waits_until({ call }, { clock, written }) {
    if (isOver(call)) return createEndedMiss(call, `wait until ${written}`);
    const time = nextTime(clock, call.now);
    if (time < call.now)
      return { message: `cannot wait until ${written}: it is already ${formatShortTime(call.now)}` };
    call.advanceTo(time);
    return undefined;
  },

  hangs_up({ call }) {
    waitFor(call, () => call.line !== undefined || isOver(call));
    return call.hangUp() ? undefined : createEndedMiss(call, 'hang up');
  },

  operator_hangs_up({ call }) {
    if (isOver(call)) return createEndedMiss(call, 'end the call');
    if (call.record.context.hangups === 0) call.hangUp('operator');
    return undefined;
  },

  party_hangs_up({ call }, { number }) {
    if (isOver(call)) return createEndedMiss(call, `talk to ${number}`);
    const isTalking = () => call.line?.state === 'bridged' && call.line.bridge === number;
    if (!waitFor(call, () => isTalking() || isOver(call)) || !isTalking())
      return createMiss(call, `${number} was not talking to the caller ${renderWaitLimit(call)}`);
    call.hangUp('second');
    return undefined;
  },
};

function press(scene: Scene, key: string, what: string): Miss | undefined {
  const { call } = scene;
  if (isOver(call)) return createEndedMiss(call, `press ${what}`);
  if (!waitFor(call, () => hearsKeys(call) || isOver(call)) || isOver(call))
    return createMiss(
      call,
      `nothing listened for keys ${renderWaitLimit(call)}, so ${what} could not be pressed`,
    );
  acts(scene, () => call.press(key));
  return undefined;
}

/** True if the last key was pressed during a message. */
function isLastKeyRecorded({ log }: PlayedCall): boolean {
  const last = log.findLast(({ teller, entry }) => teller === 'platform' && entry.kind === 'key');
  return last?.teller === 'platform' && last.entry.kind === 'key' && last.entry.heard_by === 'recording';
}

function hearsKeys({ line }: PlayedCall): boolean {
  return line?.listens === true || line?.records_message === true || line?.state === 'bridged';
}

/** True if the platform reports new keys. */
function takesKeys({ event, notes }: TraceEntry): boolean {
  const isRepetition = notes.some((note) => isIgnored(note, 'repeated'));
  return event.type.endsWith('digits') && !isRepetition;
}

/** Records an act of the caller: what is heard from now on comes after it. */
function acts(scene: Scene, act: () => void): void {
  const plays = scene.call.heard.length;
  act();
  scene.acted = { plays, at: scene.call.now };
}

function nextTime(clock: Clock, now: number): number {
  if ('at' in clock) return clock.at;
  const today = now - (now % DAY_MS) + clock.timeOfDayMs;
  return today > now ? today : today + DAY_MS;
}

function endStream(call: PlayedCall, how: 'closes' | 'breaks'): Miss | undefined {
  waitFor(call, () => call.isStreaming || isOver(call));
  return call.endStream(how) ? undefined : createMiss(call, `nothing was streamed ${renderWaitLimit(call)}`);
}

function silences({ trace }: PlayedCall): number {
  return trace.filter(
    ({ event, notes }) => isEmptyMessage(event) || notes.some(({ kind }) => kind === 'no_input'),
  ).length;
}

/** True if a message has ended in which nobody spoke. */
function isEmptyMessage(event: TraceEntry['event']): boolean {
  return event.type === 'recording' && event.state === 'completed' && event.speechMs === 0;
}
