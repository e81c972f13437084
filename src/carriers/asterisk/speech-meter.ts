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

export class SpeechMeter {
  #rest: Buffer = Buffer.alloc(0);
  #skip = HEADER_BYTES;
  #run = 0;
  #frames = 0;

  /** Time of the speech so far, ms. */
  get speechMs(): number {
    return this.#frames * FRAME_MS;
  }

  /** Takes the next bytes of the file. */
  add(bytes: Uint8Array): void {
    const skipped = Math.min(this.#skip, bytes.length);
    this.#skip -= skipped;
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
