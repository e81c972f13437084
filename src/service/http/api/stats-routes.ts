/** What calls of a flow have come to, version by version. */
import { Type } from 'typebox';
import { route } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, FlowName, ProjectId, Time, Version } from './shapes.ts';

const Count = Type.Integer({ minimum: 0 });
const At = Type.Integer({ description: 'ms since the epoch' });
const OfHundred = Type.Number({ description: 'Of 100 calls that ended.' });

const calls = {
  begun: Count,
  ended: Count,
  failed: Type.Integer({
    description: 'Ended on an error path, or by a failure of the platform or of ours.',
  }),
  hungUp: Type.Integer({
    description: 'The caller hung up on the flow, before any outcome and without having talked to anybody.',
  }),
  bridged: Type.Integer({ description: 'How often two people began to talk.' }),
  byReason: Type.Record(Type.String(), Count, { description: 'Why calls ended, as the platform told it.' }),
  failedPercent: Type.Optional(OfHundred),
  hungUpPercent: Type.Optional(OfHundred),
};

const StepShape = Type.Object({
  step: Type.String({ description: 'Of a step of another flow that this one runs: flow/step.' }),
  verb: Type.Optional(Type.String()),
  visits: Count,
  outcomes: Type.Record(Type.String(), Count),
  noInput: Type.Integer({ description: 'How often a question was not answered in time.' }),
  noMatch: Type.Integer({ description: 'How often an answer fitted nothing.' }),
});

const VersionShape = Type.Object({
  version: Version,
  takes: Type.Optional(
    Type.Union([Type.Literal('live'), Type.Literal('canary')], { description: 'As it is now.' }),
  ),
  calls: Type.Object(calls),
  outcomes: Type.Array(Type.Object({ name: Type.String(), calls: Count, percent: OfHundred }), {
    description: 'What counts for the business, the most frequent first.',
  }),
  steps: Type.Array(StepShape, { description: 'In the order of the flow.' }),
  buckets: Type.Array(Type.Object({ at: At, ...calls }), { description: 'Those in which there was a call.' }),
});

const Bucket = Type.Union([Type.Literal('minute'), Type.Literal('hour')]);

const StatsShape = Type.Object({
  flow: FlowName,
  from: At,
  to: At,
  bucket: Bucket,
  versions: Type.Array(VersionShape, { description: 'Those with the most calls first, 20 at most.' }),
});

export const statsRoutes: readonly AddRoute[] = [
  route({
    method: 'GET',
    path: '/projects/:project/flows/:flow/stats',
    action: 'flows.read',
    problems: ['invalid_period'],
    schema: {
      operationId: 'getFlowStats',
      summary: 'Count what calls of a flow came to, version by version',
      description:
        'Sums of all nodes, a second or two behind. Minutes are kept for six hours, hours as long as calls.',
      tags: ['flows'],
      params: Type.Object({ project: ProjectId, flow: FlowName }),
      querystring: Type.Object(
        {
          version: Type.Optional(Version),
          against: Type.Optional({ ...Version, description: 'Another version, to compare it with.' }),
          from: Type.Optional(Time),
          to: Type.Optional(Time),
          bucket: Type.Optional(Bucket),
        },
        closed,
      ),
      response: { 200: StatsShape },
    },
    handler: async (
      { reports: { stats }, management: { deployments } },
      { params, query: { version, against, from, to, bucket } },
    ) => {
      const only = [version, against].filter((one) => one !== undefined);
      const [counted, deployment] = await Promise.all([
        stats.of({
          ...params,
          ...(from !== undefined && { from: Date.parse(from) }),
          ...(to !== undefined && { to: Date.parse(to) }),
          ...(bucket && { bucket }),
          ...(only.length > 0 && { versions: only }),
        }),
        deployments.find(params),
      ]);
      const takes = (one: string): 'live' | 'canary' | undefined =>
        one === deployment?.live ? 'live' : one === deployment?.canary?.version ? 'canary' : undefined;
      return {
        ...counted,
        versions: counted.versions.map((one) => {
          const now = takes(one.version);
          return { ...one, ...(now && { takes: now }) };
        }),
      };
    },
  }),
];
