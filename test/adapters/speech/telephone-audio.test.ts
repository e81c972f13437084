/** Any WAV file becomes audio of a telephone, without distortion, without a hang, and beside other work. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OperationalError } from '../../../src/engine/ports/index.ts';
import { toTelephoneAudio } from '../../../src/adapters/speech-files/telephone-audio.ts';
import { scaleRuns } from '../../setup/property-runs.ts';
import { createTone, decodeMuLaw, measureTone, writeWav } from './wav-file.ts';
import type { Shape } from './wav-file.ts';

const { signal } = new AbortController();

async function convert(samples: readonly number[], shape?: Shape): Promise<number[]> {
  return decodeMuLaw(await toTelephoneAudio(writeWav(samples, shape), signal));
}

function toDecibels(level: number): number {
  return 20 * Math.log10(level);
}

describe('a tone', () => {
  const rates = [8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000, 12_345];

  test.each(rates)('of 1,000 Hz at %i samples a second keeps level and length', async (rate) => {
    const heard = await convert(createTone(1_000, { rate }), { rate });
    expect(heard).toHaveLength(8_000);
    expect(Math.abs(toDecibels(measureTone(heard.slice(200, 7_800), 1_000) / 0.5))).toBeLessThan(0.2);
  });

  test.each(rates)('at %i samples a second is heard up to 3,400 Hz', async (rate) => {
    const heard = await convert(createTone(3_400, { rate }), { rate });
    expect(toDecibels(measureTone(heard.slice(200, 7_800), 3_400) / 0.5)).toBeGreaterThan(-3);
  });

  test.each([16_000, 22_050, 24_000, 44_100, 48_000])(
    'above the band of telephones, at %i samples a second, does not fold back into it',
    async (rate) => {
      const heard = await convert(createTone(5_000, { rate }), { rate });
      expect(toDecibels(measureTone(heard.slice(200, 7_800), 3_000))).toBeLessThan(-50);
      expect(Math.max(...heard.slice(200, 7_800).map(Math.abs))).toBeLessThan(0.002);
    },
  );

  test('is clipped, not wrapped, where it is too loud', async () => {
    const heard = await convert(createTone(100, { level: 3 }), { encoding: 3, bits: 32 });
    expect(Math.max(...heard)).toBeGreaterThan(0.97);
    expect(measureTone(heard, 100)).toBeGreaterThan(1);
  });
});

describe('a file', () => {
  const shapes: [string, Shape][] = [
    ['of 8 bits', { bits: 8 }],
    ['of 16 bits', {}],
    ['of 24 bits', { bits: 24 }],
    ['of 32 bits', { bits: 32 }],
    ['of floating point', { encoding: 3, bits: 32 }],
    ['of double floating point', { encoding: 3, bits: 64 }],
    ['with two channels', { channels: 2 }],
    ['with an extensible format', { isExtensible: true, bits: 24 }],
    ['with a chunk of odd length before the data', { otherBytes: 13 }],
    ['that states no length', { stated: 0 }],
    ['that states the longest length', { stated: 0xffff_ffff }],
    ['that states a length as eSpeak NG does', { stated: 0x7fff_f000 }],
  ];

  test.each(shapes)('%s is read', async (_, shape) => {
    const heard = await convert(createTone(440, { seconds: 0.5 }), shape);
    expect(heard).toHaveLength(4_000);
    expect(measureTone(heard, 440)).toBeCloseTo(0.5, 1);
  });

  const broken: [string, Uint8Array, string][] = [
    ['an empty file', new Uint8Array(), 'no WAV file'],
    ['a text', Buffer.from('{"error": "no such voice"}'), 'no WAV file'],
    ['a file that ends before its data', writeWav([0, 0]).subarray(0, 36), 'no data'],
    ['a file of compressed audio', writeWav([0], { encoding: 85 }), 'format 85'],
    ['a file of nine channels', writeWav([0], { channels: 9 }), '9 channels'],
    ['a file of no samples a second', writeWav([0], { rate: 0 }), '0 samples per second'],
  ];

  test.each(broken)('%s is refused with the reason', async (_, file, why) => {
    const error: unknown = await toTelephoneAudio(file, signal).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'speech_unreadable', retryable: false });
    expect((error as Error).message).toContain(why);
  });

  test('of any bytes is converted or refused, never anything else', async () => {
    const start = fc.constantFrom(new Uint8Array(), writeWav([0.1, 0.2]), writeWav([], { bits: 24 }));
    const change = fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 8 });
    const property = fc.asyncProperty(
      start,
      change,
      fc.uint8Array({ maxLength: 200 }),
      async (file, changes, rest) => {
        const bytes = Buffer.concat([file, rest]);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        const result: unknown = await toTelephoneAudio(bytes, signal).catch((thrown: unknown) => thrown);
        expect(result instanceof Uint8Array || result instanceof OperationalError).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: scaleRuns(300) });
  });
});

describe('a long file', () => {
  const rate = 22_050;
  const file = writeWav(createTone(440, { rate, seconds: 60 }), { rate });

  test('leaves the process to others while it is converted', async () => {
    let turns = 0;
    let isDone = false;
    const takeTurn = () => {
      turns += 1;
      if (!isDone) setImmediate(takeTurn);
    };
    takeTurn();
    await toTelephoneAudio(file, signal);
    isDone = true;
    // A minute has 480,000 samples: a turn for others after each 4,000 of them, which take about a millisecond.
    expect(turns).toBeGreaterThanOrEqual(120);
  });

  test('is not converted to its end when nobody waits for it', async () => {
    const controller = new AbortController();
    const converted = toTelephoneAudio(file, controller.signal);
    controller.abort(new Error('nobody waits'));
    await expect(converted).rejects.toThrow('nobody waits');
  });
});
