/** A running Asterisk is checked by the command of the user. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { registerCarrier } from '../../../../src/cli/operate/carrier.ts';
import { runCommand } from '../../../cli/command.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { openBareAri } from './bare-ari.ts';

let asterisk: AsteriskServer;

beforeAll(async () => {
  asterisk = await startAsterisk({ application: 'ringflow-default' });
});
afterAll(() => asterisk.stop());
afterEach(() => {
  vi.unstubAllEnvs();
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

test('before the service runs only the application is pending', async () => {
  const found = await check('desk', asterisk.ari.password, 'PJSIP/{number}@agent');
  expect(found).toEqual({ code: 0, problems: ['application pending'] });
});

test('with the service nothing is missing', async () => {
  const ari = await openBareAri(asterisk);
  expect(await check('desk', asterisk.ari.password, 'PJSIP/agent')).toEqual({ code: 0, problems: [] });
  ari.close();
});

test('a wrong password, a wrong name and an unknown endpoint are found', async () => {
  expect(await check('desk', 'wrong', 'PJSIP/agent')).toEqual({ code: 1, problems: ['credentials failed'] });
  const { code, problems } = await check('other', asterisk.ari.password, 'PJSIP/{number}@trunk');
  expect({ code, problems }).toEqual({
    code: 1,
    problems: ['system-name failed', 'endpoint failed', 'application pending'],
  });
});
