/** What the caller hears, and what not. */
import { findHeard, inWords, listeningFor, nearestHeard } from './hearing.ts';
import type { Position } from './hearing.ts';
import type { Hearing } from './scenario.ts';
import { circumstance, isOver, shortened, waitFor } from './scene.ts';
import type { Miss, MovesOf, Scene } from './scene.ts';
import { sinceStart } from './time.ts';

/** What the caller hears. */
export const hearingMoves: MovesOf<'hears' | 'does_not_hear'> = {
  hears(scene, { what }) {
    const { call } = scene;
    const found = lookout(scene, what, scene.heard);
    const isSatisfied = waitFor(call, () => found() !== undefined || isOver(call));
    const place = isSatisfied ? found() : undefined;
    if (place !== undefined) scene.heard = place;
    return place === undefined ? notHeard(scene, what) : undefined;
  },

  does_not_hear(scene, { what, forMs }) {
    const { call, acted } = scene;
    if (forMs > 0 && isOver(call)) return { message: `nobody can hear anything: the call has ended` };
    if (forMs === 0 && call.now === acted.at && call.heard.length === acted.plays) return NOTHING_SAID;
    const found = lookout(scene, what, { play: acted.plays, offset: 0 });
    call.runUntil(() => found() !== undefined, call.now + forMs);
    const place = found();
    return place && heardAllTheSame(scene, what, place);
  },
};

const NOTHING_SAID: Miss = {
  message: 'the caller has heard nothing since the line before, so there is nothing to look at',
  hint: 'put this line behind what is heard, or say how long to listen: does_not_hear: { text: …, for: 10s }',
};

/** Looks for something each time that more was heard. */
function lookout({ call, flow }: Scene, what: Hearing, from: Position): () => ReturnType<typeof findHeard> {
  const listening = listeningFor(what, flow);
  let plays = -1;
  let place: Position | undefined;
  return () => {
    if (call.heard.length !== plays) place = findHeard(call.heard, listening, from);
    plays = call.heard.length;
    return place;
  };
}

function heardAllTheSame({ call }: Scene, what: Hearing, { play }: Position): Miss {
  const heard = call.heard[play];
  const when = heard === undefined ? '' : ` at ${sinceStart(heard.at, call.record.startedAt)}`;
  return {
    message: `the caller heard ${inWords(what)}${when}`,
    ...(heard !== undefined && { hint: `it is in "${shortened(heard.text)}"` }),
  };
}

function notHeard({ call, flow, heard }: Scene, what: Hearing): Miss {
  const message = `the caller did not hear ${inWords(what)} ${circumstance(call)}`;
  const { startedAt } = call.record;
  const behind = nearestHeard(call.heard.slice(heard.play), what, flow);
  const nearest = behind ?? nearestHeard(call.heard, what, flow);
  if (nearest !== undefined) {
    const { text, language } = nearest;
    const spoken = what.language === undefined || language === undefined ? '' : ` (${language})`;
    return {
      message,
      hint: `nearest: "${shortened(text)}"${spoken} at ${sinceStart(nearest.at, startedAt)}`,
    };
  }
  const last = call.heard.at(-1);
  const hint =
    last === undefined ? 'nothing was heard at all' : `the last thing heard was "${shortened(last.text)}"`;
  return { message, hint };
}
