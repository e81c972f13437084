/** Tones in µ-law at 8 kHz, for telephones of tests. */
const RATE = 8_000;
const AMPLITUDE = 8_000;

/** Renders a tone. */
export function renderTone(hz: number, ms: number): Buffer {
  const samples = Array.from({ length: (ms * RATE) / 1_000 }, (_, at) =>
    encode(Math.round(AMPLITUDE * Math.sin((2 * Math.PI * hz * at) / RATE))),
  );
  return Buffer.from(samples);
}

/** Size of the pieces in which a tone is looked for, samples. */
const PIECE = 160;

/** Returns how long the tone is heard, ms. */
export function measureTone(audio: Buffer, hz: number): number {
  let pieces = 0;
  for (let at = 0; at + PIECE <= audio.length; at += PIECE)
    if (measureLevel(audio.subarray(at, at + PIECE), hz) > AMPLITUDE / 4) pieces += 1;
  return (pieces * PIECE * 1_000) / RATE;
}

/** Returns the amplitude of one frequency (Goertzel). */
function measureLevel(piece: Buffer, hz: number): number {
  let [real, imaginary] = [0, 0];
  for (const [at, byte] of piece.entries()) {
    const angle = (2 * Math.PI * hz * at) / RATE;
    real += decode(byte) * Math.cos(angle);
    imaginary += decode(byte) * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / piece.length;
}

const BIAS = 0x84;

function encode(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const value = Math.min(32_635, Math.abs(sample)) + BIAS;
  const exponent = Math.max(0, Math.floor(Math.log2(value)) - 7);
  const mantissa = (value >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function decode(byte: number): number {
  const inverted = ~byte & 0xff;
  const exponent = (inverted >> 4) & 0x07;
  const value = (((inverted & 0x0f) << 3) + BIAS) << exponent;
  return (inverted & 0x80) === 0 ? value - BIAS : BIAS - value;
}
