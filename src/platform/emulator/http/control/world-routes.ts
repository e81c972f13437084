/** Control of everything that is shared: the journal, numbers, webhooks, injected faults, the clock, the reset. */
import type { FastifyInstance } from 'fastify';
import {
  isNestedWithin,
  routeNames,
  type Fault,
  type Party,
  type ProvisionedNumber,
  type Webhooks,
} from '../../model/index.ts';
import type { Driver } from '../driver.ts';
import type { JournalStream } from '../journal-sinks.ts';
import {
  clockBody,
  createFaultBody,
  journalQuery,
  numberBody,
  numberParams,
  streamQuery,
  webhooksBody,
} from './schemas.ts';

interface JournalQuery {
  Querystring: { after?: string; voice_id?: string; kind?: string };
}

export function addJournalRoutes(app: FastifyInstance, driver: Driver, stream: JournalStream): void {
  app.get<JournalQuery>('/journal', { schema: { querystring: journalQuery } }, ({ query }, reply) => {
    const entries = driver.act((model) => model.journal.readAfter(Number(query.after ?? 0), query.voice_id));
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

/** Maximum nesting of an injected body; a deeper one could not be serialized. */
const MAX_BODY_LEVELS = 100;

export function addWorldRoutes(app: FastifyInstance, driver: Driver): void {
  addNumberRoutes(app, driver);
  app.put<{ Params: { id: string }; Body: Webhooks }>(
    '/projects/:id',
    { schema: { body: webhooksBody } },
    ({ params, body }, reply) => {
      const isDone = driver.act((model) => model.control.setWebhooks(params.id, body));
      return isDone ? {} : reply.code(404).send({ error: `no project ${params.id}` });
    },
  );
  app.post<{ Body: Fault }>(
    '/faults',
    { schema: { body: createFaultBody(routeNames) } },
    ({ body }, reply) => {
      if (!isNestedWithin(body.body, MAX_BODY_LEVELS))
        return reply.code(400).send({ error: `body is nested more than ${MAX_BODY_LEVELS} levels deep` });
      driver.act((model) => {
        model.control.failNext(body);
      });
      return {};
    },
  );
  app.post('/reset', () => {
    driver.reset();
    return {};
  });
}

function addNumberRoutes(app: FastifyInstance, driver: Driver): void {
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
}

/**
 * Adds GET /clock, which returns the time, and POST `{advance: ms}`, which advances it: everything due within that time
 * happens at once, in order, before the application can react.
 */
export function addClockRoutes(app: FastifyInstance, driver: Driver): void {
  app.get('/clock', () => ({ now: formatTime(driver) }));
  app.post<{ Body: { advance: number } }>('/clock', { schema: { body: clockBody } }, ({ body }) => {
    driver.moveOn(body.advance);
    return { now: formatTime(driver) };
  });
}

function formatTime(driver: Driver): string {
  return driver.act((_model, now) => new Date(now).toISOString());
}
