/** Ringflow is killed, Asterisk is killed or away, another program takes the events: calls go on or end, and none hangs. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../engine/until.ts';
import type { PhoneCall } from '../../../setup/asterisk/phone-call.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { freePort } from '../../../setup/free-port.ts';
import { openBareAri, type BareAri } from './bare-ari.ts';
import { openPhones, type Phones } from './carrier-rig.ts';
import { AsteriskNode } from './node.ts';
import { toEventsUrl } from './service-rig.ts';

/** Every step takes a moment, so that something can happen to it. */
const flow = `
  on: { error: goodbye }
  steps:
    welcome:
      say: Welcome.
      next: ask
    ask:
      menu:
        prompt: For the desk, press 1.
        timeout: 3s
        choices:
          - { key: 1, goto: desk }
      on: { exhausted: goodbye }
    desk:
      connect: { to: '+4930555111' }
      on: { completed: goodbye, unreached: goodbye }
    goodbye:
      say: Goodbye.
      next: end
    end:
      hangup:
`;

/** A call may take this long until it has ended after Asterisk is back, ms. */
const GONE_MS = 5_000;
const KILLS = 3;
const CALLERS = 9;

let asterisk: AsteriskServer;
let node: AsteriskNode;
let phones: Phones;
let ari: BareAri;

beforeAll(async () => {
  const port = await freePort();
  asterisk = await startAsterisk({ eventsUrl: toEventsUrl(port) });
  node = new AsteriskNode(asterisk, { port, flow });
  await node.start();
});
afterAll(async () => {
  await node.stop();
  await asterisk.stop();
});
beforeEach(async () => {
  phones = await openPhones(asterisk);
  ari = await openBareAri(asterisk, { application: 'observer', subscribeAll: true });
});
afterEach(() => {
  ari.close();
  phones.close();
});

/** A caller who presses 1 when something is heard, again and again, and talks a little. */
async function talk(from: string): Promise<PhoneCall> {
  const call = await phones.caller.call({ from });
  void call.status.then(async () => {
    await until(() => call.heard.length > 0);
    for (let press = 0; press < 3; press += 1) {
      await delay(1_500);
      await call.press('1');
    }
  });
  return call;
}

async function listChannels(): Promise<unknown[]> {
  return (await ari.ask('GET', '/channels')).body as unknown[];
}

/** Ids of plays that began more than once. */
function listRepeated(): string[] {
  const begun = ari.seen.flatMap(({ type, playback }) =>
    type === 'PlaybackStarted' ? [playback?.id ?? ''] : [],
  );
  return begun.filter((id, at) => begun.indexOf(id) !== at);
}

test('calls go on when Ringflow is killed, at whatever step, and none is left on either side', async () => {
  const calls: PhoneCall[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let caller = 0; caller < CALLERS / KILLS; caller += 1) {
      calls.push(await talk(`+49170000${kill}${caller}`));
      await delay(700);
    }
    await node.kill();
    await node.start();
  }
  await until(() => phones.agent.taken.length > 0);
  // Whoever reached the desk is let go by it.
  const letGo = setInterval(() => {
    for (const call of phones.agent.taken) void call.hangUp().catch(() => undefined);
  }, 1_000);
  await Promise.all(calls.map(({ over }) => over));
  clearInterval(letGo);
  expect(await Promise.all(calls.map(({ status }) => status))).toEqual(calls.map(() => 200));
  await node.untilIdle();
  await until(async () => (await listChannels()).length === 0);
  expect((await ari.ask('GET', '/bridges')).body).toEqual([]);
  expect(listRepeated()).toEqual([]);
});

test('a call that comes while Ringflow restarts in order is answered by the next process', async () => {
  for (const from of ['+491705001', '+491705002']) {
    const ended = node.end();
    await delay(1_000);
    const call = await talk(from);
    await ended;
    await node.start();
    expect(await call.status).toBe(200);
    await call.hangUp();
    await node.untilIdle();
  }
});

test('an Asterisk that was killed is missed, and every call has ended five seconds after it is back', async () => {
  const calls = [await talk('+491710001'), await talk('+491710002'), await talk('+491710003')];
  await until(async () => (await node.readMetric('ringflow_live_calls')) === calls.length);
  await until(() => phones.agent.taken.length > 0);
  await asterisk.kill();
  ari.close();
  expect(await node.readMetric('ringflow_live_calls')).toBe(calls.length);
  await until(async () => (await node.listLost()).length > 0);
  expect(await node.listLost()).toEqual(['desk']);
  expect(await node.readMetric('ringflow_carrier_connected{project="default",carrier="desk"}')).toBe(0);
  await asterisk.start();
  const back = performance.now();
  await node.untilIdle();
  expect(performance.now() - back).toBeLessThan(GONE_MS);
  await until(async () => (await node.listLost()).length === 0);
  await expectAnswer('+491710004');
});

test('calls are answered once Asterisk is there, and by nobody before', async () => {
  await asterisk.kill();
  ari.close();
  await node.kill();
  await node.start();
  await asterisk.start();
  await expectAnswer('+491720001');
});

test('calls are answered again after another program took the events, while it runs and when it has gone', async () => {
  const thief = await openBareAri(asterisk);
  await until(() => thief.seen.some(({ type }) => type === 'ApplicationReplaced'));
  expect(node.log).toContain('another program has taken the Asterisk application over');
  await expectAnswer('+491730001');
  thief.close();
  await expectAnswer('+491730002');
  await until(async () => (await listChannels()).length === 0);
});

test('a caller whose arrival another program got is answered once the events are back', async () => {
  const thief = await openBareAri(asterisk);
  const call = await talk('+491735001');
  await until(() => thief.seen.some(({ type }) => type === 'StasisStart'));
  thief.close();
  expect(await call.status).toBe(200);
  await call.hangUp();
  await node.untilIdle();
});

test('a second service with another store on the same application leaves the calls of the first alone', async () => {
  const call = await talk('+491740001');
  await until(() => phones.agent.taken.length > 0);
  const second = new AsteriskNode(asterisk, { port: await freePort(), flow, opensOwn: true });
  await second.start();
  // It opens a connection after ten seconds, and compares what it finds.
  await until(() => second.log.includes('belong to no call of this service'));
  expect(await listChannels()).toHaveLength(2);
  await second.stop();
  await until(() => node.log.includes('another program has taken'));
  // Its end may come while nobody listens; the party does not stay behind.
  await call.hangUp();
  await node.untilIdle();
  await until(async () => (await listChannels()).length === 0);
});

/** Calls, and hears that Ringflow answers. */
async function expectAnswer(from: string): Promise<void> {
  const call = await talk(from);
  expect(await call.status).toBe(200);
  await until(() => call.heard.length > 0);
  await call.hangUp();
  await node.untilIdle();
}
