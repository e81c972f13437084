/** A running Asterisk is checked by the command of the user. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { registerCarrier } from '../../../../src/cli/operate/carrier.ts';
import { runCommand } from '../../../cli/command.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { freePort } from '../../../setup/free-port.ts';
import { openBareAri } from './bare-ari.ts';

let asterisk: AsteriskServer;

beforeAll(async () => {
  asterisk = await startAsterisk({ application: 'ringflow-default' });
});
afterAll(() => asterisk.stop());
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Nothing listens there unless a test does. */
beforeEach(async () => {
  vi.stubEnv('RINGFLOW_PORT', String(await freePort()));
});

async function check(name: string, password: string, dial: string) {
  vi.stubEnv(`RINGFLOW_CARRIER_${name.toUpperCase()}_USER`, asterisk.ari.user);
  vi.stubEnv(`RINGFLOW_CARRIER_${name.toUpperCase()}_PASSWORD`, password);
  vi.stubEnv(`RINGFLOW_CARRIER_${name.toUpperCase()}_DIAL`, dial);
  const carrier = `${name}=asterisk+${asterisk.ari.url}`;
  const { code, out } = await runCommand(registerCarrier, [
    'carrier',
    'asterisk',
    'check',
    carrier,
    '--json',
  ]);
  const checks = JSON.parse(out) as { code: string; result: string }[];
  return {
    code,
    problems: checks
      .filter(({ result }) => result !== 'ok')
      .map(({ code: problem, result }) => `${problem} ${result}`),
  };
}

test('before the service runs only the application and its events are pending', async () => {
  const found = await check('desk', asterisk.ari.password, 'PJSIP/{number}@agent');
  expect(found).toEqual({ code: 0, problems: ['application pending', 'events pending'] });
});

test('with the service nothing is missing', async () => {
  const ari = await openBareAri(asterisk);
  const ready = createServer((_request, response) => {
    response.end(JSON.stringify({ status: 'ready', connectedCarriers: [{ carrier: 'desk' }] }));
  }).listen(0, '127.0.0.1');
  await once(ready, 'listening');
  vi.stubEnv('RINGFLOW_PORT', String((ready.address() as AddressInfo).port));
  expect(await check('desk', asterisk.ari.password, 'PJSIP/agent')).toEqual({ code: 0, problems: [] });
  ready.close();
  ari.close();
});

test('a wrong password, a wrong name and an unknown endpoint are found', async () => {
  expect(await check('desk', 'wrong', 'PJSIP/agent')).toEqual({ code: 1, problems: ['credentials failed'] });
  const { code, problems } = await check('other', asterisk.ari.password, 'PJSIP/{number}@trunk');
  expect({ code, problems }).toEqual({
    code: 1,
    problems: ['system-name failed', 'endpoint failed', 'application pending', 'events pending'],
  });
});
