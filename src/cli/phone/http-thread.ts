/** Worker that sends requests for `BlockingHttp`. */
import { workerData } from 'node:worker_threads';
import { request } from 'undici';
import { describeError } from '../shared/io.ts';
import type { HttpAnswer, HttpRequest, Sending } from './blocking-http.ts';

const TIMEOUT_MS = 10_000;

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
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      ...sent,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  } catch (error) {
    return { failed: describeError(error) };
  }
}
