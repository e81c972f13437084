/**
 * The management API, `/api/v1`. One description of each route serves for validation, types and documentation, which is
 * served at `openapi.json` (OpenAPI 3.1) and `docs`.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fastJson from 'fast-json-stringify';
import helmet from '@fastify/helmet';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
} from 'fastify';
import { JobCancelled } from '../../build/index.ts';
import { errors } from '../../errors/index.ts';
import { Refusal } from '../../management/index.ts';
import { MistakenRequest, Problem, TooOften, sendProblem } from '../problem.ts';
import { REQUEST_ID } from '../request-id.ts';
import { addAccessCheck, isKnown } from './access.ts';
import { attentionRoutes } from './attention-routes.ts';
import { callExportRoutes } from './call-export-routes.ts';
import { callControlRoutes } from './call-control-routes.ts';
import { callTraceRoutes } from './call-trace-routes.ts';
import { recordingRoutes } from './recordings-routes.ts';
import { callRoutes } from './calls-routes.ts';
import { campaignRoutes } from './campaigns-routes.ts';
import { cdrRoutes } from './cdrs-routes.ts';
import { deploymentRoutes } from './deployments-routes.ts';
import { draftRoutes } from './drafts-routes.ts';
import { eventRoutes } from './events-routes.ts';
import { flowRoutes } from './flows-routes.ts';
import { hookTokenRoutes } from './hook-tokens-routes.ts';
import { pictureRoutes } from './pictures-routes.ts';
import { keyRoutes } from './keys-routes.ts';
import { Limits } from './limits.ts';
import { describeMismatches, listMistakes } from './mismatch.ts';
import type { Invalid } from './mismatch.ts';
import { describeOperations, gatherOperations } from './operations.ts';
import type { Operations } from './operations.ts';
import type { ApiParts } from './parts.ts';
import { plannedCallRoutes } from './planned-calls-routes.ts';
import { previewRoutes } from './preview-routes.ts';
import { projectRoutes } from './projects-routes.ts';
import { doNotCallRoutes, recipientRoutes } from './recipients-routes.ts';
import { routeRoutes } from './routes-routes.ts';
import { statsRoutes } from './stats-routes.ts';
import { testRoutes } from './tests-routes.ts';

const API_PREFIX = '/api/v1';

/** Status of a request whose client has gone, as proxies log it. */
const CLIENT_CLOSED_REQUEST = 499;
/** Maximum body of requests without flows, bytes. */
const MAX_BODY_BYTES = 64 * 1024;
/** Maximum duration of a request, ms. */
const MAX_RESPONSE_MS = 30_000;

/** Responses are data: a page that shows them must not run, load or frame anything. TLS and HSTS belong to the proxy. */
const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  strictTransportSecurity: false,
};

const allRoutes = [
  projectRoutes,
  hookTokenRoutes,
  flowRoutes,
  pictureRoutes,
  previewRoutes,
  testRoutes,
  deploymentRoutes,
  draftRoutes,
  statsRoutes,
  attentionRoutes,
  routeRoutes,
  callRoutes,
  callTraceRoutes,
  recordingRoutes,
  plannedCallRoutes,
  callExportRoutes,
  cdrRoutes,
  callControlRoutes,
  eventRoutes,
  campaignRoutes,
  recipientRoutes,
  doNotCallRoutes,
  keyRoutes,
];

/** Converts an error into a problem; `otherwise` converts errors that the caller did not cause. */
type ToProblem = (error: unknown, request: Pick<FastifyRequest, 'url' | 'id'>) => Problem;

/** Adds the API to the server. */
export async function addApi(server: FastifyInstance, parts: ApiParts, otherwise: ToProblem): Promise<void> {
  await server.register(helmet, securityHeaders);
  server.addHook('onSend', async ({ id }, reply) => {
    reply.headers({ 'cache-control': 'no-store', [REQUEST_ID]: id });
  });
  const operations: Operations = new Map();
  await addDescription(server, operations);
  await server.register(
    (api, _options, done) => {
      addRoutes(api, { parts, otherwise, operations });
      done();
    },
    { prefix: API_PREFIX },
  );
}

/** Serves the description of the API, for programs and as pages. */
async function addDescription(server: FastifyInstance, operations: Operations): Promise<void> {
  await server.register(swagger, {
    transformObject: (documented) => {
      if (!('openapiObject' in documented)) return documented.swaggerObject;
      describeOperations(documented.openapiObject as Parameters<typeof describeOperations>[0], operations);
      return documented.openapiObject;
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ringflow',
        description:
          'Manages the flows, routes and calls of a Ringflow service. Each response carries its request id in `X-Request-Id`: the id from the request header if it has at most 128 letters, digits and `_.:+=/-`, otherwise a new one.',
        version: '1',
      },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{ key: [] }],
    },
  });
  await server.register(swaggerUi, { routePrefix: `${API_PREFIX}/docs`, staticCSP: true });
  server.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true } }, () => server.swagger());
}

interface RouteParts {
  parts: ApiParts;
  otherwise: ToProblem;
  operations: Operations;
}

/** Adds the routes with what they share: bodies, limits, checks and errors. */
function addRoutes(api: FastifyInstance, { parts, otherwise, operations }: RouteParts): void {
  // Only JSON is accepted: other types can be sent by any page in a browser without a preflight request.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    api.getDefaultJsonParser('error', 'error'),
  );
  api.addHook('onRoute', (route) => {
    route.bodyLimit ??= MAX_BODY_BYTES;
    route.handlerTimeout ??= MAX_RESPONSE_MS;
  });
  api.addHook('onResponse', ({ method, routeOptions: { url: route = 'unknown' } }, { statusCode }, done) => {
    parts.reports.counts?.countRequest({ method, route, status: statusCode });
    done();
  });
  api.setValidatorCompiler(compileSchema);
  api.setSerializerCompiler(compileSerializer);
  api.setErrorHandler((error, request, reply) => {
    // Nobody reads this answer. It is no refusal, so it is not counted as a limit.
    if (error instanceof JobCancelled) return reply.code(CLIENT_CLOSED_REQUEST).send();
    const problem = toClientProblem(error) ?? otherwise(error, request);
    logRefusal(parts, request, problem);
    countRefused(parts, request, problem);
    return sendProblem(reply, problem);
  });
  gatherOperations(api, operations);
  addAccessCheck(api, {
    authenticate: parts.access.authenticate,
    limits: new Limits(parts.access.limits),
  });
  refuseUnknownProjects(api, parts);
  for (const addRoute of allRoutes.flat()) addRoute(api, parts);
}

/**
 * Refuses requests for a project that does not exist, before any route runs. The access check comes first (ACCESS-2), so
 * callers learn nothing about projects of others.
 */
function refuseUnknownProjects(api: FastifyInstance, { management: { projects } }: ApiParts): void {
  api.addHook('preHandler', async ({ params, routeOptions: { config } }) => {
    const { project } = params as { project?: string };
    // A project that is created need not exist; its deletion reports the unknown id itself.
    if (project !== undefined && config.action !== 'projects.write') await projects.expect(project);
  });
}

/** `verbose`: errors carry the schema, whose description is part of the message. */
const settings = { useDefaults: true, strict: false, verbose: true };
/** Parameters in the URL are text and are coerced; bodies are typed already. */
const urlValidator = addFormats.default(new Ajv2020({ ...settings, coerceTypes: true }));
const bodyValidator = addFormats.default(new Ajv2020(settings));

/** Compiles a schema when the first request needs it, so that the service starts sooner. */
const compileSchema: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  const validate: ReturnType<FastifySchemaCompiler<object>> = (value: unknown) => {
    compiled ??= (httpPart === 'body' ? bodyValidator : urlValidator).compile(schema);
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
};

/** Compiles a serializer when the first response needs it; it leaves out what the schema does not name. */
const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  let serialize: ReturnType<typeof fastJson> | undefined;
  return (value) => (serialize ??= fastJson(schema))(value) as string;
};

/**
 * Logs refused requests of authenticated callers, so that the request id in the response can be found. Unauthenticated
 * requests and rate limits are not logged, since anybody could flood the log.
 */
function logRefusal({ log }: ApiParts, request: FastifyRequest, { status, code }: Problem): void {
  if (!isKnown(request) || status === 429 || status >= 500) return;
  const { id: requestId, method, principal, routeOptions } = request;
  log.info(
    { requestId, by: principal.id, method, route: routeOptions.url, status, code },
    'API request refused',
  );
}

function countRefused(
  { reports: { counts }, node }: ApiParts,
  request: FastifyRequest,
  { code }: Problem,
): void {
  const { project } = request.params as { project?: string };
  counts?.countRefusal(code, project !== undefined && node.isKnownProject(project) ? project : undefined);
}

/** `Retry-After` for refusals because of load, ms. */
const BUSY_MS = 2_000;

function toClientProblem(error: unknown): Problem | undefined {
  if (error instanceof Refusal) {
    if (error.errors !== undefined) return new MistakenRequest(error.code, error.message, error.errors);
    return errors[error.code].status === 429
      ? new TooOften(error.code, error.message, BUSY_MS)
      : new Problem(error.code, error.message);
  }
  const { validation, validationContext = '' } = error as Invalid;
  return (
    validation &&
    new MistakenRequest(
      'invalid',
      describeMismatches(validation, validationContext),
      listMistakes(validation, validationContext),
    )
  );
}
