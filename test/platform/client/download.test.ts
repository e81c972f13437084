import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../../src/platform/client/index.ts';
import { address, answer, cut, encodedCredentials, failure, useScene } from './scene.ts';

const scene = useScene();
const basic = `Basic ${encodedCredentials}`;
const file = randomBytes(3 * 1024 * 1024);
const wav = answer(200, file, { 'content-type': 'audio/wav' });
const redirection = (location: string, status = 302) => answer(status, '', { location });

/** Another host, which must not see the credentials. */
let elsewhere: FastifyInstance;
let seenElsewhere: (string | undefined)[];

beforeEach(async () => {
  seenElsewhere = [];
  elsewhere = fastify({ forceCloseConnections: true });
  elsewhere.get('/file', ({ headers }, reply) => {
    seenElsewhere.push(headers.authorization);
    return reply.send(file);
  });
  elsewhere.get('/back', (_request, reply) => reply.redirect(`${scene().url}/file`));
  await elsewhere.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => elsewhere.close());

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a download', () => {
  it('streams the file, whatever its size, with the Basic header (voice.md 6)', async () => {
    scene().reactions = [wav];
    const { body, contentType, length } = await scene().client().voice.download(`${scene().url}/a.wav?x=1`);
    expect([contentType, length, hash(await buffer(body))]).toEqual(['audio/wav', file.length, hash(file)]);
    expect(scene().seen).toMatchObject([
      { method: 'GET', url: '/a.wav?x=1', headers: { authorization: basic } },
    ]);
  });

  it('that nobody reads keeps its connection: the next one fails when it has waited for as long as it may', async () => {
    scene().reactions = [wav];
    const { voice } = scene().client({ connections: 1, timeoutMs: 50 });
    const unread = await voice.download('/a.wav');
    expect((await failure(voice.download('/b.wav'))).code).toBe('no_connection');
    unread.body.on('error', () => undefined).destroy();
    expect(hash(await buffer((await voice.download('/c.wav')).body))).toBe(hash(file));
  });

  it("carries its service's credentials", async () => {
    scene().reactions = [wav];
    const client = scene().client({ projects: { video: { appId: 'film', appKey: 'k' } } });
    (await client.video.download('/archive/1')).body.destroy();
    expect(scene().seen[0]).toMatchObject({
      url: '/archive/1',
      headers: { authorization: `Basic ${Buffer.from('film:k').toString('base64')}` },
    });
  });

  it.each([
    ['missing', 404, '404'],
    ['not ours', 401, '401'],
  ])('of a file that is %s is refused', async (_what, status, code) => {
    scene().reactions = [answer(status, { result: status, msg: `no ${basic}` })];
    expect(await failure(scene().client().voice.download('/f'))).toMatchObject({
      ...{ code, httpStatus: status, message: 'no Basic ***', retryable: false },
    });
  });

  it('is tried again as everything is', async () => {
    scene().reactions = [cut, answer(500), answer(429, {}, { 'retry-after': '9' }), wav];
    const { body } = await scene().client().voice.download('/f');
    expect((await buffer(body)).length).toBe(file.length);
    expect(scene().waits).toEqual([1_000, 5_000, 9_000]);
  });

  it('ends when it is told to, in the middle of the file too', async () => {
    const giveUp = new AbortController();
    scene().reactions = [wav];
    const { body } = await scene().client().voice.download('/f', { signal: giveUp.signal });
    giveUp.abort();
    await expect(buffer(body)).rejects.toThrow();
  });

  it('is cut when the client closes', async () => {
    scene().reactions = [wav];
    const client = scene().client();
    const { body } = await client.voice.download('/f');
    const ended = buffer(body);
    await client.close();
    await expect(ended).rejects.toThrow();
  });
});

describe('the credentials of a download', () => {
  it.each([
    ['another host', () => `${address(elsewhere.server)}/file`],
    ['another port in disguise', () => `${scene().url}@${new URL(address(elsewhere.server)).host}/file`],
    ['a file of this machine', () => 'file:///etc/passwd'],
    ['nothing', () => 'http://'],
  ])('are not taken to %s: nothing is sent', async (_where, url) => {
    const error: unknown = await scene()
      .client()
      .voice.download(url())
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ problems: [{ path: '/url' }] });
    expect([scene().seen, seenElsewhere]).toEqual([[], []]);
  });

  it('go to hosts that were named', async () => {
    const client = scene().client({ fileHosts: [address(elsewhere.server)] });
    (await client.voice.download(`${address(elsewhere.server)}/file`)).body.destroy();
    expect(seenElsewhere).toEqual([basic]);
  });

  it.each([301, 302, 303, 307, 308])('do not follow a redirection by %d elsewhere', async (status) => {
    scene().reactions = [redirection(`${address(elsewhere.server)}/file`, status)];
    const { body } = await scene().client().voice.download('/f');
    expect((await buffer(body)).length).toBe(file.length);
    expect(seenElsewhere).toEqual([undefined]);
  });

  it('follow a redirection on the platform', async () => {
    scene().reactions = [redirection('/g'), wav];
    (await scene().client().voice.download('/f')).body.destroy();
    expect(scene().seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/f', basic],
      ['/g', basic],
    ]);
  });

  it('do not come back by way of another host', async () => {
    scene().reactions = [redirection(`${address(elsewhere.server)}/back`), wav];
    (await scene().client().voice.download('/f')).body.destroy();
    expect(scene().seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/f', basic],
      ['/file', undefined],
    ]);
  });
});

describe('a redirection', () => {
  it.each([
    ['in a circle', '/f'],
    ['to no address', 'http://'],
    ['to something that is not the web', 'ftp://a.example/f'],
  ])('%s ends the download', async (_where, location) => {
    scene().reactions = [redirection(location)];
    expect(await failure(scene().client().voice.download('/f'))).toMatchObject({
      code: 'bad_redirection',
      retryable: false,
    });
  });

  it('without a Location is no file', async () => {
    scene().reactions = [answer(302, '')];
    expect(await failure(scene().client().voice.download('/f'))).toMatchObject({ code: 'http_302' });
  });
});
