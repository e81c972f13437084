/**
 * The spool of one node, in a directory on its own disk.
 *
 * Owns: the directory, which no other process may use, and what waits in it. Does not own: what the entries mean, when
 * they are applied.
 *
 * SEGMENTS-1 A segment that is read is not written to any more: reading and appending never meet in one file.
 * SEGMENTS-2 After a write that failed a new segment is begun; a line that was refused is not read (writer.ts).
 */
import { OperationalError } from '../../engine/ports/index.ts';
import type { Spool, Spooled, SpoolState } from '../../engine/ports/index.ts';
import { lockDirectory } from './lock.ts';
import { readSegment, removeSegment, toSegmentPath, segmentsIn, writeMark } from './segments.ts';
import type { Line } from './segments.ts';
import { SegmentWriter } from './writer.ts';

interface SpoolOptions {
  /** Made when it does not exist. */
  directory: string;
  /** Maximum size. Default 256 MB, about 800,000 notifications. */
  maxBytes?: number;
  /** Length at which a new segment is begun. Default 4 MB. */
  segmentBytes?: number;
}

const MEGABYTE = 1024 * 1024;

class FileSpool implements Spool {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #segmentBytes: number;
  readonly #unlock: () => void;
  /** Those with entries, in order; the last may be the one being written. */
  #segments: number[];
  #next: number;
  #writer: { number: number; file: SegmentWriter; bytes: number } | undefined;
  readonly #closing = new Set<Promise<void>>();
  /** Remaining entries of the first segment, once it was read. */
  #head: Line[] = [];
  readonly #counts = new Map<string, number>();
  #entries = 0;
  #bytes = 0;
  #oldestAt: number | undefined;
  /** The last entry found no room, and none was made since. */
  #isFull = false;

  constructor(options: Required<SpoolOptions>, unlock: () => void) {
    this.#directory = options.directory;
    this.#maxBytes = options.maxBytes;
    this.#segmentBytes = options.segmentBytes;
    this.#unlock = unlock;
    const found = segmentsIn(options.directory);
    this.#next = (found.at(-1) ?? 0) + 1;
    this.#segments = found.filter((number) => this.#takeUp(number));
  }

  async append(spooled: Spooled): Promise<void> {
    const line = `${JSON.stringify(spooled)}\n`;
    const bytes = Buffer.byteLength(line);
    this.#isFull = this.#bytes + bytes > this.#maxBytes;
    if (this.#isFull) throw full(this.#directory, this.#maxBytes);
    this.#add(spooled, bytes);
    const writer = this.#writerFor(bytes);
    try {
      await writer.file.append(line);
    } catch (error) {
      this.#remove(spooled, bytes);
      if (this.#writer === writer) this.#endWriter();
      throw notWritten(this.#directory, error);
    }
  }

  async oldest(limit: number): Promise<Spooled[]> {
    await this.#fillHead();
    return this.#head.slice(0, limit).map(({ spooled }) => spooled);
  }

  async takeOff(count: number): Promise<void> {
    await this.#fillHead();
    const [number] = this.#segments;
    const gone = this.#head.splice(0, count);
    const last = gone.at(-1);
    if (number === undefined || last === undefined) return;
    for (const { spooled, bytes } of gone) this.#remove(spooled, bytes);
    this.#isFull = false;
    this.#oldestAt = this.#head[0]?.spooled.at ?? (this.#entries === 0 ? undefined : this.#oldestAt);
    if (this.#head.length > 0) writeMark(this.#directory, number, last.number);
    else this.#forget(number);
  }

  count(about: string): number {
    return this.#counts.get(about) ?? 0;
  }

  state(): SpoolState {
    return {
      entries: this.#entries,
      bytes: this.#bytes,
      oldestAt: this.#oldestAt,
      isFull: this.#isFull,
    };
  }

  async close(): Promise<void> {
    this.#endWriter();
    await Promise.all(this.#closing);
    this.#unlock();
  }

  /** Counts what an earlier process has left in a segment; one with nothing left is removed. */
  #takeUp(number: number): boolean {
    const lines = readSegment(this.#directory, number);
    for (const { spooled, bytes } of lines) this.#add(spooled, bytes);
    if (lines.length === 0) removeSegment(this.#directory, number);
    return lines.length > 0;
  }

  async #fillHead(): Promise<void> {
    while (this.#head.length === 0) {
      const [number] = this.#segments;
      if (number === undefined) return;
      if (this.#writer?.number === number) this.#endWriter();
      // What was asked to be appended to it has to be there, or to have failed (SEGMENTS-1).
      await Promise.all(this.#closing);
      this.#head = readSegment(this.#directory, number);
      if (this.#head.length === 0) this.#forget(number);
    }
    this.#oldestAt = this.#head[0]?.spooled.at;
  }

  #forget(number: number): void {
    this.#segments = this.#segments.filter((other) => other !== number);
    removeSegment(this.#directory, number);
  }

  #writerFor(bytes: number) {
    if (this.#writer !== undefined && this.#writer.bytes >= this.#segmentBytes) this.#endWriter();
    if (this.#writer === undefined) {
      const number = this.#next;
      this.#next += 1;
      // A crash may have left the mark of an earlier segment of this number.
      removeSegment(this.#directory, number);
      this.#writer = { number, file: new SegmentWriter(toSegmentPath(this.#directory, number)), bytes: 0 };
      this.#segments.push(number);
    }
    this.#writer.bytes += bytes;
    return this.#writer;
  }

  #endWriter(): void {
    if (this.#writer === undefined) return;
    const closing = this.#writer.file.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    this.#writer = undefined;
  }

  #add({ about, at }: Spooled, bytes: number): void {
    this.#counts.set(about, this.count(about) + 1);
    this.#entries += 1;
    this.#bytes += bytes;
    this.#oldestAt ??= at;
  }

  #remove({ about }: Spooled, bytes: number): void {
    const left = this.count(about) - 1;
    if (left === 0) this.#counts.delete(about);
    else this.#counts.set(about, left);
    this.#entries -= 1;
    this.#bytes -= bytes;
    if (this.#entries === 0) this.#oldestAt = undefined;
  }
}

/** Opens the spool, with what an earlier process has left in it. Throws `spool_in_use` or `spool_failed`. */
export function openSpool(options: SpoolOptions): Spool {
  const settings = { maxBytes: 256 * MEGABYTE, segmentBytes: 4 * MEGABYTE, ...options };
  const unlock = lockDirectory(options.directory);
  try {
    return new FileSpool(settings, unlock);
  } catch (error) {
    unlock();
    throw notWritten(options.directory, error);
  }
}

function full(directory: string, maxBytes: number): OperationalError {
  const message = `the spool in ${directory} is full (${maxBytes} bytes): bring the store back, or give it more room`;
  return new OperationalError('spool_full', message, { retryable: true });
}

function notWritten(directory: string, cause: unknown): OperationalError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OperationalError('spool_failed', `the spool in ${directory} cannot be used: ${reason}`, {
    retryable: true,
    cause,
  });
}
