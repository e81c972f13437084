/**
 * The operations of the API in openapi.json: their ids, their problems, and bodies that are not JSON.
 *
 * OPS-1 A route without an `operationId`, or with a duplicate one, cannot be registered.
 * OPS-2 The problems of an operation are those that its route names and those common to its kind of request.
 */
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { errors, unavailableCodes } from '../../errors/index.ts';
import type { ErrorCode } from '../../errors/index.ts';
import { ProblemShape } from './shapes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Codes of the route's own refusals, beside the common ones. */
    problems?: readonly ErrorCode[];
  }
  interface FastifySchema {
    operationId?: string;
    consumes?: readonly string[];
    produces?: readonly string[];
  }
}

/** Facts of an operation beside its schema. */
interface Operation {
  /** Status → codes, in their order. */
  problems: Map<number, string[]>;
  consumes: readonly string[];
  produces: readonly string[];
}

/** By `operationId`. */
export type Operations = Map<string, Operation>;

/** Collects every route that is registered after it (OPS-1). */
export function gatherOperations(api: FastifyInstance, operations: Operations): void {
  api.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') return;
    const { schema: { operationId, consumes = [], produces = [] } = {} } = route;
    if (operationId === undefined || operations.has(operationId))
      throw new Error(`${String(route.method)} ${route.url} has no unique operationId`);
    operations.set(operationId, { problems: listProblems(route), consumes, produces });
  });
}

/** OPS-2. */
function listProblems({ method, schema = {}, config, url }: RouteOptions): Map<number, string[]> {
  const { body, params, querystring, headers } = schema;
  const isChecked = [body, params, querystring, headers].some((part) => part !== undefined);
  const isOfProject = url.includes('/:project') && config?.action !== 'projects.write';
  const codes: ErrorCode[] = [
    ...(isChecked ? (['invalid'] as const) : []),
    ...(method === 'GET'
      ? []
      : (['bad_request', 'not_json', 'too_large', 'unsupported_media_type'] as const)),
    'unauthenticated',
    ...(config?.action === 'self' ? [] : (['forbidden'] as const)),
    ...(isOfProject ? (['unknown_project'] as const) : []),
    ...(params === undefined ? [] : (['not_found'] as const)),
    'locked_out',
    'too_many_requests',
    'internal',
    ...(config?.problems ?? []),
  ];
  const byStatus = Map.groupBy([...new Set(codes)].sort(), (code) => errors[code].status);
  return new Map<number, string[]>([...byStatus, [503, [...unavailableCodes]]]);
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is malformed or does not match its schema.',
  401: 'The credentials are missing or invalid.',
  403: 'The credentials are valid, but their roles do not permit this action.',
  404: 'The resource does not exist.',
  409: 'The request conflicts with the current state.',
  412: 'The resource was changed since it was read; `etag` names its current state.',
  413: 'The body is too large.',
  415: 'The content type of the body is not supported.',
  422: 'The request is well-formed, but cannot be carried out.',
  428: 'The change needs a precondition.',
  429: 'A rate or concurrency limit is exceeded: retry after `Retry-After`.',
  500: 'Internal error; the log of the service has the details under the request id.',
  503: 'Temporarily unavailable: retry after `Retry-After`.',
};

/** Common problems, described once under these names. */
const SHARED: readonly { name: string; status: number; codes: readonly string[] }[] = [
  { name: 'Unauthenticated', status: 401, codes: ['unauthenticated'] },
  { name: 'Forbidden', status: 403, codes: ['forbidden'] },
  { name: 'TooLarge', status: 413, codes: ['too_large'] },
  { name: 'UnsupportedMediaType', status: 415, codes: ['unsupported_media_type'] },
  { name: 'TooMany', status: 429, codes: ['locked_out', 'too_many_requests'] },
  { name: 'Failed', status: 500, codes: ['internal'] },
  { name: 'Unavailable', status: 503, codes: unavailableCodes },
];

/** The parts of openapi.json that are changed here. */
interface Description {
  paths?: Record<string, Record<string, OperationObject> | undefined>;
  components?: { schemas?: Record<string, unknown>; responses?: Record<string, unknown> };
}

interface OperationObject {
  operationId?: string;
  parameters?: { required?: boolean; schema?: { default?: unknown } }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

/** Adds the facts of the operations to openapi.json. */
export function describeOperations(description: Description, operations: Operations): void {
  description.components ??= {};
  description.components.schemas = { ...description.components.schemas, Problem: ProblemShape };
  description.components.responses = Object.fromEntries(
    SHARED.map(({ name, status, codes }) => [name, renderProblemResponse(status, codes)]),
  );
  for (const methods of Object.values(description.paths ?? {}))
    for (const operation of Object.values(methods ?? {})) {
      const known = operations.get(operation.operationId ?? '');
      if (known !== undefined) describeOperation(operation, known);
    }
}

function describeOperation(operation: OperationObject, { problems, consumes, produces }: Operation): void {
  // Parameters with a default are optional.
  for (const parameter of operation.parameters ?? [])
    if (parameter.schema?.default !== undefined) parameter.required = false;
  if (consumes.length > 0) operation.requestBody = { required: true, content: toTextContent(consumes) };
  if (produces.length > 0)
    operation.responses[200] = { description: 'The response as text.', content: toTextContent(produces) };
  for (const [status, codes] of [...problems].sort(([one], [other]) => one - other))
    operation.responses[status] = findSharedResponse(status, codes) ?? renderProblemResponse(status, codes);
}

function toTextContent(types: readonly string[]): Record<string, { schema: TSchema }> {
  return Object.fromEntries(types.map((type) => [type, { schema: Type.String() }]));
}

function findSharedResponse(status: number, codes: readonly string[]): object | undefined {
  const shared = SHARED.find((one) => one.status === status && one.codes.join() === codes.join());
  return shared && { $ref: `#/components/responses/${shared.name}` };
}

function renderProblemResponse(status: number, codes: readonly string[]): object {
  const narrowed = {
    type: 'object',
    required: ['status', 'code'],
    properties: { status: { const: status }, code: { enum: codes } },
  };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] };
  return {
    description: DESCRIPTIONS[status] ?? 'Refused.',
    content: { 'application/problem+json': { schema } },
  };
}
