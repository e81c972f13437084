/** The body of an answer. The platform sends JSON objects; what stands between it and us may send anything. */
import type { Readable } from 'node:stream';
import { asFields, type Fields } from '../../wire/index.ts';

/** What came: a JSON object, or something that is none, or, with neither member, nothing. */
export interface AnswerBody {
  fields?: Fields;
  /** Why what came cannot be read. */
  unreadable?: string;
}

const mebibyte = 1024 * 1024;

/** Longest body that is read of an answer about one thing, bytes. */
export const largestBody = mebibyte;
/** Longest body that is read of a list, bytes: a project's rooms, or the recipients of a job, run to many. */
export const largestList = 64 * mebibyte;

/** Reads a body to its end; one that is larger than `mostBytes` is cut off. Rejects when the connection is lost. */
export async function readAnswerBody(body: Readable, mostBytes: number): Promise<AnswerBody> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > mostBytes) return { unreadable: `it is larger than ${mostBytes / mebibyte} MiB` };
  }
  return decode(Buffer.concat(parts).toString());
}

function decode(text: string): AnswerBody {
  if (text.trim() === '') return {};
  const fields = asFields(parse(text));
  return fields === undefined ? { unreadable: 'it is no JSON object' } : { fields };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
