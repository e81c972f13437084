/**
 * The control plane under /_emulator: what tests and people do that no application could. JSON, no credentials; meant for
 * loopback. A request that cannot be understood is answered 400 `{error}`, a call that is not there 404 `{error}`.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isNestedWithin, routeNames } from '../model/index.ts';
import type { Act, Fault, Party, PlatformModel, ProvisionedNumber, Webhooks } from '../model/index.ts';
import { clockRoutes } from './clock-routes.ts';
import { videoControlRoutes } from './control-video.ts';
import type { Controls } from './controls.ts';
import { controlError } from './control-error.ts';
import type { ControlError } from './control-error.ts';
import { isForeign } from './foreign.ts';
import {
  callsQuery,
  faultBody,
  hangUpBody,
  journalQuery,
  numberBody,
  numberParams,
  pressBody,
  ringBody,
  sayBody,
  streamQuery,
  webhooksBody,
} from './control-schemas.ts';
import { smsControlRoutes } from './control-sms.ts';
import type { Driver } from './driver.ts';
import type { JournalStream } from './journal-stream.ts';
import { pageRoutes } from './page-routes.ts';

interface ByCall {
  Params: { id: string };
}

interface JournalQuery {
  Querystring: { after?: string; voice_id?: string; kind?: string };
}

/** What the control plane works on. */
export interface ControlDesk {
  driver: Driver;
  stream: JournalStream;
  controls: Controls;
  /** The address that the emulator was told to listen on. */
  host: string | undefined;
}

/** Adds all control routes, relative to their prefix. */
export function controlRoutes(app: FastifyInstance, { driver, stream, controls, host }: ControlDesk): void {
  acceptEmptyJson(app);
  controls.watch(app);
  app.setErrorHandler((error: ControlError, _request, reply) => {
    void reply.code(error.statusCode ?? 500).send({ error: controlError(error) });
  });
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (isForeign(headers, host))
      await reply.code(403).send({ error: 'only for pages of the emulator itself, under its own address' });
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

function callRoutes(app: FastifyInstance, driver: Driver): void {
  app.get<{ Querystring: { limit?: string } }>(
    '/calls',
    { schema: { querystring: callsQuery } },
    ({ query: { limit } }) =>
      driver.act((model) => model.control.calls(limit === undefined ? undefined : Number(limit))),
  );
  app.get<ByCall>('/calls/:id', ({ params }, reply) => {
    const call = driver.act((model) => model.control.call(params.id));
    return call ?? reply.code(404).send({ error: `no call ${params.id}` });
  });
  app.post<{ Body: { from: string; to: string; acts?: Act[] } }>(
    '/calls',
    { schema: { body: ringBody } },
    ({ body }, reply) => {
      const voiceId = driver.act((model, now) => model.people.ring(body, now));
      if (voiceId === undefined)
        return reply.code(400).send({ error: `${body.to} is not a number of any project` });
      return { voice_id: voiceId };
    },
  );
  app.post<ByCall & { Body: { keys: string } }>(
    '/calls/:id/press',
    { schema: { body: pressBody } },
    ({ params, body }, reply) =>
      onCall(driver, reply, (model, now) => model.people.press(params.id, body.keys, now)),
  );
  app.post<ByCall & { Body: { text: string } }>(
    '/calls/:id/say',
    { schema: { body: sayBody } },
    ({ params, body }, reply) =>
      onCall(driver, reply, (model, now) => model.people.say(params.id, body.text, now)),
  );
  app.post<ByCall & { Body: { who?: 'ours' | 'second' } | null | undefined }>(
    '/calls/:id/hangup',
    { schema: { body: hangUpBody } },
    ({ params, body }, reply) => {
      const isDone = driver.act((model, now) => model.people.hangUp(params.id, now, body?.who));
      if (isDone || body?.who !== 'second') return isDone ? {} : noLiveCall(reply);
      return reply.code(404).send({ error: 'no live call with a second party on the line' });
    },
  );
}

function journalRoutes(app: FastifyInstance, driver: Driver, stream: JournalStream): void {
  app.get<JournalQuery>('/journal', { schema: { querystring: journalQuery } }, ({ query }, reply) => {
    const entries = driver.act((model) => model.journal.after(Number(query.after ?? 0), query.voice_id));
    return reply.type('application/x-ndjson').send(
      entries
        .filter(({ kind }) => kind === (query.kind ?? kind))
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    );
  });
  app.get<JournalQuery>(
    '/journal/stream',
    { schema: { querystring: streamQuery } },
    ({ query, headers }, reply) => {
      const last = Number(headers['last-event-id'] ?? query.after ?? 0);
      reply.hijack();
      const from = { seq: Number.isSafeInteger(last) ? last : 0, voiceId: query.voice_id };
      stream.add(reply.raw, from, () => driver.act((model) => model.journal));
    },
  );
}

/** Deeper, an answer could not be written as JSON again. */
const deepestBody = 100;

function worldRoutes(app: FastifyInstance, driver: Driver): void {
  app.get('/numbers', () => driver.act((model) => model.control.numbers()));
  type About = ProvisionedNumber & { party?: Party | Party[] };
  app.put<{ Params: { number: string }; Body: About }>(
    '/numbers/:number',
    { schema: { params: numberParams, body: numberBody } },
    ({ params, body }, reply) => {
      const { party, ...number } = body;
      const isProvisioned = party === undefined || Object.keys(number).length > 0;
      const isDone = driver.act(({ control }) => !isProvisioned || control.setNumber(params.number, number));
      if (!isDone)
        return reply
          .code(400)
          .send({ error: `not a phone number, or there is no project ${number.project}` });
      if (party !== undefined)
        driver.act(({ control }) => {
          control.setParty(params.number, party);
        });
      return {};
    },
  );
  app.put<ByCall & { Body: Webhooks }>(
    '/projects/:id',
    { schema: { body: webhooksBody } },
    ({ params, body }, reply) => {
      const isDone = driver.act((model) => model.control.setWebhooks(params.id, body));
      return isDone ? {} : reply.code(404).send({ error: `no project ${params.id}` });
    },
  );
  app.post<{ Body: Fault }>('/faults', { schema: { body: faultBody(routeNames) } }, ({ body }, reply) => {
    if (!isNestedWithin(body.body, deepestBody))
      return reply.code(400).send({ error: `body is nested more than ${deepestBody} levels deep` });
    driver.act((model) => {
      model.control.failNext(body);
    });
    return {};
  });
  app.post('/reset', () => {
    driver.reset();
    return {};
  });
}

function onCall(driver: Driver, reply: FastifyReply, act: (model: PlatformModel, now: number) => boolean) {
  return driver.act(act) ? {} : noLiveCall(reply);
}

function noLiveCall(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ error: 'no such live call' });
}

/** An empty body with a JSON content type is an empty object, as on the platform itself. */
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
