/** Reads WAV files of speech engines: PCM of 8 to 32 bits and floating point, any sample rate, any number of channels. */
import { OperationalError } from '../../engine/ports/index.ts';

/** Audio of a WAV file as one channel. */
export interface Wav {
  /** Samples per second. */
  rate: number;
  /** Number of samples of one channel. */
  length: number;
  /** Returns the sample at this index, from -1 to 1: the mean of its channels. Indexes outside the audio are silent. */
  readSample: (index: number) => number;
}

interface Format {
  encoding: number;
  channels: number;
  rate: number;
  bits: number;
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const MAX_CHANNELS = 8;
const MIN_RATE = 4_000;
const MAX_RATE = 192_000;

/**
 * Parses a WAV file. Engines that write while they speak do not know its length: a data chunk of length 0, or of more bytes
 * than there are, extends to the end of the file. Throws an `OperationalError` `speech_unreadable`.
 */
export function parseWav(file: Uint8Array): Wav {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const { format, data } = readChunks(view);
  const { channels, rate, bits } = format;
  const read = chooseReader(format, data);
  const frameBytes = (channels * bits) / 8;
  return {
    rate,
    length: Math.floor(data.byteLength / frameBytes),
    readSample: createMixer(read, { channels, sampleBytes: bits / 8, bytes: data.byteLength }),
  };
}

function readChunks(view: DataView): { format: Format; data: DataView } {
  if (readName(view, 0) !== 'RIFF' || readName(view, 8) !== 'WAVE')
    throw unreadableError('it is no WAV file');
  let format: Format | undefined;
  for (let at = 12; at + 8 <= view.byteLength;) {
    const name = readName(view, at);
    const { start, length } = measureChunk(view, at);
    if (name === 'fmt ') format = readFormat(new DataView(view.buffer, view.byteOffset + start, length));
    if (name === 'data') {
      if (format === undefined) throw unreadableError('its data precede their format');
      return { format, data: new DataView(view.buffer, view.byteOffset + start, length) };
    }
    // Chunks begin at even offsets.
    at = start + length + (length % 2);
  }
  throw unreadableError('it contains no data');
}

/** Returns where the content of a chunk begins and how long it is, at most to the end of the file. */
function measureChunk(view: DataView, at: number): { start: number; length: number } {
  const start = at + 8;
  const rest = view.byteLength - start;
  const stated = view.getUint32(at + 4, true);
  const isOpen = stated > rest || (stated === 0 && readName(view, at) === 'data');
  return { start, length: isOpen ? rest : stated };
}

function readName(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return '';
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

function readFormat(chunk: DataView): Format {
  if (chunk.byteLength < 16) throw unreadableError('its format is cut off');
  const tag = chunk.getUint16(0, true);
  // The real format of an extensible one begins its identifier.
  const encoding = tag === EXTENSIBLE && chunk.byteLength >= 26 ? chunk.getUint16(24, true) : tag;
  const format = {
    encoding,
    channels: chunk.getUint16(2, true),
    rate: chunk.getUint32(4, true),
    bits: chunk.getUint16(14, true),
  };
  if (format.channels < 1 || format.channels > MAX_CHANNELS)
    throw unreadableError(`it has ${format.channels} channels`);
  if (format.rate < MIN_RATE || format.rate > MAX_RATE)
    throw unreadableError(`it has ${format.rate} samples per second`);
  return format;
}

type ReadAt = (byte: number) => number;

function chooseReader({ encoding, bits }: Format, data: DataView): ReadAt {
  const reader = READERS[`${encoding}/${bits}`];
  if (reader === undefined)
    throw unreadableError(`its format ${encoding} with ${bits} bits is not supported`);
  return reader(data);
}

/** Readers of one sample, by encoding and number of bits; PCM of 8 bits is unsigned. */
const READERS: Record<string, (data: DataView) => ReadAt> = {
  [`${PCM}/8`]: (data) => (byte) => (data.getUint8(byte) - 0x80) / 0x80,
  [`${PCM}/16`]: (data) => (byte) => data.getInt16(byte, true) / 0x8000,
  [`${PCM}/24`]: (data) => (byte) =>
    (data.getInt8(byte + 2) * 0x10000 + data.getUint16(byte, true)) / 0x800000,
  [`${PCM}/32`]: (data) => (byte) => data.getInt32(byte, true) / 0x80000000,
  [`${FLOAT}/32`]: (data) => (byte) => toFinite(data.getFloat32(byte, true)),
  [`${FLOAT}/64`]: (data) => (byte) => toFinite(data.getFloat64(byte, true)),
};

function toFinite(sample: number): number {
  return Number.isFinite(sample) ? sample : 0;
}

interface Layout {
  channels: number;
  sampleBytes: number;
  bytes: number;
}

function createMixer(read: ReadAt, { channels, sampleBytes, bytes }: Layout): Wav['readSample'] {
  const frameBytes = channels * sampleBytes;
  const length = Math.floor(bytes / frameBytes);
  return (index) => {
    if (index < 0 || index >= length) return 0;
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += read(index * frameBytes + channel * sampleBytes);
    return sum / channels;
  };
}

function unreadableError(why: string): OperationalError {
  const message = `the audio of the speech engine cannot be read: ${why}`;
  return new OperationalError('speech_unreadable', message, { retryable: false });
}
