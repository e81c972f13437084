/**
 * Sends CDRs to a web service: a POST with one JSON object per line, signed according to Standard Webhooks
 * (https://www.standardwebhooks.com), for which receivers can use existing libraries.
 */
import { createHash, createHmac } from 'node:crypto';
import { request } from 'undici';
import { OperationalError } from '../../engine/ports/index.ts';
import type { CdrSink, Clock } from '../../engine/ports/index.ts';

const TIMEOUT_MS = 10_000;
const SECRET_PREFIX = 'whsec_';

interface CdrWebhook {
  url: string;
  /** `whsec_` and the key in base64. */
  secret: string;
  clock: Pick<Clock, 'now'>;
}

/**
 * Creates the sink. Any status other than 2xx is a failure; redirects are not followed. A delivery rejects with an
 * `OperationalError` `cdr_refused`, or with the network error.
 */
export function openCdrWebhook({ url, secret, clock }: CdrWebhook): CdrSink {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return {
    name: 'webhook',
    async deliver(lines) {
      const payload = lines.map((line) => `${line}\n`).join('');
      const { statusCode, body } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', ...signDelivery(payload, key, clock.now()) },
        body: payload,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await body.dump();
      if (statusCode < 200 || statusCode > 299)
        throw new OperationalError('cdr_refused', `it was answered with ${statusCode}`, { retryable: true });
    },
  };
}

/** The id is a hash of the content, so that a repeated delivery has the same id. */
function signDelivery(payload: string, key: Buffer, now: number): Record<string, string> {
  const id = `msg_${createHash('sha256').update(payload).digest('hex').slice(0, 32)}`;
  const timestamp = String(Math.floor(now / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
