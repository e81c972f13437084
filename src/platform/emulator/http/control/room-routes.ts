/**
 * Control of video rooms: actions of people at video clients. When the platform refuses an action, the answer has its
 * HTTP status and `{error, code}` with the code of video.md 7.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RoomOutcome, RoomPeople } from '../../model/index.ts';
import type { Driver } from '../driver.ts';
import { strictObject } from './schemas.ts';

const text = { type: 'string', minLength: 1, maxLength: 8_192 } as const;

const joinBody = { ...strictObject, required: ['token'], properties: { token: text } } as const;
const dialInBody = { ...strictObject, required: ['from'], properties: { from: text } } as const;
const lockBody = {
  ...strictObject,
  required: ['locked'],
  properties: { locked: { type: 'boolean' } },
} as const;
const recordingBody = {
  ...strictObject,
  required: ['action'],
  properties: { action: { enum: ['start', 'stop', 'fail'] }, by: text },
} as const;

interface ById {
  Params: { id: string };
}

interface RecordingOrder {
  action: 'start' | 'stop' | 'fail';
  /** Participant who starts or stops it. */
  by?: string;
}

/** Adds the routes of rooms and their participants, below the prefix of `app`. */
export function addRoomRoutes(app: FastifyInstance, driver: Driver): void {
  const act = (reply: FastifyReply, use: (rooms: RoomPeople, now: number) => RoomOutcome) =>
    toAnswer(
      reply,
      driver.act((model, now) => use(model.rooms, now)),
    );
  app.get('/rooms', () => driver.act((model, now) => model.rooms.list(now)));
  app.post<{ Body: { token: string } }>('/rooms/join', { schema: { body: joinBody } }, ({ body }, reply) =>
    act(reply, (rooms, now) => rooms.join(body.token, now)),
  );
  app.post<ById & { Body: { from: string } }>(
    '/rooms/:id/dial-in',
    { schema: { body: dialInBody } },
    ({ params, body }, reply) =>
      act(reply, (rooms, now) => rooms.dialIn({ roomId: params.id, from: body.from }, now)),
  );
  app.put<ById & { Body: { locked: boolean } }>(
    '/rooms/:id/lock',
    { schema: { body: lockBody } },
    ({ params, body }, reply) => act(reply, (rooms, now) => rooms.lock(params.id, body.locked, now)),
  );
  app.post<ById & { Body: RecordingOrder }>(
    '/rooms/:id/recording',
    { schema: { body: recordingBody } },
    ({ params, body }, reply) =>
      act(reply, (rooms, now) => rooms.record({ roomId: params.id, ...body }, now)),
  );
  app.post<ById>('/participants/:id/admit', ({ params }, reply) =>
    act(reply, (rooms, now) => rooms.admit(params.id, now)),
  );
  app.post<ById>('/participants/:id/leave', ({ params }, reply) =>
    act(reply, (rooms, now) => rooms.leave(params.id, now)),
  );
}

function toAnswer(reply: FastifyReply, outcome: RoomOutcome): object {
  if (!outcome.ok) return reply.code(outcome.status).send({ error: outcome.message, code: outcome.code });
  const { ok: _ok, ...result } = outcome;
  return result;
}
