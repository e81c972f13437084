/** Reads the body of an answer. The platform sends JSON objects; proxies in between may send anything. */
import type { Readable } from 'node:stream';
import { toFields, parseJson, type Fields } from '../../wire/index.ts';

/** A JSON object, or the reason why it is none; neither for an empty body. */
interface AnswerBody {
  fields?: Fields;
  /** Reason why the body cannot be read. */
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

/** Maximum size of an ordinary answer, bytes. */
export const MAX_BODY_BYTES = mebibyte;
/** Maximum size of an answer with a list, such as all rooms of a project, bytes. */
export const MAX_LIST_BYTES = 64 * mebibyte;

/** Collects the parts of a body, up to `maxBytes`. */
export class IncomingBody {
  readonly #maxBytes: number;
  readonly #parts: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isTooLarge(): boolean {
    return this.#size > this.#maxBytes;
  }

  add(part: Buffer): void {
    this.#size += part.length;
    if (!this.isTooLarge) this.#parts.push(part);
  }

  read(): AnswerBody {
    if (this.isTooLarge) return { unreadable: `it is larger than ${this.#maxBytes / mebibyte} MiB` };
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    return decodeBody(bytes?.toString() ?? '');
  }
}

/** Reads a body to its end or to `maxBytes`. Rejects when the connection is lost. */
export async function readAnswerBody(body: Readable, maxBytes: number): Promise<AnswerBody> {
  const incoming = new IncomingBody(maxBytes);
  for await (const part of body as AsyncIterable<Buffer>) {
    incoming.add(part);
    if (incoming.isTooLarge) break;
  }
  return incoming.read();
}

function decodeBody(text: string): AnswerBody {
  if (text.trim() === '') return {};
  const fields = toFields(tryParseJson(text));
  return fields === undefined ? { unreadable: 'it is not a JSON object' } : { fields };
}

function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
