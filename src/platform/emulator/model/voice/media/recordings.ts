/** Recordings available for download; the oldest are dropped. */

interface RecordingFile {
  readonly appId: string;
  /** Undefined while it is running. */
  seconds: number | undefined;
}

export class Recordings {
  readonly #capacity: number;
  readonly #files = new Map<string, RecordingFile>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  begin(id: string, appId: string): void {
    this.#files.set(id, { appId, seconds: undefined });
    const [oldest] = this.#files.keys();
    if (oldest !== undefined && this.#files.size > this.#capacity) this.#files.delete(oldest);
  }

  finish(id: string, seconds: number): void {
    const file = this.#files.get(id);
    if (file) file.seconds = seconds;
  }

  /** Removes a failed recording. */
  discard(id: string): void {
    this.#files.delete(id);
  }

  get(id: string): RecordingFile | undefined {
    return this.#files.get(id);
  }
}
