/** Items of a project that need attention: decided by the service, from counts, deployments, campaigns and versions. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Refusal } from '../../management/index.ts';
import type { Deployment } from '../../management/index.ts';
import type { FlowAttention } from '../../stats/index.ts';
import type { ApiParts } from './parts.ts';
import { compareVersions } from './pictures-routes.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, FlowName, InProject, Time, Timestamp, Version } from './shapes.ts';
import { buildTimeout } from './uploads.ts';

const MAX_ITEMS = 200;
const MAX_CAMPAIGNS = 200;
/** Maximum number of compared deployments; a comparison that is not cached takes the build worker some 50 ms. */
const MAX_COMPARED = 20;

const codes = [
  'calls_failing',
  'step_failing',
  'canary_rolled_back',
  'campaign_paused',
  'callers_hanging_up',
  'input_exhausted',
  'text_not_translated',
  'canary_ready',
] as const;

const Count = Type.Integer({ minimum: 0 });

const ItemShape = Type.Object({
  code: Type.Enum([...codes], {
    description:
      'calls_failing: over 5 % of at least 20 ended calls failed. callers_hanging_up: in over 10 % of at least 20 the caller hung up. step_failing: over 50 % of at least 10 visits failed. input_exhausted: over 50 % of at least 10 visits of a menu or collect ended without an answer. canary_ready: as many calls of the canary have ended as its guard demands, 50 without a guard. canary_rolled_back: its guard has rolled it back. campaign_paused: paused by the service. text_not_translated: a text changed in some languages only since the previous live version.',
  }),
  flow: Type.Optional(FlowName),
  version: Type.Optional(Version),
  step: Type.Optional(
    Type.String({ description: 'Steps of a flow that this one runs are named flow/step.' }),
  ),
  campaign: Type.Optional(Type.String({ description: 'Id of the campaign.' })),
  share: Type.Optional(
    Type.Object({ count: Count, of: Count, percent: Type.Number() }, { description: 'Of calls or visits.' }),
  ),
  canary: Type.Optional(
    Type.Object({
      percent: Type.Number({ description: 'Percentage of calls.' }),
      ended: Type.Optional(Count),
      failed: Type.Optional(Count),
      hungUp: Type.Optional(Count),
    }),
  ),
  unchangedIn: Type.Optional(
    Type.Array(Type.String(), { description: 'Languages in which a text stayed as it was.' }),
  ),
  since: Timestamp,
  text: Type.String({ description: 'Description for people.' }),
});

type Item = Static<typeof ItemShape>;

export const attentionRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/attention',
    action: 'flows.read',
    problems: ['invalid_period'],
    ...buildTimeout,
    schema: {
      operationId: 'getAttention',
      summary: 'List what needs attention now',
      description:
        'Judges the versions that take calls, most urgent first. `since` is the start of the counted period, or the time of the event. Considers the 200 flows with the most calls, the first 200 deployments and campaigns, and the texts of the 20 deployments changed last.',
      tags: ['projects'],
      params: InProject,
      querystring: Type.Object(
        {
          from: Type.Optional({ ...Time, description: 'Start of the counted period; default: an hour ago.' }),
        },
        closed,
      ),
      response: {
        200: Type.Object({
          from: Timestamp,
          items: Type.Array(ItemShape, { description: 'At most 200.' }),
          itemsLeftOut: Type.Integer({ description: 'Number of items beyond that limit.' }),
        }),
      },
    },
    handler: async (parts, { params: { project }, query: { from } }) => {
      const { attention } = parts.reports;
      const found = await attention.find(project, from === undefined ? undefined : Date.parse(from));
      const items = [
        ...found.items.map(toItem),
        ...(await listPausedCampaigns(parts, project)),
        ...(await listUntranslated(parts, project, found.deployed)),
      ].sort(compareUrgency);
      const listed = items.slice(0, MAX_ITEMS);
      return { from: found.from, items: listed, itemsLeftOut: items.length - listed.length };
    },
  }),
];

function compareUrgency(one: Item, other: Item): number {
  const byCode = codes.indexOf(one.code) - codes.indexOf(other.code);
  return byCode === 0 ? (other.share?.percent ?? 0) - (one.share?.percent ?? 0) : byCode;
}

function toItem(found: FlowAttention): Item {
  const { flow, version, since } = found;
  const place = { code: found.code, flow, version, since };
  switch (found.code) {
    case 'canary_ready': {
      const { tally, percentOfCalls: percent } = found;
      const text = `the canary of ${flow} is ready for a decision: ${tally.ended} calls ended, ${tally.failed} failed, ${tally.hungUp} were hung up by the caller`;
      return { ...place, canary: { percent, ...tally }, text };
    }
    case 'canary_rolled_back': {
      const { percentOfCalls: percent, reason } = found;
      return { ...place, canary: { percent }, text: `the canary of ${flow} was rolled back: ${reason}` };
    }
    default: {
      const { share } = found;
      const step = 'step' in found ? found.step : undefined;
      const of = `${share.count} of ${share.of}`;
      const text = {
        calls_failing: `${flow}: ${of} calls failed`,
        callers_hanging_up: `${flow}: in ${of} calls the caller hung up`,
        step_failing: `${flow}: ${of} visits of step ${step ?? ''} failed`,
        input_exhausted: `${flow}: ${of} visits of step ${step ?? ''} ended without a valid answer`,
      }[found.code];
      return { ...place, ...(step !== undefined && { step }), share, text };
    }
  }
}

async function listPausedCampaigns({ campaigns: { campaigns } }: ApiParts, project: string): Promise<Item[]> {
  const listed = await campaigns.list(project, { limit: MAX_CAMPAIGNS });
  return listed.flatMap(({ id, value: { state, problem, problemAt, startedAt, createdAt, settings } }) =>
    state === 'paused' && problem !== undefined
      ? [
          {
            ...{ code: 'campaign_paused', flow: settings.flow, campaign: id },
            since: problemAt ?? startedAt ?? createdAt,
            text: `campaign ${id} was paused by the service: ${problem}`,
          },
        ]
      : [],
  );
}

/** Compares live versions with the previous ones; versions that cannot be compared now are left out. */
async function listUntranslated(
  parts: ApiParts,
  project: string,
  deployed: readonly (Deployment & { flow: string })[],
): Promise<Item[]> {
  const recent = deployed
    .filter(({ history }) => history.length > 0)
    .toSorted((one, other) => other.changedAt - one.changedAt)
    .slice(0, MAX_COMPARED);
  const items: Item[] = [];
  for (const { flow, live, history, changedAt } of recent) {
    const [from] = history;
    if (from === undefined || live === undefined) continue;
    const languages = await findUntranslated(parts, { project, flow, from, to: live });
    if (languages.length > 0)
      items.push({
        ...{ code: 'text_not_translated', flow, version: live, since: changedAt, unchangedIn: languages },
        text: `${flow}: texts changed since the previous version, but not in ${languages.join(', ')}`,
      });
  }
  return items;
}

async function findUntranslated(
  parts: ApiParts,
  versions: Parameters<typeof compareVersions>[1],
): Promise<string[]> {
  try {
    const { changes } = JSON.parse(await compareVersions(parts, versions, 'json')) as {
      changes: { unchangedIn?: string[] }[];
    };
    return [...new Set(changes.flatMap(({ unchangedIn = [] }) => unchangedIn))].sort();
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
