/**
 * Ids in sequence, and recording names, each used once.
 *
 * IDS-1. Each kind has its own sequence, so that a rejected retry of another command does not change an id.
 */

const kinds = {
  call: 1,
  channel: 2,
  play: 3,
  recording: 4,
  request: 5,
  token: 6,
  broadcast: 7,
  stream: 8,
  sms: 9,
  room: 10,
  conference: 11,
  participant: 12,
  archive: 13,
  cdr: 14,
};

type IdKind = keyof typeof kinds;

export class Ids {
  readonly #prefix: string;
  readonly #recordingNames = new Set<string>();
  readonly #counts = new Map<IdKind, number>();

  constructor(seed: number) {
    this.#prefix = (seed >>> 0).toString(16).padStart(8, '0');
  }

  /** Returns the next id of a kind. It looks like a UUID; the same run produces the same ids. */
  next(kind: IdKind): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const digits = count.toString(16).padStart(12, '0');
    return `${this.#prefix}-000${kinds[kind].toString(16)}-4000-8000-${digits}`;
  }

  /** Reserves a recording name of a project; false when it has been used before (voice.md 8). */
  claimRecordingName(appId: string, name: string): boolean {
    const claim = JSON.stringify([appId, name]);
    if (this.#recordingNames.has(claim)) return false;
    this.#recordingNames.add(claim);
    return true;
  }
}
