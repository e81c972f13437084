/**
 * Files of a spool: numbered segments of JSON lines, each with a mark of its progress.
 *
 *   00000007.ndjson   entries, one per line; append-only, written by the process that created it
 *   00000007.done     number of lines taken off
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Spooled } from '../../engine/ports/index.ts';

const DIGITS = 8;

export function toSegmentPath(directory: string, number: number): string {
  return `${join(directory, String(number).padStart(DIGITS, '0'))}.ndjson`;
}

function toMarkPath(directory: string, number: number): string {
  return toSegmentPath(directory, number).replace(/ndjson$/, 'done');
}

/** Returns the numbers of the existing segments in order. */
export function segmentsIn(directory: string): number[] {
  return readdirSync(directory)
    .flatMap((name) => /^(\d{8})\.ndjson$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other);
}

/** An entry and its position in the segment. */
export interface Line {
  spooled: Spooled;
  /** Line number, from 1. */
  number: number;
  bytes: number;
}

/** Returns the remaining entries of a segment. A last line that a crash cut short was never acknowledged. */
export function readSegment(directory: string, number: number): Line[] {
  const lines = readText(toSegmentPath(directory, number)).split('\n').slice(0, -1);
  const done = readMark(directory, number);
  return lines.slice(done).flatMap((text, at) => parseLine(text, done + at + 1));
}

/** Skips a line that a failing disk has damaged. */
function parseLine(text: string, number: number): Line[] {
  try {
    return [{ spooled: JSON.parse(text) as Spooled, number, bytes: Buffer.byteLength(text) + 1 }];
  } catch {
    return [];
  }
}

/** Marks lines of a segment as done. If a power loss undoes this, the entries are only applied again. */
export function writeMark(directory: string, number: number, lines: number): void {
  writeFileSync(toMarkPath(directory, number), String(lines));
}

export function removeSegment(directory: string, number: number): void {
  rmSync(toSegmentPath(directory, number), { force: true });
  rmSync(toMarkPath(directory, number), { force: true });
}

function readMark(directory: string, number: number): number {
  return Number(readText(toMarkPath(directory, number))) || 0;
}

/** Returns an empty text for a missing file: a segment that could not be created has none. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
