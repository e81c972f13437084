/** Campaigns and their control. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { campaignSteps, days, placingModes } from '../../campaigns/index.ts';
import type { Campaign, CampaignStep } from '../../campaigns/index.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { Bucket, PeriodShape, toPeriod } from './stats-routes.ts';
import { Retries, toRetries } from './retries.ts';
import {
  closed,
  FlowName,
  InProject,
  Page,
  PageShape,
  Params,
  ProjectId,
  readPage,
  Timestamp,
} from './shapes.ts';

const CampaignId = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
  description: 'Id of a campaign, chosen by the operator.',
});

const formatTime = (pattern: string) =>
  Type.String({ pattern, description: 'Local time of the recipient, such as 09:30.' });

const WindowShape = Type.Object(
  {
    days: Type.Array(Type.Enum([...days]), { minItems: 1, maxItems: 7, uniqueItems: true }),
    from: formatTime('^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    until: formatTime('^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'),
  },
  closed,
);

const SettingsShape = Type.Object(
  {
    flow: FlowName,
    from: Type.String({
      pattern: '^\\+[1-9][0-9]{3,14}$',
      description: 'The caller number that recipients see.',
    }),
    params: Type.Optional(Params),
    columns: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
        Type.String({ minLength: 1, maxLength: 200 }),
        {
          description:
            'Maps number, time_zone or a parameter of the flow to its column. Default: the column of the same name.',
        },
      ),
    ),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        description: 'Country of numbers that do not begin with +, as an ISO 3166-1 alpha-2 code.',
      }),
    ),
    pace: Type.Object(
      {
        perSecond: Type.Number({
          minimum: 0.01,
          maximum: 20,
          description: 'Maximum number of calls started per second, across all nodes.',
        }),
        atOnce: Type.Integer({
          minimum: 1,
          maximum: 5_000,
          description: 'Maximum number of concurrent calls, across all nodes.',
        }),
      },
      closed,
    ),
    by: Type.Optional(
      Type.Enum([...placingModes], {
        description:
          'Places each call with its own request (calls), or those of a second with one request to the platform. Default: calls.',
      }),
    ),
    windows: Type.Optional(Type.Array(WindowShape, { minItems: 1, maxItems: 50 })),
    retries: Type.Optional(Retries),
  },
  closed,
);

const CampaignShape = Type.Object({
  id: CampaignId,
  ...SettingsShape.properties,
  state: Type.Enum(['draft', 'running', 'paused', 'stopped', 'done']),
  recipients: Type.Integer(),
  counts: Type.Object({
    waiting: Type.Integer(),
    calling: Type.Integer({ description: 'Number of calls in progress.' }),
    results: Type.Record(Type.String(), Type.Integer()),
  }),
  isLoading: Type.Boolean({ description: 'True while recipients are being loaded.' }),
  problem: Type.Optional(Type.String({ description: 'The problem that paused the campaign.' })),
  createdAt: Timestamp,
  createdBy: Type.String(),
  startedAt: Type.Optional(Type.Integer()),
  endedAt: Type.Optional(Type.Integer()),
});

const CampaignStatsShape = Type.Object({
  from: Timestamp,
  to: Timestamp,
  bucket: Bucket,
  buckets: Type.Array(
    Type.Object({
      at: Timestamp,
      attempts: Type.Integer({ description: 'Requested calls.' }),
      answered: Type.Integer({ description: 'Calls that ended with the result answered.' }),
      failed: Type.Integer({ description: 'Calls that ended with the result failed or unknown.' }),
      finished: Type.Integer({ description: 'Recipients who will not be called again.' }),
      byResult: Type.Record(Type.String(), Type.Integer(), { description: 'Ended calls by result.' }),
    }),
    { description: 'Only buckets in which something happened.' },
  ),
});

/** Timeout of routes that process all recipients of a campaign: up to a million, some hundred at a time. */
export const allRecipients = { handlerTimeout: 10 * 60_000 };

export const ofCampaign = Type.Object({ project: ProjectId, id: CampaignId });

const SUMMARIES: Record<CampaignStep, string> = {
  start: 'Start a campaign',
  pause: 'Pause a campaign; calls in progress continue',
  resume: 'Resume a paused campaign',
  stop: 'Stop a campaign permanently; calls in progress continue',
};

export const campaignRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/campaigns',
    action: 'campaigns.read',
    schema: {
      operationId: 'listCampaigns',
      summary: 'List campaigns',
      tags: ['campaigns'],
      params: InProject,
      querystring: Type.Object(Page, closed),
      response: { 200: PageShape(CampaignShape) },
    },
    handler: ({ campaigns: { campaigns } }, { params: { project }, query }) =>
      readPage(query, 'id', async (page) => (await campaigns.list(project, page)).map(toCampaignBody)),
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/campaigns/:id',
    action: 'campaigns.read',
    problems: ['unknown_campaign'],
    schema: {
      operationId: 'getCampaign',
      summary: 'Get a campaign and its progress',
      tags: ['campaigns'],
      params: ofCampaign,
      response: { 200: CampaignShape },
    },
    handler: async ({ campaigns: { campaigns } }, { params }) => toCampaignBody(await campaigns.get(params)),
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/campaigns/:id/stats',
    action: 'campaigns.read',
    problems: ['unknown_campaign', 'invalid_period'],
    schema: {
      operationId: 'getCampaignStats',
      summary: 'Get counts of a campaign over time',
      description:
        'Returns the counts of all nodes, delayed by one or two seconds, of at most 2,500 buckets. Default: the last day by hour, or with `bucket=minute` the last hour. Counts per minute are kept for six hours, counts per hour as long as calls.',
      tags: ['campaigns'],
      params: ofCampaign,
      querystring: PeriodShape,
      response: { 200: CampaignStatsShape },
    },
    handler: async ({ campaigns: { campaigns }, reports }, { params, query }) => {
      const { value } = await campaigns.get(params);
      return reports.readCampaign({ ...params, createdAt: value.createdAt, ...toPeriod(query) });
    },
  }),

  defineRoute({
    method: 'PUT',
    path: '/projects/:project/campaigns/:id',
    action: 'campaigns.control',
    changesDirectory: false,
    problems: ['flow_not_in_service', 'invalid_campaign', 'invalid_state'],
    schema: {
      operationId: 'putCampaign',
      summary: 'Create a campaign, or change one that is not running',
      tags: ['campaigns'],
      params: ofCampaign,
      body: SettingsShape,
      response: { 200: CampaignShape, 201: CampaignShape },
    },
    handler: async ({ campaigns: { campaigns } }, { params, body, principal }, reply) => {
      const result = await campaigns.put(principal, params, toSettings(body));
      reply.code(result === 'created' ? 201 : 200);
      return toCampaignBody(await campaigns.get(params));
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/projects/:project/campaigns/:id',
    action: 'campaigns.control',
    changesDirectory: false,
    problems: ['unknown_campaign', 'invalid_state', 'service_stopping'],
    ...allRecipients,
    schema: {
      operationId: 'deleteCampaign',
      summary: 'Delete an inactive campaign with its recipients and results',
      tags: ['campaigns'],
      params: ofCampaign,
      response: { 204: Type.Null() },
    },
    handler: ({ campaigns: { removal } }, { params, principal }) => removal.remove(principal, params),
  }),
  ...campaignSteps.map(defineStepRoute),
];

function defineStepRoute(step: CampaignStep): AddRoute {
  return defineRoute({
    method: 'POST',
    path: `/projects/:project/campaigns/:id/${step}`,
    action: 'campaigns.control',
    changesDirectory: false,
    problems: ['unknown_campaign', 'invalid_state', 'flow_not_in_service', 'invalid_campaign'],
    schema: {
      operationId: `${step}Campaign`,
      summary: SUMMARIES[step],
      tags: ['campaigns'],
      params: ofCampaign,
      response: { 200: CampaignShape },
    },
    handler: async ({ campaigns: { campaigns } }, { params, principal }) =>
      toCampaignBody({ id: params.id, value: await campaigns.takeStep(step, principal, params) }),
  });
}

function toSettings({
  params,
  columns,
  country,
  by,
  windows,
  retries,
  ...rest
}: Static<typeof SettingsShape>) {
  return {
    ...rest,
    ...(params && { params }),
    ...(columns && { columns }),
    ...(country !== undefined && { country }),
    ...(by && { by }),
    ...(windows && { windows }),
    ...(retries && { retries: toRetries(retries) }),
  };
}

function toCampaignBody({ id, value }: { id: string; value: Campaign }): Static<typeof CampaignShape> {
  const { settings, rows, loading, removing: _removing, problemAt: _problemAt, ...rest } = value;
  return { id, ...settings, ...rest, recipients: rows, isLoading: loading !== undefined };
}
