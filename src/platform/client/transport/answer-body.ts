/** The body of an answer. The platform sends JSON objects; what stands between it and us may send anything. */
import type { Readable } from 'node:stream';
import { asFields, parseJson, type Fields } from '../../wire/index.ts';

/** What came: a JSON object, or something that is none, or, with neither member, nothing. */
export interface AnswerBody {
  fields?: Fields;
  /** Why what came cannot be read. */
  unreadable?: string;
}

/** The platform's answer to one request. */
export interface Answer {
  status: number;
  /** The Retry-After header as received. */
  retryAfter: string | undefined;
  body: AnswerBody;
}

const mebibyte = 1024 * 1024;

/** Longest body that is read of an answer about one thing, bytes. */
export const largestBody = mebibyte;
/** Longest body that is read of a list, bytes: a project's rooms, or the recipients of a job, run to many. */
export const largestList = 64 * mebibyte;

/** A body as it comes in, in parts. One that is larger than `mostBytes` need not be read on. */
export class IncomingBody {
  readonly #mostBytes: number;
  readonly #parts: Buffer[] = [];
  #size = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get isTooLarge(): boolean {
    return this.#size > this.#mostBytes;
  }

  add(part: Buffer): void {
    this.#size += part.length;
    if (!this.isTooLarge) this.#parts.push(part);
  }

  /** What came. */
  read(): AnswerBody {
    if (this.isTooLarge) return { unreadable: `it is larger than ${this.#mostBytes / mebibyte} MiB` };
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    return decode(bytes?.toString() ?? '');
  }
}

/** Reads a body to its end; one that is larger than `mostBytes` is cut off. Rejects when the connection is lost. */
export async function readAnswerBody(body: Readable, mostBytes: number): Promise<AnswerBody> {
  const incoming = new IncomingBody(mostBytes);
  for await (const part of body as AsyncIterable<Buffer>) {
    incoming.add(part);
    if (incoming.isTooLarge) break;
  }
  return incoming.read();
}

function decode(text: string): AnswerBody {
  if (text.trim() === '') return {};
  const fields = asFields(parse(text));
  return fields === undefined ? { unreadable: 'it is no JSON object' } : { fields };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
