/**
 * The control API under /_emulator: actions of tests and people that no application could take. JSON without
 * authentication, for loopback only. Invalid requests are answered 400 `{error}`, unknown calls 404 `{error}`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Driver } from '../driver.ts';
import type { JournalStream } from '../journal-sinks.ts';
import { pageRoutes } from '../page-routes.ts';
import { callRoutes } from './call-routes.ts';
import type { Controls } from './controls.ts';
import { videoControlRoutes } from './room-routes.ts';
import { smsControlRoutes } from './sms-routes.ts';
import { clockRoutes, journalRoutes, worldRoutes } from './world-routes.ts';

/** Dependencies of the control API. */
interface ControlDesk {
  driver: Driver;
  stream: JournalStream;
  controls: Controls;
  /** Host that the emulator was told to listen on. */
  host: string | undefined;
}

/** Adds all control routes below the prefix of `app`. */
export function controlRoutes(app: FastifyInstance, { driver, stream, controls, host }: ControlDesk): void {
  acceptEmptyJson(app);
  controls.watch(app);
  app.setErrorHandler((error: ControlError, _request, reply) => {
    void reply.code(error.statusCode ?? 500).send({ error: controlError(error) });
  });
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (isForeign(headers, host))
      await reply
        .code(403)
        .send({ error: "only available to the emulator's own page, under its own address" });
  });
  app.all('/*', (request, reply) => controls.refuse(request.url, reply));
  callRoutes(app, driver);
  journalRoutes(app, driver, stream);
  worldRoutes(app, driver);
  clockRoutes(app, driver);
  smsControlRoutes(app, driver);
  videoControlRoutes(app, driver);
  pageRoutes(app);
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

/** Returns the message, with advice where there is any. */
function controlError({ message, validation = [], validationContext = '' }: ControlError): string {
  const [advice] = validation.flatMap((complaint) => adviceOf(complaint) ?? []);
  return advice === undefined ? message : validationContext + advice;
}

function adviceOf(complaint: Complaint): string | undefined {
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
  return host !== undefined && !isOwnName(host, listensOn);
}

/** Accepts IP addresses, which cannot be made to resolve elsewhere, unlike names. */
function isOwnName(host: string, listensOn: string | undefined): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(name) > 0 || name === 'localhost' || name === listensOn?.toLowerCase();
}
