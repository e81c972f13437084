/** What the caller does, and those with whom the caller talks. */
import { NO_ANSWER } from '../call/index.ts';
import type { Note } from '../call/index.ts';
import type { Clock, Move } from './scenario.ts';
import { circumstance, impossible, isOver, waitFor } from './scene.ts';
import type { Miss, MovesOf, Scene } from './scene.ts';
import type { PlayedCall } from './simulation.ts';
import { shortTime } from './time.ts';

const DAY_MS = 86_400_000;

/** What people do. */
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
    waitFor(call, () => call.trace.slice(before).some(({ event }) => event.type.endsWith('digits')));
    scene.acted.at = call.now;
    return undefined;
  },

  says(scene, { text }) {
    const { call } = scene;
    const what = text === '' ? 'mumble' : `say "${text}"`;
    if (isOver(call)) return impossible(what);
    const listens = () => call.line?.listens_for_words === true || call.line?.state === 'bridged';
    if (!waitFor(call, () => listens() || isOver(call)) || isOver(call))
      return {
        message: `nothing listened for speech ${circumstance(call)}, so the caller could not ${what}`,
      };
    acts(scene, () => call.say(text));
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

  texts(scene, { text }) {
    const { call } = scene;
    const isWaiting = () => call.record.context.awaits !== '';
    if (!waitFor(call, () => isWaiting() || call.hasEnded) || !isWaiting())
      return {
        message: `nothing waited for a message ${circumstance(call)}, so "${text}" could not be sent`,
      };
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
    if (isOver(call)) return impossible('wait on the line');
    call.advanceTo(call.now + ms);
    return undefined;
  },

  waits_until({ call }, { clock, written }) {
    if (isOver(call)) return impossible(`wait until ${written}`);
    const time = nextTime(clock, call.now);
    if (time < call.now)
      return { message: `cannot wait until ${written}: it is ${shortTime(call.now)} already` };
    call.advanceTo(time);
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
};

function press(scene: Scene, key: string, what: string): Miss | undefined {
  const { call } = scene;
  if (isOver(call)) return impossible(`press ${what}`);
  const listens = () => call.line?.listens === true || call.line?.state === 'bridged';
  if (!waitFor(call, () => listens() || isOver(call)) || isOver(call))
    return { message: `nothing listened for keys ${circumstance(call)}, so ${what} could not be pressed` };
  acts(scene, () => call.press(key));
  return undefined;
}

/** What is heard from now on comes after something that the caller does. */
function acts(scene: Scene, act: () => void): void {
  const plays = scene.call.heard.length;
  act();
  scene.acted = { plays, at: scene.call.now };
}

/** The moment meant, or the next time after now that it is so late. */
function nextTime(clock: Clock, now: number): number {
  if ('at' in clock) return clock.at;
  const today = now - (now % DAY_MS) + clock.timeOfDayMs;
  return today > now ? today : today + DAY_MS;
}

function endStream(call: PlayedCall, how: 'closes' | 'breaks'): Miss | undefined {
  waitFor(call, () => call.isStreaming || isOver(call));
  return call.endStream(how) ? undefined : { message: `nothing was streamed ${circumstance(call)}` };
}

function isSilence(note: Note): boolean {
  return note.kind === 'because' && note.text === NO_ANSWER;
}
