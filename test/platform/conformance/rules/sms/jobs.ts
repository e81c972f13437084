/** Jobs that the rules of the SMS service begin with. */
import { ok, textIn } from '../../expect.ts';
import type { Answer, Platform, Sent } from '../../platform.ts';
import type { Json } from '../../webhook.ts';

/** POST /sms/v1/messages/ to one number. */
export function send(platform: Platform, more: Json = {}, sent: Sent = {}): Promise<Answer> {
  const body = { to: [platform.numbers.to], ...platform.message, ...more };
  return platform.post('/sms/v1/messages/', body, sent);
}

/** GET /sms/v1/send-sms/ with the fields as parameters; what is no text is sent as JSON. */
export function sendByGet(platform: Platform, more: Json = {}, sent: Sent = {}): Promise<Answer> {
  const { data, ...ids } = platform.message;
  const fields: Json = { to: platform.numbers.to, ...ids, data, ...more };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return platform.get(`/sms/v1/send-sms/?${query.toString()}`, sent);
}

/** A job that was accepted; gives its id. */
export async function accepted(platform: Platform, more: Json = {}): Promise<string> {
  return textIn(ok(await send(platform, more)), 'job_id');
}

/** GET /sms/v1/message/{job_id} */
export async function statusOf(platform: Platform, jobId: string): Promise<Json> {
  return ok(await platform.get(`/sms/v1/message/${jobId}`));
}

/** The first entry of a list of objects. */
export function firstOf(body: Json, name: string): Json {
  return (body[name] as Json[])[0] ?? {};
}
