/** What callers hear, and what they answer. */
import { isTemplate } from '../liquid/syntax.ts';
import type { Awaits, Effect, Move } from '../../../verification/compare/index.ts';
import { UnsupportedLiquid } from '../liquid/evaluate.ts';
import { DEFAULT_LANGUAGE, findNext, type Speech, type Widget } from '../widgets.ts';
import { findExamples } from './examples.ts';
import { giveUp, goOn, NOTHING, remember, render, wait, type Found, type Scene } from './scene.ts';

/** As often as a text that is repeated for ever is said. */
const MAX_LOOPS = 20;

export function speak(scene: Scene, { kind, text, loop, language }: Speech): Effect[] {
  if (text.trim() === '') return [];
  const times = loop === 0 ? MAX_LOOPS : Math.min(loop, MAX_LOOPS);
  if (isTemplate(language)) throw new UnsupportedLiquid(language);
  if (kind === 'say') {
    return repeat(
      { kind: 'heard', text: render(scene, text), language: language === '' ? DEFAULT_LANGUAGE : language },
      times,
    );
  }
  if (isTemplate(text)) throw new UnsupportedLiquid(text);
  const url = text.trim();
  const audio = /^https:/i.test(url) ? url : scene.program.outside.findAudio(url);
  return repeat({ kind: 'heard_audio', audio }, times);
}

function repeat(effect: Effect, times: number): Effect[] {
  return new Array<Effect>(times).fill(effect);
}

export function awaitAnswer({ program, frame, widget }: Scene): Awaits {
  const examples = program.examples[frame.flow];
  if (examples === undefined || widget.does.kind !== 'gather') return NOTHING;
  const found = findExamples(examples, widget.name);
  const { most, finish } = widget.does.keys;
  const keys = [...(found.get('Digits') ?? []), ...sampleNumbers(most)].filter(
    (one) => /^[\d*#]+$/.test(one) && (finish === '' || !one.includes(finish)),
  );
  const words = isHeard(widget) ? (found.get('SpeechResult') ?? []).filter((one) => /\p{L}/u.test(one)) : [];
  return { kind: 'answer', keys: keys.length > 0 ? keys : ['1'], words };
}

/** Numbers of the most digits that are taken, and of one more. */
function sampleNumbers(most: number | undefined): string[] {
  if (most === undefined || most === 1 || most > SAMPLE.length) return [];
  return [SAMPLE.slice(0, most), SAMPLE.slice(0, most + 1)];
}

const SAMPLE = '123456789012345678901234567890';

function isHeard(widget: Widget): boolean {
  return findNext(widget, 'speech') !== undefined;
}

export function gather(scene: Scene, move: Move): Found {
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
