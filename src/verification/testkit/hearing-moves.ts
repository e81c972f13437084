/** Plays the expectations about prompts. */
import { quote, shorten } from '../../language/text/index.ts';
import { findHeard, renderHearing, prepareListening, findNearest, findPrompts } from './hearing.ts';
import type { Position } from './hearing.ts';
import type { Hearing } from './scenario.ts';
import { renderWaitLimit, createEndedMiss, isOver, waitFor } from './scene.ts';
import type { Miss, MovesOf, Scene } from './scene.ts';
import { formatSinceStart } from './time.ts';

/** Expectations about prompts. */
export const hearingMoves: MovesOf<'hears' | 'does_not_hear'> = {
  hears(scene, { what }) {
    const { call } = scene;
    const found = createLookout(scene, what, expectedPosition(scene));
    const isSatisfied = waitFor(call, () => found() !== undefined || isOver(call));
    const place = isSatisfied ? found() : undefined;
    if (place !== undefined) scene.heard = place;
    return place === undefined ? createNotHeardMiss(scene, what) : undefined;
  },

  does_not_hear(scene, { what, forMs }) {
    const { call, acted } = scene;
    if (forMs > 0 && isOver(call)) return createEndedMiss(call, 'hear anything');
    if (forMs === 0 && call.now === acted.at && call.heard.length === acted.plays) return NOTHING_SAID;
    const found = createLookout(scene, what, { play: acted.plays, offset: 0 });
    call.runUntil(() => found() !== undefined, call.now + forMs);
    const place = found();
    return place && createHeardMiss(scene, what, place);
  },
};

/**
 * Returns the position from which the next prompt is expected: after the last act of the caller, including the current
 * prompt.
 */
function expectedPosition({ heard, acted }: Scene): Position {
  return acted.plays > heard.play ? { play: acted.plays, offset: 0 } : heard;
}

const NOTHING_SAID: Miss = {
  message: 'nothing has been played since the last act of the caller, so there is nothing to check',
  hint: 'move this line after a line that hears something, or set how long to listen: does_not_hear: { text: …, for: 10s }',
};

/** Returns a function that searches again whenever more has been heard. */
function createLookout(
  { call, flow }: Scene,
  what: Hearing,
  from: Position,
): () => ReturnType<typeof findHeard> {
  const listening = prepareListening(what, flow);
  let plays = -1;
  let place: Position | undefined;
  return () => {
    if (call.heard.length !== plays) place = findHeard(call.heard, listening, from);
    plays = call.heard.length;
    return place;
  };
}

function createHeardMiss({ call }: Scene, what: Hearing, { play }: Position): Miss {
  const heard = call.heard[play];
  const when = heard === undefined ? '' : ` at ${formatSinceStart(heard.at, call.record.startedAt)}`;
  return {
    message: `the caller heard ${renderHearing(what)}${when}`,
    ...(heard !== undefined && { hint: `it is part of ${quoteHeard(heard.text)}` }),
  };
}

function createNotHeardMiss(scene: Scene, what: Hearing): Miss {
  const { call } = scene;
  const message = `the caller did not hear ${renderHearing(what)} ${renderWaitLimit(call)}`;
  return {
    message,
    hint: explainEarlier(scene, what) ?? explainOtherLanguage(scene, what) ?? explainNearest(scene, what),
  };
}

/** Explains that the text was heard before the current position. */
function explainEarlier(scene: Scene, what: Hearing): string | undefined {
  const { call, flow } = scene;
  const place = findHeard(call.heard, prepareListening(what, flow), { play: 0, offset: 0 });
  const heard = place && call.heard[place.play];
  if (place === undefined || heard === undefined) return undefined;
  const isAnswered = place.play < scene.acted.plays;
  const before = isAnswered ? 'the last act of the caller' : 'the prompt of an earlier line';
  return `it was heard at ${formatSinceStart(heard.at, call.record.startedAt)}, before ${before}`;
}

/** Explains that the text belongs to a prompt that was heard in another language. */
function explainOtherLanguage({ call, flow, heard }: Scene, what: Hearing): string | undefined {
  if (what.kind !== 'text') return undefined;
  for (const { name, language } of findPrompts(what.text, flow)) {
    const place = findHeard(call.heard, prepareListening({ kind: 'prompt', name }, flow), heard);
    const found = place && call.heard[place.play];
    if (found === undefined) continue;
    const when = `${found.language === undefined ? '' : `in ${found.language} `}at ${formatSinceStart(found.at, call.record.startedAt)}`;
    return `that is the prompt "${name}" in ${language}, which was heard ${when}: ${quoteHeard(found.text)}`;
  }
  return undefined;
}

function explainNearest({ call, flow, heard }: Scene, what: Hearing): string {
  const { startedAt } = call.record;
  const behind = findNearest(call.heard.slice(heard.play), what, flow);
  const found = behind ?? findNearest(call.heard, what, flow);
  if (found !== undefined) {
    const { text, language, at } = found;
    const spoken = what.language === undefined || language === undefined ? '' : ` (${language})`;
    return `nearest: ${quoteHeard(text)}${spoken} at ${formatSinceStart(at, startedAt)}`;
  }
  const last = call.heard.at(-1);
  return last === undefined ? 'nothing was heard' : `the last thing heard was ${quoteHeard(last.text)}`;
}

/** Maximum number of quoted characters. */
const MAX_QUOTE = 120;

function quoteHeard(text: string): string {
  return quote(shorten(text, MAX_QUOTE));
}
