/**
 * The files of a spool: lines of JSON in segments with growing numbers, each with a mark of how much of it is done.
 *
 *   00000007.ndjson   entries, a line each; only ever appended to, by the process that made it
 *   00000007.done     how many of its lines were taken off
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

/** Numbers of the segments that are there, in order. */
export function segmentsIn(directory: string): number[] {
  return readdirSync(directory)
    .flatMap((name) => /^(\d{8})\.ndjson$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other);
}

/** An entry and how far the segment is done when it is. */
export interface Line {
  spooled: Spooled;
  /** Number of its line, from 1. */
  number: number;
  bytes: number;
}

/** Returns the entries of a segment that were not taken off. A last line that a crash cut short was never answered for. */
export function readSegment(directory: string, number: number): Line[] {
  const lines = readText(toSegmentPath(directory, number)).split('\n').slice(0, -1);
  const done = readMark(directory, number);
  return lines.slice(done).flatMap((text, at) => parseLine(text, done + at + 1));
}

/** A line that a failing disk has damaged is the only one that is lost. */
function parseLine(text: string, number: number): Line[] {
  try {
    return [{ spooled: JSON.parse(text) as Spooled, number, bytes: Buffer.byteLength(text) + 1 }];
  } catch {
    return [];
  }
}

/** Marks so many lines of a segment as done. What of this a loss of power takes is only applied once more. */
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

/** Empty where there is no such file: a segment that could not be begun has none. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
