/**
 * Spool of one node, in a directory on its local disk.
 *
 * Owns: the directory, which no other process may use, and its entries. Does not own: the meaning of entries, and when they
 * are applied.
 *
 * SEGMENTS-1 A segment being read is no longer written: reads and appends never share a file.
 * SEGMENTS-2 A failed write starts a new segment; a rejected line is never read (writer.ts).
 */
import { OperationalError } from '../../engine/ports/index.ts';
import type { Spool, Spooled, SpoolState } from '../../engine/ports/index.ts';
import { lockDirectory, unusableSpool } from './lock.ts';
import { readSegment, removeSegment, toSegmentPath, segmentsIn, writeMark } from './segments.ts';
import type { Line } from './segments.ts';
import { SegmentWriter } from './writer.ts';

interface SpoolOptions {
  /** Created if it does not exist. */
  directory: string;
  /** Maximum size. Default 256 MB, about 800,000 notifications. */
  maxBytes?: number;
  /** Size at which a new segment is started. Default 4 MB. */
  segmentBytes?: number;
}

const MEGABYTE = 1024 * 1024;

class FileSpool implements Spool {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #segmentBytes: number;
  readonly #unlock: () => void;
  /** Numbers of the segments with entries, in order; the last may be the one being written. */
  #segments: number[];
  #next: number;
  #writer: { number: number; file: SegmentWriter; bytes: number } | undefined;
  readonly #closing = new Set<Promise<void>>();
  /** Remaining entries of the first segment, once it has been read. */
  #head: Line[] = [];
  readonly #counts = new Map<string, number>();
  #entries = 0;
  #bytes = 0;
  #oldestAt: number | undefined;
  /** True when the last entry did not fit and no space was freed since. */
  #isFull = false;

  constructor(options: Required<SpoolOptions>, unlock: () => void) {
    this.#directory = options.directory;
    this.#maxBytes = options.maxBytes;
    this.#segmentBytes = options.segmentBytes;
    this.#unlock = unlock;
    const found = segmentsIn(options.directory);
    this.#next = (found.at(-1) ?? 0) + 1;
    this.#segments = found.filter((number) => this.#recover(number));
  }

  async append(spooled: Spooled): Promise<void> {
    const line = `${JSON.stringify(spooled)}\n`;
    const bytes = Buffer.byteLength(line);
    this.#isFull = this.#bytes + bytes > this.#maxBytes;
    if (this.#isFull) throw spoolFull(this.#directory, this.#maxBytes);
    this.#add(spooled, bytes);
    const writer = this.#writerFor(bytes);
    try {
      await writer.file.append(line);
    } catch (error) {
      this.#remove(spooled, bytes);
      if (this.#writer === writer) this.#endWriter();
      throw unusableSpool(this.#directory, error, true);
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
    return { entries: this.#entries, bytes: this.#bytes, oldestAt: this.#oldestAt, isFull: this.#isFull };
  }

  async close(): Promise<void> {
    this.#endWriter();
    await Promise.all(this.#closing);
    this.#unlock();
  }

  /** Counts the entries that an earlier process left in a segment; removes an empty segment. */
  #recover(number: number): boolean {
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
      // Waits until pending appends to it are done (SEGMENTS-1).
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

/** Opens the spool with the entries that an earlier process left. Throws `spool_in_use` or `spool_failed`. */
export function openSpool(options: SpoolOptions): Spool {
  const settings = { maxBytes: 256 * MEGABYTE, segmentBytes: 4 * MEGABYTE, ...options };
  const unlock = lockDirectory(options.directory);
  try {
    return new FileSpool(settings, unlock);
  } catch (error) {
    unlock();
    throw unusableSpool(options.directory, error, true);
  }
}

function spoolFull(directory: string, maxBytes: number): OperationalError {
  const message = `the spool in ${directory} is full (${maxBytes} bytes): restore the store, or raise the limit`;
  return new OperationalError('spool_full', message, { retryable: true });
}
