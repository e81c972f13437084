/** An Asterisk whose calls belong to a project of its own, which has no account at the platform. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../../../../src/service/start.ts';
import type { Service } from '../../../../src/service/start.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import { freePort } from '../../../setup/free-port.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { Softphone } from '../../../setup/asterisk/softphone.ts';
import { toConfig, toEventsUrl, Traces } from './service-rig.ts';

const LOCAL_KEY = 'a-key-of-this-machine-for-tests-0123456789';
const FLOW = `ringflow: 1
name: desk
languages: [en-US]
on: { error: end }
steps:
  hello: { say: Welcome to the shop., next: end }
  end: { hangup: }
`;

const traces = new Traces();
const log = new RecordingLog();
let asterisk: AsteriskServer;
let service: Service;
let phone: Softphone;

beforeAll(async () => {
  const port = await freePort();
  asterisk = await startAsterisk({ eventsUrl: toEventsUrl(port, 'shop') });
  const { carriers, defaultFlow: _none, ...config } = toConfig(asterisk, port);
  service = await startService({
    config: {
      ...config,
      defaultFlow: undefined,
      carriers: carriers.map((carrier) => ({ ...carrier, project: 'shop' })),
    },
    flows: [],
    log,
    localKey: LOCAL_KEY,
    onTrace: traces.hear,
  });
  phone = await Softphone.open({ sipPort: asterisk.sipPort });
});

afterAll(async () => {
  phone.close();
  await service.stop();
  await asterisk.stop();
});

async function ask(method: string, path: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${LOCAL_KEY}`, 'content-type': 'application/json' };
  const url = `${service.url}/api/v1/projects/shop${path}`;
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return answer.json();
}

test('its calls run the flows of that project', async () => {
  await ask('PUT', '', { defaultFlow: 'desk' });
  const files = { 'flow.yaml': FLOW };
  const { versions } = (await ask('POST', '/flows', { files })) as { versions: { version: string }[] };
  await ask('PUT', '/deployments/desk', { version: versions[0]?.version });
  const call = await phone.call();
  expect(await call.status).toBe(200);
  await until(() => call.heard.length > 0);
  await call.over;
  const [trace] = traces.calls.values();
  await until(() => trace?.isOver);
  expect(trace?.record).toMatchObject({ project: 'shop', carrier: 'desk', flow: { name: 'desk' } });
  expect(trace?.commands).toContain('play');
});
