/** An existing program is pointed at an emulator by a name and a certificate alone (docs/emulator.md). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../setup/free-port.ts';
import { Command } from './command.ts';

const fieldFile = (name: string): string => fileURLToPath(new URL(`field/${name}`, import.meta.url));
const host = 'api.example.test';

const settings = `
setupMs: 300
charactersPerSecond: 100
dtmf: { gapMs: 50 }
parties:
  '+4917100001': { afterMs: 300 }
  '+4917100002': { afterMs: 0, acts: [{ afterMs: 100, presses: '4' }] }
  '+4917100003': { afterMs: 0 }
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringflow-field-'));
  writeFileSync(join(folder, 'emulator.yaml'), settings);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function startField(port: number, flags: string[]): Promise<Command> {
  const config = ['--config', join(folder, 'emulator.yaml'), '--tls-ca', join(folder, 'ca.pem')];
  const command = new Command(['emulator', '--port', String(port), '--tls-name', host, ...config, ...flags]);
  await command.wrote('platform emulator on');
  return command;
}

/** Runs the program; gives what it wrote. */
async function runProgram(port: number, env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', fieldFile('redirect.ts'), fieldFile('program.ts')], {
    env: { PATH: process.env.PATH, REDIRECTED_HOST: host, REDIRECTED_PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

test('a program with the platform’s host in it runs against --profile field', async () => {
  const port = await freePort();
  const emulator = await startField(port, ['--profile', 'field']);
  const { code, out, err } = await runProgram(port, { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') });
  await emulator.stop();
  expect([code, err]).toEqual([0, '']);
  const { bridge, menu, message } = JSON.parse(out) as Record<string, Record<string, unknown>>;
  expect(bridge).toEqual({
    recordingId: expect.any(String) as string,
    url: `https://${host}:${port}/voice/v1/recordings/${String(bridge?.recordingId)}.wav`,
    file: 'RIFF',
  });
  expect(menu).toEqual({ digit: '4' });
  expect(message).toEqual({ result: 0, hasJob: true });
});

test('without the profile the first liberty it takes is refused, and without the authority it does not connect', async () => {
  const port = await freePort();
  const emulator = await startField(port, []);
  const refused = await runProgram(port, { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') });
  const untrusting = await runProgram(port, {});
  await emulator.stop();
  expect(refused.err).toMatch(/PUT \/voice\/v1\/call\/.*\/connect: 409 .*6111/);
  expect(untrusting.err).toMatch(/SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
});
