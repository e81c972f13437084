/** Telephone audio: 8 kHz mono u-law (ITU-T G.711), and WAV files with it. */

/** Samples, and bytes, per second. */
export const sampleRate = 8_000;

const toneHz = 440;
const amplitude = 8_000;
/** Number of samples after which a tone of 440 Hz repeats: eleven periods. */
const toneSamples = 200;
const bias = 0x84;

/** Encodes a 16-bit sample. */
export function encodeUlaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), 32_635) + bias;
  const exponent = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

const tone = Uint8Array.from({ length: toneSamples }, (_, index) =>
  encodeUlaw(Math.round(amplitude * Math.sin((2 * Math.PI * toneHz * index) / sampleRate))),
);

/** Returns samples of a 440 Hz tone, beginning at sample `from`. */
export function createTone(from: number, samples: number): Uint8Array {
  return Uint8Array.from({ length: samples }, (_, index) => tone[(from + index) % toneSamples] ?? 0);
}

/** Returns silent samples. */
export function createSilence(samples: number): Uint8Array {
  return new Uint8Array(samples).fill(encodeUlaw(0));
}

const formatUlaw = 7;
const headerBytes = 58;

/** Creates a WAV file of u-law samples. */
export function createWav(samples: Uint8Array): Uint8Array {
  const file = Buffer.alloc(headerBytes + samples.length);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(18, 16);
  file.writeUInt16LE(formatUlaw, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  // Formats other than PCM need the number of samples.
  file.write('fact', 38, 'latin1');
  file.writeUInt32LE(4, 42);
  file.writeUInt32LE(samples.length, 46);
  file.write('data', 50, 'latin1');
  file.writeUInt32LE(samples.length, 54);
  file.set(samples, headerBytes);
  return file;
}
