/** Routes from numbers to flows. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { computeRouteEtag, findRouteWarnings, refuseStuckRoute } from '../../management/index.ts';
import type { Route, RouteRef } from '../../management/index.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import type { ApiParts } from './parts.ts';
import { explainConflict, IfMatch, IfMatchOrNone, readPrecondition } from './preconditions.ts';
import {
  CARRIER_NAME,
  closed,
  FlowName,
  Force,
  InProject,
  Page,
  PageShape,
  Params,
  ProjectId,
  readPage,
  Time,
} from './shapes.ts';

const RouteId = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
  description: 'Id of a route, chosen by the operator.',
});

const RouteBody = Type.Object(
  {
    number: Type.String({
      description: 'A number in E.164 form, a prefix with a star (+4930*), or * for every number.',
    }),
    takes: Type.Union([Type.Literal('calls'), Type.Literal('messages')], { default: 'calls' }),
    flow: FlowName,
    carrier: Type.Optional(
      Type.String({
        pattern: CARRIER_NAME,
        description:
          'Name of the only carrier whose calls or messages it takes, such as `platform`; absent: any. Of two routes for the same number, one that names the carrier goes first.',
      }),
    ),
    params: Type.Optional(Params),
    from: Type.Optional(Time),
    until: Type.Optional(Time),
  },
  closed,
);

type RouteBody = Static<typeof RouteBody>;

const RouteShape = Type.Object({ id: RouteId, ...RouteBody.properties });

const Warnings = Type.Array(
  Type.Object({
    code: Type.Enum(['unknown_carrier', 'not_in_service', 'invalid_params', 'carrier_lacks'], {
      description: 'Stable code for programs.',
    }),
    message: Type.String({ description: 'Message for people.' }),
  }),
  { description: 'Reasons why calls on this route would fail with the versions now in service.' },
);
const WarnedShape = Type.Object({ ...RouteShape.properties, warnings: Warnings });
const ListedShape = Type.Object({ ...RouteShape.properties, warnings: Type.Optional(Warnings) });

const SettingsRoutes = Type.Array(
  Type.Object({ number: RouteBody.properties.number, takes: RouteBody.properties.takes, flow: FlowName }),
  {
    description:
      'On the first page of the default project: numbers that the settings of the service route. They cannot be changed here; a route for the same number goes first.',
  },
);

const ofRoute = Type.Object({ project: ProjectId, id: RouteId });

export const routeRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/routes',
    action: 'routes.read',
    schema: {
      operationId: 'listRoutes',
      summary: 'List routes',
      tags: ['routes'],
      params: InProject,
      querystring: Type.Object(
        {
          ...Page,
          warnings: Type.Boolean({ default: false, description: 'Adds `warnings` to each route.' }),
        },
        closed,
      ),
      response: {
        200: Type.Object({
          ...PageShape(ListedShape).properties,
          ofSettings: Type.Optional(SettingsRoutes),
        }),
      },
    },
    handler: async (parts, { params: { project }, query }) => {
      const { routes } = parts.management;
      const page = await readPage(query, 'id', (range) => routes.list(project, range));
      const toListed = async ({ id, ...route }: Route & { id: string }) =>
        query.warnings ? await toWarnedBody(parts, { project, id }, route) : toRouteBody({ id, ...route });
      const settingsRoutes = parts.node.listSettingsRoutes(project);
      const isFirst = query.after === undefined;
      return {
        ...page,
        items: await Promise.all(page.items.map(toListed)),
        ...(isFirst && settingsRoutes.length > 0 && { ofSettings: [...settingsRoutes] }),
      };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/routes/:id',
    action: 'routes.read',
    problems: ['unknown_route'],
    schema: {
      operationId: 'getRoute',
      summary: 'Get a route',
      description: 'The `ETag` of the response names this state of the route.',
      tags: ['routes'],
      params: ofRoute,
      response: { 200: WarnedShape },
    },
    handler: async (parts, { params }, reply) => {
      const route = await parts.management.routes.get(params);
      reply.header('etag', `"${computeRouteEtag(route)}"`);
      return toWarnedBody(parts, params, route);
    },
  }),

  defineRoute({
    method: 'PUT',
    path: '/projects/:project/routes/:id',
    action: 'routes.write',
    changesDirectory: true,
    problems: ['invalid_number', 'invalid_window', 'carrier_lacks', 'too_many_routes', 'precondition_failed'],
    schema: {
      operationId: 'putRoute',
      summary: 'Create or update a route',
      description:
        'The route is stored even if its flow cannot take calls; `warnings` then lists the reasons: the project has no such carrier, no version is in service, a version needs other parameters than the route sets, or some carriers of the route cannot do what a step needs. If none of them can, the route is refused, unless `force` is set. With `If-Match` or `If-None-Match` the route is stored only if nobody else has changed it.',
      tags: ['routes'],
      params: ofRoute,
      headers: IfMatchOrNone,
      body: Type.Object({ ...RouteBody.properties, force: Type.Optional(Force) }, closed),
      response: { 200: WarnedShape, 201: WarnedShape },
    },
    handler: async (parts, { params, headers, body: { force, ...body }, principal }, reply) => {
      const route = toRoute(body);
      if (force === undefined) await refuseStuckRoute(parts.management, params.project, route);
      const change = { route, precondition: readPrecondition(headers), reason: force?.reason };
      const result = await explainConflict(parts.management.routes.put(principal, params, change));
      reply.header('etag', `"${computeRouteEtag(route)}"`);
      reply.code(result === 'created' ? 201 : 200);
      return await toWarnedBody(parts, params, route);
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/projects/:project/routes/:id',
    action: 'routes.write',
    changesDirectory: true,
    problems: ['unknown_route', 'precondition_failed'],
    schema: {
      operationId: 'deleteRoute',
      summary: 'Delete a route',
      tags: ['routes'],
      params: ofRoute,
      headers: IfMatch,
      response: { 204: Type.Null() },
    },
    handler: ({ management: { routes } }, { params, headers, principal }) =>
      explainConflict(routes.remove(principal, params, readPrecondition(headers))),
  }),
];

function toRoute({ from, until, params, ...route }: RouteBody): Route {
  return {
    ...route,
    ...(params && { params }),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(until !== undefined && { until: Date.parse(until) }),
  };
}

async function toWarnedBody(
  parts: ApiParts,
  { project, id }: RouteRef,
  route: Route,
): Promise<Static<typeof WarnedShape>> {
  return {
    ...toRouteBody({ id, ...route }),
    warnings: await findRouteWarnings(parts.management, project, route),
  };
}

function toRouteBody({ from, until, ...route }: Route & { id: string }): Static<typeof RouteShape> {
  return {
    ...route,
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  };
}
