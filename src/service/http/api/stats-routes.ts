/** Statistics of a flow by version. */
import { Type } from 'typebox';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, FlowName, ProjectId, Time, Timestamp, Version } from './shapes.ts';

const Count = Type.Integer({ minimum: 0 });
const OfHundred = Type.Number({ description: 'Percentage of ended calls.' });

const calls = {
  begun: Count,
  ended: Count,
  failed: Type.Integer({
    description: 'Calls that ended on an error path, or because of a failure of the platform or the service.',
  }),
  hungUp: Type.Integer({
    description:
      'Calls in which the caller hung up before any outcome and without being connected to anybody.',
  }),
  bridged: Type.Integer({ description: 'Number of connections between two people.' }),
  byReason: Type.Record(Type.String(), Count, {
    description: 'Number of calls by the end reason that the platform reported.',
  }),
  failedPercent: Type.Optional(OfHundred),
  hungUpPercent: Type.Optional(OfHundred),
};

const StepShape = Type.Object({
  step: Type.String({
    description: 'Name of the step; steps of a flow that this one runs are named flow/step.',
  }),
  verb: Type.Optional(Type.String()),
  visits: Count,
  outcomes: Type.Record(Type.String(), Count),
  noInput: Type.Integer({ description: 'Number of questions that were not answered in time.' }),
  noMatch: Type.Integer({ description: 'Number of answers that matched nothing.' }),
});

const VersionShape = Type.Object({
  version: Version,
  takes: Type.Optional(
    Type.Union([Type.Literal('live'), Type.Literal('canary')], {
      description: 'Current role of the version; absent if it takes no calls.',
    }),
  ),
  calls: Type.Object(calls),
  outcomes: Type.Array(Type.Object({ name: Type.String(), calls: Count, percent: OfHundred }), {
    description: 'Business outcomes, most frequent first.',
  }),
  steps: Type.Array(StepShape, { description: 'Steps in the order of the flow.' }),
  buckets: Type.Array(Type.Object({ at: Timestamp, ...calls }), {
    description: 'Buckets that contain a call.',
  }),
});

const Bucket = Type.Union([Type.Literal('minute'), Type.Literal('hour')]);

const StatsShape = Type.Object({
  flow: FlowName,
  from: Timestamp,
  to: Timestamp,
  bucket: Bucket,
  versions: Type.Array(VersionShape, { description: 'Versions with the most calls first, at most 20.' }),
});

export const statsRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/flows/:flow/stats',
    action: 'flows.read',
    problems: ['invalid_period'],
    schema: {
      operationId: 'getFlowStats',
      summary: 'Get statistics of a flow by version',
      description:
        'Returns the counts of all nodes, delayed by one or two seconds. Counts per minute are kept for six hours, counts per hour as long as calls.',
      tags: ['flows'],
      params: Type.Object({ project: ProjectId, flow: FlowName }),
      querystring: Type.Object(
        {
          version: Type.Optional(Version),
          against: Type.Optional({ ...Version, description: 'Another version to compare with.' }),
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
        stats.read({
          ...params,
          ...(from !== undefined && { from: Date.parse(from) }),
          ...(to !== undefined && { to: Date.parse(to) }),
          ...(bucket && { bucket }),
          ...(only.length > 0 && { versions: only }),
        }),
        deployments.find(params),
      ]);
      const findRole = (one: string): 'live' | 'canary' | undefined =>
        one === deployment?.live ? 'live' : one === deployment?.canary?.version ? 'canary' : undefined;
      return {
        ...counted,
        versions: counted.versions.map((one) => {
          const now = findRole(one.version);
          return { ...one, ...(now && { takes: now }) };
        }),
      };
    },
  }),
];
