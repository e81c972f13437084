/** Replays recorded calls on a version: what their callers would have noticed. */
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import type { CallRecord } from '../../../call/index.ts';
import { readCallFrom, writeRecording } from '../../../verification/recording/index.ts';
import type { VersionSource } from '../../management/index.ts';
import { followClient } from './client-signal.ts';
import type { ApiParts } from './parts.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, FlowName, ProjectId, Version } from './shapes.ts';
import { buildTimeout } from './uploads.ts';

const ListShape = <Item extends TSchema>(item: Item, description: string) =>
  Type.Object(
    {
      count: Type.Integer(),
      calls: Type.Array(item, { description: 'The newest of them, at most 100.' }),
    },
    { description },
  );

const NoticedShape = Type.Object({
  step: Type.String(),
  kind: Type.Enum(['hears', 'does', 'ends'], {
    description:
      '`hears`: a prompt. `does`: a command, such as a connection. `ends`: an outcome or the end of the call.',
  }),
  text: Type.String(),
});

const DifferentShape = Type.Object({
  call: Type.String({ description: 'Id of the call.' }),
  step: Type.String({ description: 'Step of the first difference.' }),
  before: Type.Optional(NoticedShape),
  after: Type.Optional(NoticedShape),
});

const PreviewShape = Type.Object({
  flow: FlowName,
  version: Version,
  found: Type.Integer({ description: 'Number of recorded calls, at most `last`.' }),
  examined: Type.Integer({
    description: 'Number of calls that were replayed, newest first; less than `found` if the time was up.',
  }),
  same: ListShape(Type.Object({ call: Type.String() }), 'Calls that would go the same way.'),
  hears: ListShape(DifferentShape, 'Calls that would only hear something else.'),
  ends: ListShape(DifferentShape, 'Calls that would end differently.'),
  notReplayable: ListShape(
    Type.Object({
      call: Type.String(),
      code: Type.Enum(['version_gone', 'not_ended', 'params_missing', 'not_reproduced', 'response_unknown']),
      why: Type.String({ description: 'The reason, for people.' }),
    }),
    'Calls that cannot be replayed. `version_gone`: their version is no longer stored. `params_missing`: the new version needs a parameter that they do not have. `not_reproduced`: their own version does not reproduce them. `response_unknown`: the new version sends a request whose response is not known.',
  ),
  madeUp: Type.Integer({
    description: 'Number of replayed calls with made-up input, because the trace masks it.',
  }),
});

export const previewRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/projects/:project/flows/:flow/versions/:version/preview',
    action: 'flows.write',
    changesDirectory: false,
    problems: ['unknown_version', 'invalid_version', 'build_queue_full', 'replay_too_large'],
    ...buildTimeout,
    schema: {
      operationId: 'previewFlowVersion',
      summary: 'Replay the last recorded calls on a version',
      description:
        'Tells for each of the last ended calls of the flow what its caller would have noticed on this version, as `ringflow preview` does. Nothing is stored and no call is placed. The replay stops after 12 seconds: `examined` tells how many calls it reached.',
      tags: ['flows'],
      params: Type.Object({ project: ProjectId, flow: FlowName, version: Version }),
      body: Type.Object(
        {
          last: Type.Integer({
            minimum: 1,
            maximum: 500,
            default: 200,
            description: 'Number of calls, newest first.',
          }),
        },
        closed,
      ),
      response: { 200: PreviewShape },
    },
    handler: async (parts, { params: { project, flow, version }, body: { last } }, reply) => {
      const { compiled } = await parts.management.versions.get(project, flow, version);
      const signal = followClient(reply);
      const { recording, found } = await readLastCalls(parts, { project, last, signal, compiled });
      const { workshop } = parts.build;
      const client = { project, signal };
      const result = await workshop.do(client, 'previewVersion', { version, recording });
      return { flow, version, found, ...result };
    },
  }),
];

interface Wanted {
  project: string;
  last: number;
  signal: AbortSignal;
  /** The new version. */
  compiled: VersionSource['compiled'];
}

/** Maximum number of calls per read of the store. */
const PAGE = 50;

/** Size after which no older calls are read, in characters. */
const MAX_RECORDING_CHARS = 24 * 1024 * 1024;

/** Reads the last ended calls of a flow as a recording, with the new version. Events are handled between the calls. */
async function readLastCalls(
  parts: ApiParts,
  { signal, compiled, ...wanted }: Wanted,
): Promise<{ recording: string; found: number }> {
  const { records, env } = parts.calls;
  const flows = new Map([[compiled.version, compiled]]);
  const pieces = [writeRecording({ calls: [], flows })];
  let [chars, found] = [0, 0];
  for await (const record of listLastCalls(records, { ...wanted, flow: compiled.name })) {
    const known = flows.size;
    const call = await readCallFrom({ source: records, env }, record, flows);
    const added = new Map([...flows].slice(known));
    const piece = writeRecording({ calls: [call], flows: added });
    pieces.push(piece);
    found += 1;
    chars += piece.length;
    if (signal.aborted || chars > MAX_RECORDING_CHARS) break;
    await new Promise<void>((resolve) => {
      parts.clock.after(0, resolve);
    });
  }
  return { recording: pieces.join(''), found };
}

/** Yields the last ended calls of a flow, newest first. */
async function* listLastCalls(
  records: ApiParts['calls']['records'],
  { project, flow, last }: { project: string; flow: string; last: number },
): AsyncGenerator<CallRecord> {
  let left = last;
  let after: string | undefined;
  do {
    const page = { limit: Math.min(PAGE, left), ...(after !== undefined && { after }) };
    const list = await records.list({ project, flow, state: 'ended' }, page);
    yield* list.calls;
    left -= list.calls.length;
    after = list.next;
  } while (after !== undefined && left > 0);
}
