/** Planned calls. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Principal } from '../../management/index.ts';
import { plannedStates } from '../../planned-calls/index.ts';
import type { NamedPlanned } from '../../planned-calls/index.ts';
import { findNumbers, showNumbersTo } from './people.ts';
import type { Show } from './people.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import type { ApiParts, PlacedCall } from './parts.ts';
import { Retries, toRetries } from './retries.ts';
import { closed, InProject, Page, PageShape, ProjectId, Time, Timestamp } from './shapes.ts';
import { rethrowAsProblem } from './engine-refusal.ts';

/** Parameters of planning. */
export const Plan = {
  at: Type.Optional(
    Type.String({ ...Time, description: 'Time of the call, at most a year ahead. Default: now.' }),
  ),
  retries: Type.Optional(Retries),
};

/** A planned call without its parameters, which may be secret. */
export const PlannedShape = Type.Object({
  id: Type.String(),
  flow: Type.String(),
  from: Type.String(),
  to: Type.String(),
  state: Type.Enum([...plannedStates], {
    description: 'waiting: the next attempt is scheduled; calling: an attempt is in progress.',
  }),
  dueAt: Type.Integer({ description: 'Scheduled time of the next attempt, or of the last one.' }),
  retries: Type.Optional(Retries),
  calls: Type.Array(Type.String(), { description: 'Ids of the calls, one per attempt.' }),
  result: Type.Optional(
    Type.String({
      description:
        'The result, as for recipients of campaigns; missed: the call could not be placed in time.',
    }),
  ),
  outcomes: Type.Optional(Type.Array(Type.String())),
  detail: Type.Optional(Type.String({ description: 'Further details.' })),
  createdAt: Timestamp,
  createdBy: Type.String(),
  cancelledAt: Type.Optional(Timestamp),
  endedAt: Type.Optional(Timestamp),
});

const ofPlanned = Type.Object({
  project: ProjectId,
  id: Type.String({ pattern: '^[0-9a-f-]{32,36}$', description: 'Id of a planned call.' }),
});

export const plannedCallRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/planned-calls',
    action: 'calls.read',
    schema: {
      operationId: 'listPlannedCalls',
      summary: 'List planned calls',
      description:
        'The order is unspecified. With `state`, a page may hold fewer items than `limit`, or none: continue as long as the response has a `next`.',
      tags: ['calls'],
      params: InProject,
      querystring: Type.Object({ ...Page, state: Type.Optional(Type.Enum([...plannedStates])) }, closed),
      response: { 200: PageShape(PlannedShape) },
    },
    handler: async ({ plannedCalls }, { params, query: { limit, after, state }, principal }) => {
      const { project } = params;
      const show = showNumbersTo({ params, principal });
      const page = { limit, ...(after && { after }), ...(state && { state }) };
      const { items, next } = await plannedCalls.list(project, page);
      return { items: items.map((one) => showPlanned(one, show)), ...(next && { next }) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/planned-calls/:id',
    action: 'calls.read',
    problems: ['unknown_planned_call'],
    schema: {
      operationId: 'getPlannedCall',
      summary: 'Get a planned call and its result',
      tags: ['calls'],
      params: ofPlanned,
      response: { 200: PlannedShape },
    },
    handler: async ({ plannedCalls }, { params, principal }) => {
      const planned = await plannedCalls.get(params);
      return showPlanned({ id: params.id, planned }, showNumbersTo({ params, principal }));
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/projects/:project/planned-calls/:id',
    action: 'calls.place',
    changesDirectory: false,
    problems: ['unknown_planned_call', 'call_over'],
    schema: {
      operationId: 'cancelPlannedCall',
      summary: 'Cancel a planned call; a call in progress continues',
      tags: ['calls'],
      params: ofPlanned,
      response: { 200: PlannedShape },
    },
    handler: async ({ plannedCalls }, { params, principal }) => {
      const planned = await plannedCalls.cancel(principal, params).catch(rethrowAsProblem);
      return toPlannedBody({ id: params.id, planned });
    },
  }),
];

type Planned = Omit<PlacedCall, 'params'> & {
  params?: Record<string, string | number | boolean>;
  at?: string | undefined;
  retries?: Static<typeof Retries> | undefined;
};

/** Plans a call. Throws like `PlannedCalls.plan`. */
export async function planCall(
  { plannedCalls }: Pick<ApiParts, 'plannedCalls'>,
  by: Principal,
  { project, at, retries, ...call }: Planned,
): Promise<Static<typeof PlannedShape>> {
  const wanted = {
    ...call,
    ...(at !== undefined && { at: Date.parse(at) }),
    ...(retries && { retries: toRetries(retries) }),
  };
  return toPlannedBody(await plannedCalls.plan(by, project, wanted));
}

function showPlanned(named: NamedPlanned, show: Show): Static<typeof PlannedShape> {
  const body = toPlannedBody(named);
  return show(findNumbers({ direction: 'outbound', ...body }), body);
}

function toPlannedBody({ id, planned }: NamedPlanned): Static<typeof PlannedShape> {
  const { wanted, calledAt: _calledAt, seeAt: _seeAt, ...rest } = planned;
  const { flow, from, to, retries } = wanted;
  return { id, flow, from, to, ...(retries && { retries }), ...rest };
}
