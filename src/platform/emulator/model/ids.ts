/**
 * Names that the platform gives and takes: ids in sequence, recording names once.
 *
 * 1. Each kind counts by itself: what else was asked for meanwhile, such as a command repeated after a node died and
 *    refused, does not change an id.
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

  /** The next id of a kind: it looks like a UUID, and the same run gives the same ids. */
  next(kind: IdKind): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const digits = count.toString(16).padStart(12, '0');
    return `${this.#prefix}-000${kinds[kind].toString(16)}-4000-8000-${digits}`;
  }

  /** Takes a recording name for a project; false when it has been taken before (voice.md 8). */
  claimRecordingName(appId: string, name: string): boolean {
    const claim = JSON.stringify([appId, name]);
    if (this.#recordingNames.has(claim)) return false;
    this.#recordingNames.add(claim);
    return true;
  }
}
