/**
 * The shipped alert rules in a real Prometheus that scrapes two real nodes on one Redis, sixty times as fast: each failure
 * that nobody else reports is made to happen, and the alert for it fires and resolves.
 *
 * `RINGFLOW_PICTURE=docs/images/alerts.png npx vitest run test/e2e/alerts.test.ts` also takes the picture that is shown in
 * docs/operations.md.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startService } from '../../src/service/start.ts';
import { projectId } from '../../src/call/index.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import { openBrowser, openPage } from '../browser/browser.ts';
import { configOf } from '../builders/config.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { flowOf } from '../engine/scene.ts';
import { until } from '../engine/until.ts';
import { flowSaying, useFolders } from '../authoring/flow-files/folder.ts';
import { startPrometheus } from '../service/prometheus/server.ts';
import type { PrometheusServer } from '../service/prometheus/server.ts';
import { startRedis } from '../adapters/redis/server.ts';
import { freePort } from '../setup/free-port.ts';
import { PROMETHEUS_MS, requirePrometheus } from '../setup/prometheus.ts';
import { Command, ready } from './command.ts';

const NUMBER = '+4930555777';
const NOBODY = '+4930999999';
const TOKEN = 'a-token-for-this-test';
/** More in half an hour than it takes for their absence to be noticed. */
const MANY_CALLS = 115;
/** Time for Prometheus to see what is so before it changes, ms: some scrapes. */
const SEEN_MS = 2_000;
const NEW_ALERTS = [
  'RingflowCallsFail',
  'RingflowCallsMissing',
  'RingflowNodeGone',
  'RingflowNotificationsRefused',
];

const newFolder = useFolders();
const open: (() => PromiseLike<unknown>)[] = [];

beforeAll(requirePrometheus, PROMETHEUS_MS);
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Two nodes on one Redis: one in this process, another one that can be killed. */
async function scene() {
  const redis = await startRedis();
  open.push(() => redis.stop());
  const emulator = await startEmulator({
    settings: { charactersPerSecond: 1_000, setupMs: 1, parties: { [NOBODY]: { on_ring: 'unreachable' } } },
  });
  open.push(() => emulator.close());
  const flow = flowSaying('Hello.');
  const node = await startService({
    config: configOf(emulator.url, { store: { kind: 'redis', address: redis.address } }),
    flows: [flowOf(flow)],
    log: new RecordingLog(),
  });
  open.push(() => node.stop());
  const other = await otherNode({ store: redis.address, platform: emulator.url, flow });
  const setToken = (token: string) => {
    const webhook = node.hookUrl.replace(TOKEN, token);
    emulator.act(({ control }) => control.setNumber(NUMBER, { webhook }));
  };
  setToken(TOKEN);
  return {
    other,
    setToken,
    prometheus: await watched([node.url, other.url]),
    ring: (from: string) => emulator.act(({ people }, now) => people.ring({ from, to: NUMBER }, now)),
    dialNobody: () =>
      node.engine.dial({ project: projectId('default'), flow: 'desk', from: NUMBER, to: NOBODY }),
  };
}

async function otherNode({ store, platform, flow }: { store: string; platform: string; flow: string }) {
  const [flows, spool] = [newFolder(), newFolder()];
  flows.write('desk/flow.yaml', flow);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    RINGFLOW_PLATFORM_URL: platform,
    RINGFLOW_APP_ID: 'demo',
    RINGFLOW_APP_KEY: 'demo-key',
    RINGFLOW_HOOK_TOKEN: TOKEN,
    RINGFLOW_PUBLIC_URL: url,
  };
  const args = ['serve', flows.path, '--port', port, '--store', store, '--spool', spool.path];
  let command: Command | undefined;
  const kill = async () => command?.kill();
  const start = async () => {
    command = new Command(args, { env });
    await ready(url, command);
  };
  open.push(kill);
  await start();
  return { url, start, kill };
}

async function watched(urls: string[]): Promise<PrometheusServer> {
  const prometheus = await startPrometheus(urls.map((url) => new URL(url).host));
  open.push(() => prometheus.stop());
  await pause(SEEN_MS);
  return prometheus;
}

/** Does something again and again until it is told to stop. */
function repeat(act: (time: number) => unknown, everyMs: number): () => Promise<void> {
  const over = new AbortController();
  const going = (async () => {
    for (let time = 0; !over.signal.aborted; time += 1) {
      await act(time);
      await pause(everyMs);
    }
  })();
  return async () => {
    over.abort();
    await going;
  };
}

/** Takes a picture of the alerts that fire, with their labels and annotations. */
async function takePicture(url: string, path: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await openPage(browser);
    await page.setViewportSize({ width: 900, height: 400 });
    await page.goto(`${url}/classic/alerts`);
    await page.locator('label', { has: page.locator('#inactiveAlerts') }).click();
    // The rules themselves are left out: their durations are those of this test.
    await page.addStyleTag({
      content: 'pre { display: none !important } nav.fixed-top { position: absolute } html { zoom: 0.75 }',
    });
    await page.locator('.show-annotations').first().click();
    for (const name of NEW_ALERTS) await page.locator('tr.alert_header', { hasText: name }).click();
    await page.screenshot({ path, fullPage: true });
  } finally {
    await browser.close();
  }
}

test('each failure is seen by its alert, which ends when the failure is over', async () => {
  const { prometheus, other, setToken, ring, dialNobody } = await scene();
  const firing = async () => [...(await prometheus.firing()).keys()];
  // Prometheus hears of no node before it has asked for the first time.
  await until(async () => (await firing()).length === 0);

  // A call of each kind, so that there is something to count from.
  ring('+4915100000000');
  await dialNobody();
  await pause(SEEN_MS);
  for (let caller = 1; caller <= MANY_CALLS; caller += 1) {
    ring(`+49151${String(caller).padStart(8, '0')}`);
    if (caller % 10 === 0) await pause(50);
  }

  setToken('a-token-that-was-changed');
  await other.kill();
  const stopCalling = repeat((time) => ring(`+49152${String(time).padStart(8, '0')}`), 500);
  const stopDialling = repeat(dialNobody, 500);
  await until(async () => {
    const names = await firing();
    return NEW_ALERTS.every((name) => names.includes(name));
  });
  const seen = await prometheus.firing();
  expect(seen.get('RingflowNodeGone')?.instance).toBe(new URL(other.url).host);
  expect(seen.get('RingflowCallsFail')).toMatchObject({ project: 'default', flow: 'desk' });
  expect(seen.get('RingflowNotificationsRefused')).toMatchObject({ project: 'default' });
  const { RINGFLOW_PICTURE: picture } = process.env;
  if (picture !== undefined) await takePicture(prometheus.url, picture);

  setToken(TOKEN);
  await Promise.all([stopDialling(), other.start()]);
  await until(async () => (await firing()).length === 0);
  await stopCalling();
});
