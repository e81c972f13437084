/** Control of calls: list them, ring in, press keys, speak, hang up. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Act, PlatformModel } from '../../model/index.ts';
import type { Driver } from '../driver.ts';
import { callsQuery, hangUpBody, pressBody, ringBody, sayBody, speakBody } from './schemas.ts';

interface ByCall {
  Params: { id: string };
}

export function addCallRoutes(app: FastifyInstance, driver: Driver): void {
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
  addCallActions(app, driver);
  app.post<{ Body: { from: string; to: string; acts?: Act[]; headers?: Record<string, string> } }>(
    '/calls',
    { schema: { body: ringBody } },
    ({ body }, reply) => {
      const voiceId = driver.act((model, now) => model.people.ring(body, now));
      if (voiceId === undefined)
        return reply.code(400).send({ error: `${body.to} is not a number of any project` });
      return { voice_id: voiceId };
    },
  );
}

function addCallActions(app: FastifyInstance, driver: Driver): void {
  app.post<ByCall & { Body: { keys: string } }>(
    '/calls/:id/press',
    { schema: { body: pressBody } },
    ({ params, body }, reply) =>
      actOnCall(driver, reply, (model, now) => model.people.press(params.id, body.keys, now)),
  );
  app.post<ByCall & { Body: { text: string } }>(
    '/calls/:id/say',
    { schema: { body: sayBody } },
    ({ params, body }, reply) =>
      actOnCall(driver, reply, (model, now) => model.people.say(params.id, body.text, now)),
  );
  app.post<ByCall & { Body: { ms: number } }>(
    '/calls/:id/speak',
    { schema: { body: speakBody } },
    ({ params, body }, reply) =>
      actOnCall(driver, reply, (model, now) => model.people.speak(params.id, body.ms, now)),
  );
  app.post<ByCall & { Body: { who?: 'ours' | 'second' } | null | undefined }>(
    '/calls/:id/hangup',
    { schema: { body: hangUpBody } },
    ({ params, body }, reply) => {
      const who = body?.who;
      const isDone = driver.act((model, now) => model.people.hangUp(params.id, now, who));
      return isDone ? {} : answerNoLiveCall(reply, who);
    },
  );
}

function actOnCall(driver: Driver, reply: FastifyReply, act: (model: PlatformModel, now: number) => boolean) {
  return driver.act(act) ? {} : answerNoLiveCall(reply);
}

function answerNoLiveCall(reply: FastifyReply, who?: 'ours' | 'second'): FastifyReply {
  const error = who === 'second' ? 'no live call with a second party on the line' : 'no such live call';
  return reply.code(404).send({ error });
}
