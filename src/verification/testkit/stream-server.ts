/** Receiver of the audio of a simulated call. It ignores the audio, but may end the stream. */
import type { PlatformModel } from '../../platform/emulator/model/index.ts';

export class StreamServer {
  readonly #streams: PlatformModel['streams'];
  #live: string | undefined;

  constructor({ streams }: PlatformModel) {
    this.#streams = streams;
  }

  get isStreaming(): boolean {
    return this.#live !== undefined;
  }

  /** Accepts and closes streams as the platform requests. */
  attend(now: number): void {
    for (const { act, streamId } of this.#streams.orders()) {
      if (act === 'open') {
        this.#live = streamId;
        this.#streams.opened(streamId, now);
      } else if (this.#live === streamId) this.#live = undefined;
    }
  }

  /** Closes or breaks the connection; false if there is none. */
  end(how: 'closes' | 'breaks', now: number): boolean {
    this.attend(now);
    const live = this.#live;
    if (live === undefined) return false;
    if (how === 'closes') this.#streams.closed(live, now);
    else this.#streams.failed(live, 'the connection broke', now);
    this.#live = undefined;
    return true;
  }
}
