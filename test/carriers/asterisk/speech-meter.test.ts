/** How long somebody speaks in a recording. */
import { expect, test } from 'vitest';
import { SpeechMeter } from '../../../src/carriers/asterisk/speech-meter.ts';

const RATE = 8;

/** Returns samples of 16 bits: a tone, or silence with this much noise. */
function render(ms: number, amplitude: number): Buffer {
  const audio = Buffer.alloc(ms * RATE * 2);
  for (let at = 0; at < ms * RATE; at += 1)
    audio.writeInt16LE(Math.round(amplitude * Math.sin((2 * Math.PI * 600 * at) / 8_000)), at * 2);
  return audio;
}

function measure(...audio: Buffer[]): number {
  const file = Buffer.concat([Buffer.alloc(44, 0xff), ...audio]);
  const meter = new SpeechMeter();
  // Pieces of a size that fits no frame.
  for (let at = 0; at < file.length; at += 777) meter.add(file.subarray(at, at + 777));
  return meter.speechMs;
}

const silence = (ms: number) => render(ms, 50);
const speech = (ms: number) => render(ms, 6_000);

test.each([
  ['nothing', [], 0],
  ['silence with some noise', [silence(3_000)], 0],
  ['a click', [silence(500), speech(60), silence(500)], 0],
  ['speech between silence', [silence(1_000), speech(1_500), silence(2_000)], 1_500],
  ['two words', [speech(400), silence(200), speech(600)], 1_000],
])('%s', (_what, audio, ms) => {
  expect(measure(...audio)).toBe(ms);
});
