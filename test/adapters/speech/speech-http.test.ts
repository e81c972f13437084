/** Speech by a web service in the form of OpenAI, before a real server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createSpeechService } from '../../../src/adapters/speech-http/index.ts';
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

interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

type Answer = (response: ServerResponse) => void;

const wav = Buffer.from(writeWav(createTone(440, { seconds: 0.1 })));
const speaking: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav);
};
const refusing =
  (status: number, message: string, headers = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end(JSON.stringify({ error: { message } }));
  };

/** A service that gives these answers, then speaks. */
async function serve(...answers: Answer[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
      asked.push({ path: request.url ?? '', headers: request.headers, body });
      (answers.shift() ?? speaking)(response);
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const hello = { text: 'Hello, “you” & all', isSsml: false, language: 'en-US' };
const KEY = 'sk-1234567890';

describe('a speech service', () => {
  test('is asked in the form of OpenAI', async () => {
    const { asked, url } = await serve();
    const spoken = await createSpeechService({ url, key: KEY, model: 'kokoro' }).synthesize(hello, signal);
    expect(Buffer.from(spoken)).toEqual(wav);
    expect(asked).toMatchObject([
      {
        path: '/v1/audio/speech',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: { model: 'kokoro', input: hello.text, voice: 'alloy', response_format: 'wav' },
      },
    ]);
  });

  test.each(['/v1', '/v1/', '/'])('may have an address that ends in %s', async (end) => {
    const { asked, url } = await serve();
    await createSpeechService({ url: `${url}${end}` }).synthesize(hello, signal);
    expect(asked[0]?.path).toBe('/v1/audio/speech');
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    [{ voice: 'anna' }, 'nova'],
    [{ voice: 'onyx' }, 'echo'],
    [{ language: 'fr-FR', voice: 'onyx' }, 'alloy'],
    [{ language: 'fr-FR' }, 'alloy'],
    [{ language: 'de-AT' }, 'ash'],
  ])('speaks %j with the voice %s', async (wanted, voice) => {
    const { asked, url } = await serve();
    const voices = new Map([
      ['anna', 'nova'],
      ['en-US', 'echo'],
      ['de', 'ash'],
    ]);
    await createSpeechService({ url, voices }).synthesize({ ...hello, ...wanted }, signal);
    expect(asked[0]?.body.voice).toBe(voice);
  });

  test.each([429, 503])('that answers %i is asked again when it says so', async (status) => {
    const { asked, url } = await serve(refusing(status, 'slow down', { 'retry-after': '1' }));
    const startedAt = performance.now();
    await createSpeechService({ url }).synthesize(hello, signal);
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect(asked).toHaveLength(2);
  });

  test('that wants a longer pause than there is time is not asked again', async () => {
    const { asked, url } = await serve(refusing(429, 'slow down', { 'retry-after': '30' }));
    const spoken = createSpeechService({ url, timeoutMs: 2_000 }).synthesize(hello, signal);
    await expect(spoken).rejects.toMatchObject({ code: 'speech_unavailable', retryable: true });
    await expect(spoken).rejects.toThrow('asks to wait 30 s');
    expect(asked).toHaveLength(1);
  });

  test('that never answers is given up', async () => {
    const { url } = await serve(() => undefined);
    const spoken = createSpeechService({ url, timeoutMs: 300 }).synthesize(hello, signal);
    await expect(spoken).rejects.toMatchObject({ code: 'speech_unavailable', retryable: true });
    await expect(spoken).rejects.toThrow('did not answer within 0.3 s');
  });

  test('that stops in the middle of its answer is given up', async () => {
    const { url } = await serve((response) => {
      response.writeHead(200).write(wav.subarray(0, 100));
    });
    const spoken = createSpeechService({ url, timeoutMs: 300 }).synthesize(hello, signal);
    await expect(spoken).rejects.toThrow('did not answer within 0.3 s');
  });

  test('that cannot be reached says why', async () => {
    const spoken = createSpeechService({ url: 'http://127.0.0.1:1' }).synthesize(hello, signal);
    await expect(spoken).rejects.toMatchObject({ code: 'speech_unavailable', retryable: true });
    await expect(spoken).rejects.toThrow('ECONNREFUSED');
  });

  test('that refuses the text is not asked again, and its reason is told', async () => {
    const { asked, url } = await serve(refusing(400, 'no voice "alloy"'));
    const spoken = createSpeechService({ url }).synthesize(hello, signal);
    await expect(spoken).rejects.toMatchObject({ code: 'speech_failed', retryable: false });
    await expect(spoken).rejects.toThrow('it answered 400: no voice "alloy"');
    expect(asked).toHaveLength(1);
  });

  test('that fails is unavailable', async () => {
    const { url } = await serve(refusing(500, 'out of memory'));
    const spoken = createSpeechService({ url }).synthesize(hello, signal);
    await expect(spoken).rejects.toMatchObject({ code: 'speech_unavailable', retryable: true });
  });

  test.each([401, 403])('that refuses the key with %i does not make it known', async (status) => {
    const { url } = await serve(refusing(status, `wrong key ${KEY}`));
    const error: unknown = await createSpeechService({ url, key: KEY })
      .synthesize(hello, signal)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'speech_failed' });
    expect(String(error)).toContain('RINGFLOW_SPEECH_KEY');
    expect(String(error) + JSON.stringify(error)).not.toContain(KEY);
  });

  test('is not followed elsewhere', async () => {
    const { asked, url } = await serve((response) => {
      response.writeHead(302, { location: '/v1/audio/speech' }).end();
    });
    await expect(createSpeechService({ url }).synthesize(hello, signal)).rejects.toThrow('302');
    expect(asked).toHaveLength(1);
  });

  test('that sends too much is refused', async () => {
    const { url } = await serve();
    const spoken = createSpeechService({ url, maxBytes: 1_024 }).synthesize(hello, signal);
    await expect(spoken).rejects.toThrow('more than 1 KB');
  });

  test('is left when nobody waits for it', async () => {
    const { url } = await serve(() => undefined);
    const controller = new AbortController();
    const spoken = createSpeechService({ url }).synthesize(hello, controller.signal);
    controller.abort(new Error('nobody waits'));
    await expect(spoken).rejects.toThrow('nobody waits');
  });

  test('has another name for another model, and none for another key', () => {
    const url = 'http://127.0.0.1:1';
    const ids = [{ url }, { url, key: KEY }, { url, model: 'kokoro' }].map((o) => createSpeechService(o).id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });
});
