/** Control of messages: people send texts to numbers of the platform and read what their phones received. */
import type { FastifyInstance } from 'fastify';
import type { IncomingText, Phone } from '../../model/index.ts';
import type { Driver } from '../driver.ts';
import { strictObject } from './schemas.ts';

const number = {
  type: 'string',
  pattern: '^\\+?\\d{3,15}$',
  title: 'a phone number such as +4930100100',
} as const;

const textBody = {
  ...strictObject,
  required: ['from', 'to', 'text'],
  properties: { from: number, to: number, text: { type: 'string', maxLength: 4_096 } },
} as const;

const phoneBody = {
  ...strictObject,
  properties: {
    on_sms: { enum: ['delivers', 'fails', 'unknown', 'never', 'unreachable'] },
    afterMs: { type: 'integer', minimum: 0, maximum: 31_622_400_000 },
    errorCode: { type: 'string', maxLength: 64 },
    errorText: { type: 'string', maxLength: 1_024 },
  },
} as const;

const phoneParams = { ...strictObject, required: ['number'], properties: { number } } as const;

interface ByNumber {
  Params: { number: string };
}

/**
 * Adds POST /sms `{from, to, text}`, which sends a text to a number of a campaign; GET /phones/{number}, which shows
 * the messages of a phone; and PUT, which sets how it receives messages.
 */
export function addSmsRoutes(app: FastifyInstance, driver: Driver): void {
  app.post<{ Body: IncomingText }>('/sms', { schema: { body: textBody } }, ({ body }, reply) => {
    const id = driver.act((model, now) => model.phones.text(body, now));
    return id === undefined ? reply.code(400).send({ error: `${body.to} belongs to no campaign` }) : { id };
  });
  app.get<ByNumber>('/phones/:number', { schema: { params: phoneParams } }, ({ params }) =>
    driver.act((model, now) => model.phones.view(params.number, now)),
  );
  app.put<ByNumber & { Body: Phone }>(
    '/phones/:number',
    { schema: { params: phoneParams, body: phoneBody } },
    ({ params, body }) => {
      driver.act((model) => {
        model.phones.setPhone(params.number, body);
      });
      return {};
    },
  );
}
