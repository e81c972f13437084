/**
 * The control API under /_emulator: actions of tests and people that no application could take. JSON without
 * authentication, for loopback only. Invalid requests are answered 400 `{error}`, unknown calls 404 `{error}`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Driver } from '../driver.ts';
import type { JournalStream } from '../journal-sinks.ts';
import { addPageRoutes } from '../page-routes.ts';
import { addCallRoutes } from './call-routes.ts';
import type { ControlPaths } from './controls.ts';
import { addRoomRoutes } from './room-routes.ts';
import { addSmsRoutes } from './sms-routes.ts';
import { addClockRoutes, addJournalRoutes, addWorldRoutes } from './world-routes.ts';

interface ControlParts {
  driver: Driver;
  stream: JournalStream;
  controls: ControlPaths;
  /** Host that the emulator was told to listen on. */
  host: string | undefined;
  /** Origins of other pages that may use the control API. */
  origins: ReadonlySet<string>;
}

/** Shared by all emulators of the process, so that each schema is compiled once. */
const validator = addFormats.default(new Ajv({ useDefaults: true, allowUnionTypes: true, verbose: true }));

/** Adds all control routes below the prefix of `app`. */
export function addControlRoutes(
  app: FastifyInstance,
  { driver, stream, controls, host, origins }: ControlParts,
): void {
  acceptEmptyJson(app);
  app.setValidatorCompiler<object>(({ schema }) => validator.compile(schema));
  controls.watch(app);
  app.setErrorHandler((error: ControlError, _request, reply) => {
    void reply.code(error.statusCode ?? 500).send({ error: describeControlError(error) });
  });
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    const isAdmitted = origins.has(headers.origin ?? '') && isOwnHost(headers, host);
    if (isAdmitted) allowOrigin(headers, reply);
    if (isAdmitted && method === 'OPTIONS') await reply.code(204).send();
    else if (!isAdmitted && isForeign(headers, host))
      await reply
        .code(403)
        .send({ error: "only requests of the emulator's own page, at its own address, are accepted" });
  });
  app.all('/*', (request, reply) => controls.refuse(request.url, reply));
  addCallRoutes(app, driver);
  addJournalRoutes(app, driver, stream);
  addWorldRoutes(app, driver);
  addClockRoutes(app, driver);
  addSmsRoutes(app, driver);
  addRoomRoutes(app, driver);
  addPageRoutes(app);
}

/** Treats an empty JSON body as an empty object, as the platform does. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('the body is not JSON'), { statusCode: 400 }));
    }
  });
}

/** A Fastify error with the results of its schema validation. */
interface ControlError {
  statusCode?: number;
  message: string;
  validationContext?: string;
  validation?: Complaint[];
}

/** An ajv error with its schema. */
interface Complaint {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  /** The name of an invalid property. */
  propertyName?: string;
  parentSchema?: { title?: string; properties?: object };
}

function describeControlError({ message, validation = [], validationContext = '' }: ControlError): string {
  const [advice] = validation.flatMap((complaint) => findAdvice(complaint) ?? []);
  return advice === undefined ? message : validationContext + advice;
}

function findAdvice(complaint: Complaint): string | undefined {
  const { instancePath, keyword, params, propertyName = '', parentSchema = {} } = complaint;
  const { title, properties = {} } = parentSchema;
  const place = propertyName === '' ? instancePath : `${instancePath}/${propertyName}`;
  if (keyword === 'enum') return `${place} must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'additionalProperties')
    return `${place}/${String(params.additionalProperty)} is not allowed; allowed are ${Object.keys(properties).join(', ')}`;
  const isOfForm = keyword === 'pattern' || keyword === 'format';
  return isOfForm && title !== undefined ? `${place} must be ${title}` : undefined;
}

/**
 * True for requests from a page of another site that is open in a browser on this machine. Such a page sends its
 * origin; or its own name was made to resolve to this machine, and the request carries that name. A client that sends
 * no Host header is not a browser.
 */
function isForeign({ origin, host }: IncomingHttpHeaders, listensOn: string | undefined): boolean {
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)) return true;
  return !isOwnHost({ host }, listensOn);
}

function isOwnHost({ host }: IncomingHttpHeaders, listensOn: string | undefined): boolean {
  return host === undefined || isOwnName(host, listensOn);
}

/** Lets a page of the request's origin read the answer, and send JSON. Also answers that Fastify does not write have the headers. */
function allowOrigin({ origin = '' }: IncomingHttpHeaders, { raw }: FastifyReply): void {
  raw.setHeader('access-control-allow-origin', origin);
  raw.setHeader('access-control-allow-methods', 'GET, POST, PUT');
  raw.setHeader('access-control-allow-headers', 'content-type');
  raw.setHeader('vary', 'origin');
}

/** Accepts IP addresses, which cannot be made to resolve elsewhere, unlike names. */
function isOwnName(host: string, listensOn: string | undefined): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(name) > 0 || name === 'localhost' || name === listensOn?.toLowerCase();
}
