/**
 * Converts audio to that of telephones: µ-law of 8,000 samples a second, one channel (G.711). A windowed-sinc filter removes
 * what 8,000 samples cannot represent. The work is done in slices, between which other work of the process goes on.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { parseWav, type Wav } from './wav.ts';

/** Samples per second of a telephone. */
const TELEPHONE_RATE = 8_000;
/** Number of samples that are converted without a pause: about a millisecond of work. */
const SLICE = 4_000;
/** Zero crossings of the filter on each side; more of them make it steeper and slower. */
const CROSSINGS = 16;
/** Part of the telephone's band that the filter passes. */
const PASSED = 0.93;
/** Maximum number of positions between two samples of the source for which weights are computed. */
const MAX_PHASES = 512;

/** Converts a WAV file to µ-law. Throws an `OperationalError` `speech_unreadable`. */
export async function toTelephoneAudio(file: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  const wav = parseWav(file);
  const filter = createFilter(wav.rate);
  const audio = new Uint8Array(Math.floor((wav.length * TELEPHONE_RATE) / wav.rate));
  for (let from = 0; from < audio.length; from += SLICE) {
    convertSlice(wav, filter, { from, slice: audio.subarray(from, from + SLICE) });
    await yieldToOthers();
    signal.throwIfAborted();
  }
  return audio;
}

/** Returns µ-law audio without a sound. */
export function createSilence(ms: number): Uint8Array {
  return new Uint8Array(Math.ceil((ms * TELEPHONE_RATE) / 1_000)).fill(encodeMuLaw(0));
}

interface Filter {
  /** Samples of the source for each sample of the telephone. */
  step: number;
  /** Samples of the source that each sample of the telephone is made of. */
  taps: number;
  phases: number;
  /** Weights of the taps, phase by phase. */
  weights: Float64Array;
}

/** Computes the weights of a low-pass filter with a Blackman window. A source of the same rate needs no filter. */
function createFilter(rate: number): Filter {
  const step = rate / TELEPHONE_RATE;
  if (step === 1) return { step, taps: 1, phases: 1, weights: Float64Array.of(1) };
  const band = Math.min(1, 1 / step) * PASSED;
  const half = Math.ceil(CROSSINGS / band);
  const taps = 2 * half;
  const phases = Math.min(TELEPHONE_RATE / findCommonDivisor(rate, TELEPHONE_RATE), MAX_PHASES);
  const weights = new Float64Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    const row = weights.subarray(phase * taps, (phase + 1) * taps);
    for (let tap = 0; tap < taps; tap++) row[tap] = weigh(tap - half + 1 - phase / phases, { band, half });
    const sum = row.reduce((total, weight) => total + weight, 0);
    row.forEach((weight, tap) => (row[tap] = weight / sum));
  }
  return { step, taps, phases, weights };
}

/** Returns the value of the filter at this distance from its centre, in samples of the source. */
function weigh(distance: number, { band, half }: { band: number; half: number }): number {
  if (Math.abs(distance) >= half) return 0;
  const turn = (Math.PI * distance) / half;
  const window = 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
  const angle = Math.PI * band * distance;
  return window * (angle === 0 ? 1 : Math.sin(angle) / angle);
}

function findCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : findCommonDivisor(other, one % other);
}

/** A part of the telephone's audio, and the index at which it begins. */
interface Slice {
  from: number;
  slice: Uint8Array;
}

function convertSlice(wav: Wav, filter: Filter, { from, slice }: Slice): void {
  const { step, taps, phases, weights } = filter;
  const first = Math.floor(from * step) - taps;
  const source = readSamples(wav, first, Math.ceil(slice.length * step) + 2 * taps);
  for (let index = 0; index < slice.length; index++) {
    const phase = Math.round((from + index) * step * phases);
    const start = Math.floor(phase / phases) - Math.floor((taps - 1) / 2) - first;
    const row = (phase % phases) * taps;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) sum += (source[start + tap] ?? 0) * (weights[row + tap] ?? 0);
    slice[index] = encodeMuLaw(sum);
  }
}

function readSamples({ readSample }: Wav, first: number, count: number): Float64Array {
  const samples = new Float64Array(count);
  for (let index = 0; index < count; index++) samples[index] = readSample(first + index);
  return samples;
}

/** Largest amplitude of µ-law, and the bias with which its segments begin at powers of two. */
const CLIP = 32_635;
const BIAS = 132;

/** Encodes a sample from -1 to 1 as µ-law (G.711); louder ones are clipped. */
function encodeMuLaw(sample: number): number {
  const magnitude = Math.min(Math.round(Math.abs(sample) * 0x8000), CLIP) + BIAS;
  const segment = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (segment + 3)) & 0x0f;
  const sign = sample < 0 ? 0x80 : 0;
  return ~(sign | (segment << 4) | mantissa) & 0xff;
}
