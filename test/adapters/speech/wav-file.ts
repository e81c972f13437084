/** WAV files for tests, made here so that no code under test writes what it reads. */

export interface Shape {
  rate?: number;
  channels?: number;
  /** Encoding and bits: 1/16 is PCM of 16 bits, 3/32 floating point. */
  encoding?: number;
  bits?: number;
  isExtensible?: boolean;
  /** Length that the data chunk states; the real one by default. */
  stated?: number;
  /** A chunk of this many bytes before the data. */
  otherBytes?: number;
}

type Write = (view: DataView, at: number, sample: number) => void;

const writers: Record<string, Write> = {
  '1/8': (view, at, sample) => {
    view.setUint8(at, Math.round(sample * 127) + 128);
  },
  '1/16': (view, at, sample) => {
    view.setInt16(at, Math.round(sample * 32_767), true);
  },
  '1/24': (view, at, sample) => {
    const value = Math.round(sample * 8_388_607);
    view.setUint16(at, value & 0xffff, true);
    view.setInt8(at + 2, value >> 16);
  },
  '1/32': (view, at, sample) => {
    view.setInt32(at, Math.round(sample * 2_147_483_647), true);
  },
  '3/32': (view, at, sample) => {
    view.setFloat32(at, sample, true);
  },
  '3/64': (view, at, sample) => {
    view.setFloat64(at, sample, true);
  },
};

/** Writes samples, the same on every channel, as a WAV file. */
export function writeWav(samples: readonly number[], shape: Shape = {}): Uint8Array {
  const { rate = 8_000, channels = 1, encoding = 1, bits = 16, isExtensible = false, otherBytes } = shape;
  const frame = (channels * bits) / 8;
  const format = Buffer.alloc(isExtensible ? 40 : 16);
  format.writeUInt16LE(isExtensible ? 0xfffe : encoding, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * frame, 8);
  format.writeUInt16LE(frame, 12);
  format.writeUInt16LE(bits, 14);
  if (isExtensible) format.writeUInt16LE(encoding, 24);
  const data = Buffer.alloc(samples.length * frame);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const write = writers[`${encoding}/${bits}`];
  samples.forEach((sample, index) => {
    for (let channel = 0; channel < channels; channel++)
      write?.(view, index * frame + (channel * bits) / 8, sample);
  });
  const other = otherBytes === undefined ? [] : [chunk('LIST', Buffer.alloc(otherBytes, 1))];
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    ...other,
    chunk('data', data, shape.stated),
  ]);
  return chunk('RIFF', body);
}

function chunk(name: string, content: Buffer, stated = content.length): Buffer {
  const head = Buffer.alloc(8, name);
  head.writeUInt32LE(stated, 4);
  const padding = Buffer.alloc(content.length % 2);
  return Buffer.concat([head, content, padding]);
}

/** Returns a tone of this frequency. */
export function createTone(hertz: number, { rate = 8_000, seconds = 1, level = 0.5 } = {}): number[] {
  return Array.from(
    { length: Math.round(rate * seconds) },
    (_, index) => level * Math.sin((2 * Math.PI * hertz * index) / rate),
  );
}

/** Decodes µ-law by the table of G.711, which is written otherwise than the encoder. */
export function decodeMuLaw(audio: Uint8Array): number[] {
  return Array.from(audio, (byte) => {
    const [sign, segment, mantissa] = [byte < 0x80 ? -1 : 1, (~byte >> 4) & 7, ~byte & 15];
    return (sign * (((mantissa << 3) + 132) * 2 ** segment - 132)) / 32_768;
  });
}

/** Returns the level of a frequency within a signal (Goertzel), 1 for a full tone. */
export function measureTone(samples: readonly number[], hertz: number, rate = 8_000): number {
  let [real, imaginary] = [0, 0];
  samples.forEach((sample, index) => {
    const angle = (2 * Math.PI * hertz * index) / rate;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}
