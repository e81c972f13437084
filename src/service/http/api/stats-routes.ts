/** Statistics of a project by flow, and of a flow by version. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, FlowName, InProject, ProjectId, Time, Timestamp, Version } from './shapes.ts';

const Count = Type.Integer({ minimum: 0 });
const OfHundred = Type.Number({ description: 'Percentage of ended calls.' });

/** Endings of calls. */
const endings = {
  begun: Count,
  ended: Count,
  failed: Type.Integer({
    description: 'Calls that ended on an error path, or because of a failure of the platform or the service.',
  }),
  hungUp: Type.Integer({
    description:
      'Calls in which the caller hung up before any outcome and without being connected to anybody.',
  }),
  talked: Type.Integer({
    description:
      'Calls that ended after the caller had talked to somebody, and neither failed nor were hung up.',
  }),
  served: Type.Integer({
    description: 'All other ended calls: failed, hungUp, talked and served add up to ended.',
  }),
};

const calls = {
  ...endings,
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
  hungUp: Type.Integer({
    description:
      'Number of callers who hung up in this step. They add up to `hungUp` of the calls, except for calls before this count existed.',
  }),
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

export const Bucket = Type.Union([Type.Literal('minute'), Type.Literal('hour')]);

const StatsShape = Type.Object({
  flow: FlowName,
  from: Timestamp,
  to: Timestamp,
  bucket: Bucket,
  versions: Type.Array(VersionShape, { description: 'Versions with the most calls first, at most 20.' }),
});

const ProjectStatsShape = Type.Object({
  from: Timestamp,
  to: Timestamp,
  bucket: Bucket,
  calls: Type.Object(endings, { description: 'All flows together.' }),
  live: Type.Integer({ description: 'Live calls of the project now.' }),
  flows: Type.Array(
    Type.Object({
      flow: FlowName,
      calls: Type.Object(endings),
      live: Type.Integer({ description: 'Live calls now.' }),
      series: Type.Optional(
        Type.Array(Type.Object({ at: Timestamp, begun: Count }), {
          description: 'Buckets in which calls began; present with `series=true`.',
        }),
      ),
    }),
    { description: 'Flows with the most calls first, then those in service without calls; at most 200.' },
  ),
  flowsLeftOut: Type.Integer({ description: 'Number of flows beyond that limit.' }),
  campaigns: Type.Integer({ description: 'Number of campaigns, in any state.' }),
  routes: Type.Integer({ description: 'Number of routes, those of the settings included.' }),
  buckets: Type.Array(Type.Object({ at: Timestamp, ...endings }), {
    description: 'All flows together; only buckets in which a call began or ended.',
  }),
});

/** Query parameters of a period. */
export const PeriodShape = Type.Object(
  { from: Type.Optional(Time), to: Type.Optional(Time), bucket: Type.Optional(Bucket) },
  closed,
);

export const statsRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/stats',
    action: 'flows.read',
    problems: ['invalid_period'],
    schema: {
      operationId: 'getProjectStats',
      summary: 'Get statistics of all flows of a project',
      description:
        'Returns the counts of all nodes, delayed by one or two seconds, of at most 2,500 buckets, or 400 with `series`. Default: the last day by hour, or with `bucket=minute` the last hour.',
      tags: ['projects'],
      params: InProject,
      querystring: Type.Object(
        {
          ...PeriodShape.properties,
          series: Type.Boolean({
            default: false,
            description: 'Adds the calls begun per bucket to each flow.',
          }),
        },
        closed,
      ),
      response: { 200: ProjectStatsShape },
    },
    handler: async (
      { reports: { projectStats }, management: { routes }, campaigns: { campaigns }, node },
      { params, query },
    ) => {
      const [stats, campaignCount, routeCount] = await Promise.all([
        projectStats.read({ ...params, ...toPeriod(query), series: query.series }),
        campaigns.count(params.project),
        routes.count(params.project),
      ]);
      return {
        ...stats,
        campaigns: campaignCount,
        routes: routeCount + node.listSettingsRoutes(params.project).length,
      };
    },
  }),

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
          ...PeriodShape.properties,
        },
        closed,
      ),
      response: { 200: StatsShape },
    },
    handler: async (
      { reports: { stats }, management: { deployments } },
      { params, query: { version, against, ...period } },
    ) => {
      const only = [version, against].filter((one) => one !== undefined);
      const [counted, deployment] = await Promise.all([
        stats.read({
          ...params,
          ...toPeriod(period),
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

/** Converts query parameters of a period. */
export function toPeriod({ from, to, bucket }: Static<typeof PeriodShape>) {
  return {
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
    ...(bucket && { bucket }),
  };
}
