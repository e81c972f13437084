/** Campaigns: set up, steered, watched. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { campaignSteps, days, ways } from '../../campaigns/index.ts';
import type { Campaign, CampaignStep } from '../../campaigns/index.ts';
import { route } from './route.ts';
import type { AddRoute } from './route.ts';
import { Retries, toRetries } from './retries.ts';
import { closed, FlowName, Page, toPage, PageShape, Params, ProjectId } from './shapes.ts';

const CampaignId = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
  description: 'Name of a campaign, as operators choose it.',
});

const wallClock = (pattern: string) =>
  Type.String({ pattern, description: 'On the clock of the recipient, such as 09:30.' });

const WindowShape = Type.Object(
  {
    days: Type.Array(Type.Enum([...days]), { minItems: 1, maxItems: 7, uniqueItems: true }),
    from: wallClock('^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    until: wallClock('^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'),
  },
  closed,
);

const SettingsShape = Type.Object(
  {
    flow: FlowName,
    from: Type.String({ pattern: '^\\+[1-9][0-9]{3,14}$', description: 'The number that is shown.' }),
    params: Type.Optional(Params),
    columns: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
        Type.String({ minLength: 1, maxLength: 200 }),
        {
          description:
            'number, time_zone or a parameter of the flow → its column. Default: the column of the same name.',
        },
      ),
    ),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', description: 'Whose numbers are those without a plus.' }),
    ),
    pace: Type.Object(
      {
        perSecond: Type.Number({
          minimum: 0.01,
          maximum: 20,
          description: 'Calls that begin in a second, on all nodes together.',
        }),
        atOnce: Type.Integer({
          minimum: 1,
          maximum: 5_000,
          description: 'Calls under way at a time, on all nodes together.',
        }),
      },
      closed,
    ),
    by: Type.Optional(
      Type.Enum([...ways], {
        description:
          'How calls are asked for: each by itself, or those of a second with one request of the platform. Default: calls.',
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
    calling: Type.Integer({ description: 'Calls under way.' }),
    results: Type.Record(Type.String(), Type.Integer()),
  }),
  isLoading: Type.Boolean({ description: 'Recipients are being loaded.' }),
  problem: Type.Optional(Type.String({ description: 'Why it paused by itself.' })),
  createdAt: Type.Integer({ description: 'ms since the epoch' }),
  createdBy: Type.String(),
  startedAt: Type.Optional(Type.Integer()),
  endedAt: Type.Optional(Type.Integer()),
});

/** Of routes that read, write or remove all recipients of a campaign: a million of them go some hundred at a time. */
export const allRecipients = { handlerTimeout: 10 * 60_000 };

const ofProject = Type.Object({ project: ProjectId });
export const ofCampaign = Type.Object({ project: ProjectId, id: CampaignId });

const SUMMARIES: Record<CampaignStep, string> = {
  start: 'Start a campaign: its recipients are called from now on',
  pause: 'Pause a campaign: no more calls begin; those under way go on',
  resume: 'Resume a paused campaign',
  stop: 'Stop a campaign for good; calls under way go on',
};

export const campaignRoutes: readonly AddRoute[] = [
  route({
    method: 'GET',
    path: '/projects/:project/campaigns',
    action: 'campaigns.read',
    schema: {
      operationId: 'listCampaigns',
      summary: 'List campaigns',
      tags: ['campaigns'],
      params: ofProject,
      querystring: Type.Object(Page, closed),
      response: { 200: PageShape(CampaignShape) },
    },
    handler: async ({ campaigns: { campaigns } }, { params: { project }, query: { limit, after } }) => {
      const read = await campaigns.list(project, { limit: limit + 1, ...(after && { after }) });
      return toPage(
        read.map(({ id, value }) => ({ ...toCampaignBody(id, value), cursor: id })),
        limit,
      );
    },
  }),

  route({
    method: 'GET',
    path: '/projects/:project/campaigns/:id',
    action: 'campaigns.read',
    problems: ['unknown_campaign'],
    schema: {
      operationId: 'getCampaign',
      summary: 'Read a campaign and how far it has come',
      tags: ['campaigns'],
      params: ofCampaign,
      response: { 200: CampaignShape },
    },
    handler: async ({ campaigns: { campaigns } }, { params }) =>
      toCampaignBody(params.id, (await campaigns.get(params)).value),
  }),

  route({
    method: 'PUT',
    path: '/projects/:project/campaigns/:id',
    action: 'campaigns.control',
    changesDirectory: false,
    problems: ['flow_not_in_service', 'invalid_campaign', 'invalid_state'],
    schema: {
      operationId: 'putCampaign',
      summary: 'Set a campaign up, or change one that is not running',
      tags: ['campaigns'],
      params: ofCampaign,
      body: SettingsShape,
      response: { 200: CampaignShape, 201: CampaignShape },
    },
    handler: async ({ campaigns: { campaigns } }, { params, body, principal }, reply) => {
      const result = await campaigns.put(principal, params, toSettings(body));
      const { value } = await campaigns.get(params);
      reply.code(result === 'created' ? 201 : 200);
      return toCampaignBody(params.id, value);
    },
  }),

  route({
    method: 'DELETE',
    path: '/projects/:project/campaigns/:id',
    action: 'campaigns.control',
    changesDirectory: false,
    problems: ['unknown_campaign', 'invalid_state', 'service_stopping'],
    ...allRecipients,
    schema: {
      operationId: 'deleteCampaign',
      summary: 'Remove a campaign that has not begun or is over, with its recipients and results',
      tags: ['campaigns'],
      params: ofCampaign,
      response: { 204: Type.Null() },
    },
    handler: async ({ campaigns: { removal } }, { params, principal }, reply) => {
      await removal.remove(principal, params);
      reply.code(204);
      return null;
    },
  }),
  ...campaignSteps.map(stepRoute),
];

function stepRoute(step: CampaignStep): AddRoute {
  return route({
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
      toCampaignBody(params.id, await campaigns.take(step, principal, params)),
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

function toCampaignBody(id: string, campaign: Campaign): Static<typeof CampaignShape> {
  const { settings, rows, loading, removing: _removing, ...rest } = campaign;
  return { id, ...settings, ...rest, recipients: rows, isLoading: loading !== undefined };
}
