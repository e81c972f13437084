/** The thread that sends requests for `BlockingHttp`. */
import { workerData } from 'node:worker_threads';
import { request } from 'undici';
import type { HttpAnswer, HttpRequest, Sending } from './blocking-http.ts';

/** Timeout of a request, ms. */
const PATIENCE_MS = 10_000;

const { port, answers } = workerData as Sending;

port.on('message', (asked: HttpRequest) => {
  void send(asked).then((answer) => {
    port.postMessage(answer);
    Atomics.add(answers, 0, 1);
    Atomics.notify(answers, 0);
  });
});

async function send({ method, url, body }: HttpRequest): Promise<HttpAnswer> {
  try {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await request(url, {
      method,
      headers,
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
      ...sent,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
