/** The Asterisk and the telephones that other tests use. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { call, startAgent } from '../../../setup/asterisk/telephone.ts';
import { openBareAri } from './bare-ari.ts';
import type { BareAri } from './bare-ari.ts';

let asterisk: AsteriskServer;
let ari: BareAri;

// One socket for all tests: Asterisk can forget an application that registers again while its last socket closes.
beforeAll(async () => {
  asterisk = await startAsterisk();
  ari = await openBareAri(asterisk);
});
afterAll(async () => {
  ari.close();
  await asterisk.stop();
});
beforeEach(() => {
  ari.drop();
});

/** Answers the next call; returns the id of its channel. */
async function answerNext(): Promise<string> {
  const { channel } = await ari.next('StasisStart');
  await ari.ask('POST', `/channels/${channel?.id}/answer`);
  return channel?.id ?? '';
}

async function hear(count: number): Promise<string> {
  let keys = '';
  while (keys.length < count) keys += (await ari.next('ChannelDtmfReceived')).digit ?? '';
  return keys;
}

test('nothing that Ringflow uses is missing', async () => {
  expect(asterisk.readLog().match(/^.* (WARNING|ERROR)\[.*$/gm)).toEqual(null);
  const caller = call(asterisk, { acts: [{ kind: 'until hung up' }] });
  const id = await answerNext();
  const requests = [
    ['POST', `/channels/${id}/play?media=sound:hello-world`, 201],
    ['POST', `/channels/${id}/moh`, 204],
    ['DELETE', `/channels/${id}/moh`, 204],
    ['POST', `/channels/${id}/snoop/s1?app=ringflow&spy=both`, 200],
    ['POST', '/channels/s1/record?name=alone&format=wav', 201],
    ['POST', '/recordings/live/alone/stop', 204],
    ['GET', '/recordings/stored/alone', 200],
    ['POST', '/bridges/b1?type=mixing,dtmf_events', 200],
    ['POST', `/bridges/b1/addChannel?channel=${id}`, 204],
    ['POST', '/bridges/b1/record?name=bridge&format=wav', 201],
    ['POST', `/channels/${id}/variable?variable=TALK_DETECT(set)&value=`, 204],
    ['DELETE', `/channels/${id}`, 204],
  ] as const;
  const statuses: number[] = [];
  for (const [method, path] of requests) statuses.push((await ari.ask(method, path)).status);
  expect(statuses).toEqual(requests.map(([, , status]) => status));
  await caller.over;
});

test('keys by RTP and by INFO are heard in order, also the same key twice', async () => {
  const caller = call(asterisk, {
    acts: [
      { kind: 'wait', ms: 500 },
      { kind: 'press', keys: '1223' },
      { kind: 'info', key: '7' },
      { kind: 'press', keys: '33*#' },
      { kind: 'until hung up' },
    ],
  });
  const id = await answerNext();
  expect(id).toMatch(/^desk-\d+\.\d+$/);
  expect(await hear(9)).toBe('1223733*#');
  await ari.ask('DELETE', `/channels/${id}`);
  await caller.over;
});

test('a caller gives number, caller id and headers, and hangs up', async () => {
  const caller = call(asterisk, {
    from: '+4915112345678',
    to: '+498912345',
    headers: { 'X-Account': '4711' },
  });
  const start = await ari.next('StasisStart');
  const id = start.channel?.id ?? '';
  expect(start.channel).toMatchObject({
    caller: { number: '+4915112345678' },
    dialplan: { exten: '+498912345' },
  });
  const header = await ari.ask('GET', `/channels/${id}/variable?variable=PJSIP_HEADER(read,X-Account)`);
  expect(header).toEqual({ status: 200, body: { value: '4711' } });
  await ari.ask('POST', `/channels/${id}/answer`);
  await caller.over;
  await ari.next('StasisEnd', id);
});

test.each([
  { answer: 'busy', cause: 17 },
  { answer: 'decline', cause: 21 },
  { answer: 'ring on', cause: 19 },
] as const)('an agent can $answer', async ({ answer, cause }) => {
  const agent = startAgent(asterisk, { answer });
  const id = `cause-${cause}`;
  await ari.ask('POST', `/channels/${id}?endpoint=PJSIP/agent&app=ringflow&timeout=2`);
  expect((await ari.next('ChannelDestroyed', id)).cause).toBe(cause);
  await agent.over;
});

test('an agent answers, and hears that the call is over', async () => {
  const agent = startAgent(asterisk);
  await ari.ask('POST', '/channels?endpoint=PJSIP/%2B49301@agent&app=ringflow&appArgs=out');
  const { args, channel } = await ari.next('StasisStart');
  expect(args).toEqual(['out']);
  await ari.ask('DELETE', `/channels/${channel?.id}`);
  await agent.over;
});

test('a caller whom nobody takes is refused after 15 s', async () => {
  ari.close();
  await call(asterisk, { refusedWith: 503 }).over;
  ari = await openBareAri(asterisk);
  const begin = performance.now();
  await call(asterisk, { refusedWith: 603 }).over;
  // sipp ends up to a second after its call.
  expect((performance.now() - begin) / 1_000).toBeGreaterThan(14.5);
  expect((performance.now() - begin) / 1_000).toBeLessThan(18);
});

test('an Asterisk that was killed comes back without its calls', async () => {
  const caller = call(asterisk, { acts: [{ kind: 'until hung up' }] });
  await answerNext();
  await asterisk.kill();
  expect(asterisk.pid).toBeUndefined();
  ari.close();
  await asterisk.start();
  ari = await openBareAri(asterisk);
  expect(await ari.ask('GET', '/channels')).toEqual({ status: 200, body: [] });
  await caller.kill();
  const next = call(asterisk);
  await answerNext();
  await next.over;
});

test('a stranger is refused, also under the name of an endpoint', async () => {
  const closed = await startAsterisk({ trusted: ['192.0.2.1'] });
  const closedAri = await openBareAri(closed);
  for (const from of ['+491700001', 'caller', 'agent']) await call(closed, { from, refusedWith: 401 }).over;
  closedAri.close();
  await closed.stop();
});

test('two Asterisks run side by side', async () => {
  const other = await startAsterisk({ systemName: 'other' });
  const otherAri = await openBareAri(other);
  const caller = call(other);
  const { channel } = await otherAri.next('StasisStart');
  expect(channel?.id).toMatch(/^other-/);
  await otherAri.ask('POST', `/channels/${channel?.id}/answer`);
  await caller.over;
  otherAri.close();
  await other.stop();
});
