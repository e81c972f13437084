/** The recordings that Asterisk keeps: those of our calls, by their names. */
import type { CommandId } from '../../../call/index.ts';
import type { Recordings } from '../../../engine/ports/index.ts';
import { toFields, toText } from '../ari-event.ts';
import { parseName, toName, toPartName } from '../names.ts';
import { toPath } from '../steps.ts';
import { toRefusal, type AriClient } from './ari-client.ts';

const STORED = '/recordings/stored';
const NOT_FOUND = 404;

export function createRecordings(client: AriClient): Recordings {
  const toStored = (recording: CommandId) => `${STORED}${toPath(toName(recording))}`;
  return {
    open: (recording) => client.open(`${toStored(recording)}/file`),
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
