/**
 * Defines the routes of the management API: path, access check, operation in openapi.json and handler.
 *
 * ROUTE-1 A route that can change something declares whether it changes the directory; the type demands it.
 * ROUTE-2 A route that changes the directory responds after this node has applied the change.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
} from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TNull, TSchema } from 'typebox';
import type { ErrorCode } from '../../errors/index.ts';
import type { Action } from '../../management/index.ts';
import type { ApiParts } from './parts.ts';

interface RouteSchema extends FastifySchema {
  operationId: string;
  summary: string;
  tags: readonly string[];
  response?: object;
}

type Request<Schema extends RouteSchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  Schema,
  TypeBoxTypeProvider
>;

/** The body of a successful answer; `unknown` where the schema describes none, or a status without one. */
type Answer<Schema extends RouteSchema> = Schema extends { response: infer Response }
  ? Response[keyof Response] extends TSchema
    ? Response[keyof Response] extends TNull
      ? unknown
      : Static<Response[keyof Response]>
    : unknown
  : unknown;

/** The head of an answer. A handler returns the body, so nothing is sent before the helper is done. */
export interface ReplyHead {
  raw: ServerResponse;
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  headers(values: Readonly<Record<string, string>>): unknown;
  type(contentType: string): unknown;
}

type Effect =
  | { method: 'GET' }
  | {
      method: 'POST' | 'PUT' | 'DELETE';
      /** True when the route changes routes, deployments, projects or hook tokens. */
      changesDirectory: boolean;
    };

type RouteDefinition<Schema extends RouteSchema> = Effect & {
  path: string;
  /** Action of the route; `self`: it only tells the caller about itself. */
  action: Action | 'self';
  /** The answer holds only what belongs to projects for which the caller may do the action. */
  isFiltered?: true;
  /** Codes of the route's own refusals; those that follow from its request are added. */
  problems?: readonly ErrorCode[];
  schema: Schema;
  bodyLimit?: number;
  handlerTimeout?: number;
  exposeHeadRoute?: boolean;
  handler: (
    parts: ApiParts,
    request: Request<Schema>,
    reply: ReplyHead,
  ) => Answer<Schema> | Promise<Answer<Schema>>;
};

export type AddRoute = (api: FastifyInstance, parts: ApiParts) => void;

/** Defines a route; the result adds it to a server. If the schema describes one status, it is that of the answer. */
export function defineRoute<const Schema extends RouteSchema>(definition: RouteDefinition<Schema>): AddRoute {
  const { path: url, action, isFiltered, problems, handler, ...options } = definition;
  // Avoids that Fastify derives the response type again, which fails for a generic schema.
  const schema: FastifySchema = options.schema;
  const changesDirectory = 'changesDirectory' in definition && definition.changesDirectory;
  const statuses = Object.keys(options.schema.response ?? {});
  return (api, parts) => {
    api.route({
      ...options,
      url,
      schema,
      config: { action, ...(isFiltered && { isFiltered }), ...(problems && { problems }) },
      handler: async (request, reply) => {
        if (statuses.length === 1) reply.code(Number(statuses[0]));
        const answer = await handler(parts, request as unknown as Request<Schema>, reply);
        if (changesDirectory) await parts.node.refreshDirectory();
        return reply.statusCode === 204 ? null : answer;
      },
    });
  };
}
