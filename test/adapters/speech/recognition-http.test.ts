/** Recognition by a web service in the form of OpenAI, before a real server. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createRecognitionService } from '../../../src/adapters/speech-http/index.ts';
import { readForm, type Form } from '../../setup/form.ts';
import { createTone, writeWav } from './wav-file.ts';

const { signal } = new AbortController();
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

type Answer = (response: ServerResponse) => void;

const say =
  (status: number, body: string): Answer =>
  (response) => {
    response.writeHead(status).end(body);
  };

/** A service that gives these answers. */
async function serve(...answers: Answer[]) {
  const asked: { path: string; form: Form; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    void readForm(request).then((form) => {
      asked.push({ path: request.url ?? '', form, authorization: request.headers.authorization });
      answers.shift()?.(response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const wav = Buffer.from(writeWav(createTone(440, { seconds: 0.1 })));

test('an answer is sent as a form with file, model and language', async () => {
  const { url, asked } = await serve(say(200, '{"text":" Opening hours. "}'));
  const service = createRecognitionService({ url: `${url}/v1/`, key: 'a-key', model: 'small' });
  expect(await service.recognize(wav, 'de-AT', signal)).toBe('Opening hours.');
  expect(asked).toMatchObject([
    {
      path: '/v1/audio/transcriptions',
      authorization: 'Bearer a-key',
      form: { fields: { model: 'small', language: 'de', response_format: 'json' } },
    },
  ]);
  expect(asked[0]?.form.file.equals(wav)).toBe(true);
});

test('without a language and a key none is sent', async () => {
  const { url, asked } = await serve(say(200, '{"text":""}'));
  expect(await createRecognitionService({ url }).recognize(wav, undefined, signal)).toBe('');
  expect([asked[0]?.form.fields.language, asked[0]?.authorization]).toEqual([undefined, undefined]);
});

test('a service that is limited is asked again, with the same audio', async () => {
  const { url, asked } = await serve(say(503, ''), say(200, '{"text":"yes"}'));
  expect(await createRecognitionService({ url }).recognize(wav, 'en', signal)).toBe('yes');
  expect(asked.map(({ form }) => form.file.length)).toEqual([wav.length, wav.length]);
});

test.each([
  [say(500, ''), 'speech_unavailable', 'it answered 500'],
  [say(401, 'a-key is wrong'), 'speech_failed', 'check RINGFLOW_RECOGNITION_KEY'],
  [say(400, '{"error":{"message":"no such model"}}'), 'speech_failed', 'no such model'],
  [say(200, '<html>'), 'speech_failed', 'no transcription'],
  [say(200, '{"text":7}'), 'speech_failed', 'no transcription'],
  [say(200, `{"text":"${'x'.repeat(300_000)}"}`), 'speech_failed', 'more than 256 KB'],
])('an answer that is of no use is an error %#', async (answer, code, message) => {
  const { url } = await serve(answer);
  await expect(createRecognitionService({ url }).recognize(wav, 'en', signal)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message) as string,
  });
});

test('a service that does not answer is given up', async () => {
  const { url } = await serve(() => undefined);
  const service = createRecognitionService({ url, timeoutMs: 200 });
  await expect(service.recognize(wav, 'en', signal)).rejects.toMatchObject({ code: 'speech_unavailable' });
});
