/** The recordings that Asterisk keeps: those of our calls, by their names. */
import { Readable } from 'node:stream';
import type { CommandId } from '../../../call/index.ts';
import type { Recordings } from '../../../engine/ports/index.ts';
import { toFields, toText } from '../ari-event.ts';
import { parseName, toName, toPartName } from '../names.ts';
import { toPath } from '../steps.ts';
import { toRefusal, type AriClient } from './ari-client.ts';

/** Places of the two lengths in the header of a WAV file, and its size. */
const RIFF_LENGTH_AT = 4;
const DATA_LENGTH_AT = 40;
const HEADER_BYTES = 44;

/**
 * Passes a WAV file on. Where Asterisk died while it recorded, the header says that there is nothing: it gets the lengths of
 * what is there.
 */
async function* repairLength(file: Readable, bytes: number): AsyncGenerator<Buffer> {
  let isBegun = false;
  for await (const part of file) {
    const chunk = part as Buffer;
    const isCut =
      !isBegun &&
      bytes > HEADER_BYTES &&
      chunk.length >= HEADER_BYTES &&
      chunk.readUInt32LE(DATA_LENGTH_AT) === 0;
    isBegun = true;
    if (isCut) {
      chunk.writeUInt32LE(bytes - RIFF_LENGTH_AT - 4, RIFF_LENGTH_AT);
      chunk.writeUInt32LE(bytes - HEADER_BYTES, DATA_LENGTH_AT);
    }
    yield chunk;
  }
}

const STORED = '/recordings/stored';
const NOT_FOUND = 404;

export function createRecordings(client: AriClient): Recordings {
  const toStored = (recording: CommandId) => `${STORED}${toPath(toName(recording))}`;
  return {
    async open(recording) {
      const file = await client.open(`${toStored(recording)}/file`);
      return file && Readable.from(repairLength(file.body, file.bytes), { objectMode: false });
    },
    async list() {
      const answer = await client.ask({ method: 'GET', path: STORED });
      if (!Array.isArray(answer.body)) throw toRefusal(answer);
      return answer.body.flatMap((one) => parseName(toText(toFields(one)?.name) ?? '')?.command ?? []);
    },
    async remove(recording) {
      // An answer in words is removed as soon as it is recognised, unless the process has ended before.
      for (const name of [toName(recording), toPartName(recording, 'words')]) {
        const answer = await client.ask({ method: 'DELETE', path: `${STORED}${toPath(name)}` });
        if (answer.status >= 300 && answer.status !== NOT_FOUND) throw toRefusal(answer);
      }
    },
  };
}
