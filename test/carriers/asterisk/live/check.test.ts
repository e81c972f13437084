/** `ringflow carrier asterisk check` against a real Asterisk that serves. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { toCarrierVariable } from '../../../../src/carriers/asterisk/setup/index.ts';
import { registerCarrier } from '../../../../src/cli/operate/carrier.ts';
import { flowOf } from '../../../builders/flow.ts';
import { folderWith, runCommand } from '../../../cli/command.ts';
import { startRig, type Rig } from './service-rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ flows: [flowOf('steps: { end: { hangup: Goodbye. } }')] });
});
afterAll(() => rig.stop());
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs the check with this folder of prompts; returns its lines. */
async function check(prompts: string): Promise<string[]> {
  const { ari, application, systemName } = rig.asterisk;
  const settings = { USER: ari.user, PASSWORD: ari.password, APP: application, PROMPTS: prompts };
  for (const [setting, value] of Object.entries(settings))
    vi.stubEnv(toCarrierVariable(systemName, setting), value);
  const carrier = `${systemName}=asterisk+${ari.url}`;
  const args = ['carrier', 'asterisk', 'check', carrier, '--service', rig.service.url];
  const { out } = await runCommand(registerCarrier, args);
  return out.trim().split('\n');
}

test('a service that takes calls passes all checks, and nothing is left behind', async () => {
  const { prompts } = rig.asterisk;
  const lines = await check(prompts);
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
  expect(lines.some((line) => line.includes('can play the prompts'))).toBe(true);
  expect(existsSync(join(prompts, 'ringflow-check.ulaw'))).toBe(false);
});

test('a folder of prompts that Asterisk does not see fails', async () => {
  const folder = folderWith({});
  onTestFinished(folder.remove);
  const failed = (await check(folder.path)).filter((line) => !line.startsWith('ok '));
  expect(failed).toEqual([expect.stringMatching(/^FAILED +it cannot play the prompts/)]);
});

test('a folder of prompts that cannot be written fails, and the rest is checked', async () => {
  const lines = await check(join(rig.asterisk.prompts, 'nowhere'));
  const failed = lines.filter((line) => !line.startsWith('ok '));
  expect(failed).toEqual([expect.stringMatching(/^FAILED +a prompt cannot be written.*ENOENT/)]);
  expect(lines.at(-1)).toContain('receives its events');
});
