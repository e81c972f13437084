/**
 * Measures how long somebody speaks in a recording: WAV with 16 bits and 8,000 samples a second, as Asterisk writes it. Asterisk's
 * own figure counts the silence at the end as speech.
 */

const HEADER_BYTES = 44;
const FRAME_MS = 20;
const FRAME_BYTES = 2 * 8 * FRAME_MS;
/** Mean amplitude from which a frame is no silence, as for Asterisk. */
const MIN_LEVEL = 256;
/** Shorter sounds are clicks. */
const MIN_RUN_FRAMES = 5;

/** What is kept before speech, ms: the beginning of a word is quiet. */
const LEAD_MS = 300;

/** Returns a recording from the beginning of its speech on; undefined without speech. */
export function cutSilence(file: Buffer): Buffer | undefined {
  const meter = new SpeechMeter();
  for (let at = HEADER_BYTES; at < file.length; at += FRAME_BYTES) {
    meter.add(at === HEADER_BYTES ? file.subarray(0, at + FRAME_BYTES) : file.subarray(at, at + FRAME_BYTES));
    if (meter.speechMs === 0) continue;
    const from = Math.max(
      HEADER_BYTES,
      at - ((LEAD_MS + MIN_RUN_FRAMES * FRAME_MS) / FRAME_MS) * FRAME_BYTES,
    );
    return writeWav(file.subarray(from));
  }
  return undefined;
}

/** Renders a WAV file of 16 bits and 8,000 samples a second. */
function writeWav(samples: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

export class SpeechMeter {
  #rest: Buffer = Buffer.alloc(0);
  #skip = HEADER_BYTES;
  #run = 0;
  #frames = 0;
  #hasSound = false;

  /** False while the file has a header alone; silence is sound. */
  get hasSound(): boolean {
    return this.#hasSound;
  }

  /** Time of the speech so far, ms. */
  get speechMs(): number {
    return this.#frames * FRAME_MS;
  }

  /** Takes the next bytes of the file. */
  add(bytes: Uint8Array): void {
    const skipped = Math.min(this.#skip, bytes.length);
    this.#skip -= skipped;
    this.#hasSound ||= bytes.length > skipped;
    const data = Buffer.concat([this.#rest, bytes.subarray(skipped)]);
    let at = 0;
    for (; at + FRAME_BYTES <= data.length; at += FRAME_BYTES) this.#addFrame(data, at);
    this.#rest = data.subarray(at);
  }

  #addFrame(data: Buffer, from: number): void {
    let sum = 0;
    for (let at = from; at < from + FRAME_BYTES; at += 2) sum += Math.abs(data.readInt16LE(at));
    this.#run = sum / (FRAME_BYTES / 2) >= MIN_LEVEL ? this.#run + 1 : 0;
    if (this.#run === MIN_RUN_FRAMES) this.#frames += MIN_RUN_FRAMES;
    else if (this.#run > MIN_RUN_FRAMES) this.#frames += 1;
  }
}
