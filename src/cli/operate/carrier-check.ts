import { Buffer } from 'node:buffer';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import {
  checkAsterisk,
  checkEvents,
  isLost,
  toCarrierVariable,
} from '../../carriers/asterisk/setup/index.ts';
import type { AskAri, Check, ServiceState } from '../../carriers/asterisk/setup/index.ts';
import { CommandFailure, describeError } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import type { JsonFlag } from './flags.ts';

const PATIENCE_MS = 5_000;
/** Time in which Asterisk should have connected to a service, and the time between two looks. */
const SERVICE_PATIENCE_MS = 10_000;
const SERVICE_PAUSE_MS = 500;
/** Time between two looks for something that Asterisk is about to write. */
const PAUSE_MS = 100;

const HELP = `
Takes user, password, dial string, application and project from the same environment variables as the service:
RINGFLOW_CARRIER_<NAME>_USER, _PASSWORD, _DIAL, _APP, _PROJECT and _PROMPTS. The service is asked whether it receives the events.

Exit code: 0 ready, or ready when the service runs; 1 a check failed, 2 invalid usage.

Example:
  ringflow carrier asterisk check desk=asterisk+http://127.0.0.1:8088`;

interface CheckFlags extends JsonFlag {
  project?: string;
  service?: string;
}

const MARKS: Record<Check['result'], string> = { ok: 'ok', pending: 'not yet', failed: 'FAILED' };

/** `ringflow carrier asterisk check`: compares a running Asterisk with what Ringflow needs. */
export function registerCarrierCheck(asterisk: Command, io: Io): void {
  asterisk
    .command('check')
    .description('check a running Asterisk: version, name, access, endpoint, application')
    .argument('<carrier>', 'name and address, as for "ringflow serve --carrier"')
    .option('--project <id>', 'project that gets the calls (default: that of the environment, or default)')
    .option(
      '--service <url>',
      'address of the service (default: http://127.0.0.1:8080, or with RINGFLOW_PORT)',
    )
    .option('--json', 'print as JSON')
    .addHelpText('after', HELP)
    .action(async (carrier: string, flags: CheckFlags) => {
      const { name, url } = parseCarrier(carrier);
      const dial = readSetting(name, 'DIAL');
      const project = flags.project ?? readSetting(name, 'PROJECT') ?? 'default';
      const expected = {
        name,
        application: readSetting(name, 'APP') ?? `ringflow-${project}`,
        ...(dial !== undefined && { dial }),
      };
      const ari = openAri(name, url);
      const checks = await withSound(readSetting(name, 'PROMPTS'), (sound) =>
        checkAsterisk(ari, { ...expected, ...(sound !== undefined && { sound }) }, () => delay(PAUSE_MS)),
      );
      const service = flags.service ?? `http://127.0.0.1:${process.env.RINGFLOW_PORT ?? '8080'}`;
      if (checks.some(({ code }) => code === 'application'))
        checks.push(checkEvents(await waitForService(service, name), name, service));
      if (flags.json === true) io.out(`${JSON.stringify(checks)}\n`);
      else for (const { result, text } of checks) io.out(`${MARKS[result].padEnd(8)} ${text}\n`);
      if (checks.some(({ result }) => result === 'failed')) throw new CommandFailure('', 1);
    });
}

/** Runs checks with the path of a sound in the folder of prompts, without its extension, and removes it afterwards. */
async function withSound(
  folder: string | undefined,
  runChecks: (sound: string | undefined) => Promise<Check[]>,
): Promise<Check[]> {
  if (folder === undefined || folder === '') return runChecks(undefined);
  const sound = join(folder, 'ringflow-check');
  const file = `${sound}.ulaw`;
  try {
    writeFileSync(file, Buffer.alloc(SOUND_BYTES, ULAW_SILENCE));
  } catch (error) {
    const text = `a prompt cannot be written, so none was played: ${describeError(error)}`;
    return [...(await runChecks(undefined)), { code: 'prompts', result: 'failed', text }];
  }
  try {
    return await runChecks(sound);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Three seconds of µ-law silence (ITU-T G.711). */
const SOUND_BYTES = 24_000;
const ULAW_SILENCE = 0xff;

function parseCarrier(text: string): { name: string; url: string } {
  const [, name, address = ''] = /^([a-z][a-z0-9-]*)=asterisk\+(https?:\/\/.+)$/.exec(text) ?? [];
  const url = URL.parse(address);
  if (name === undefined || url === null)
    throw new CommandFailure(`"${text}": expected a carrier such as desk=asterisk+http://127.0.0.1:8088`);
  return { name, url: url.href.replace(/\/$/, '') };
}

/** Returns what a service says of its carriers. One that has just started gets a moment to be connected. */
async function waitForService(url: string, carrier: string): Promise<ServiceState | undefined> {
  for (let waited = 0; ; waited += SERVICE_PAUSE_MS) {
    const state = await askService(url);
    if (state === undefined || !isLost(state, carrier) || waited >= SERVICE_PATIENCE_MS) return state;
    await delay(SERVICE_PAUSE_MS);
  }
}

/** Returns what a service says of its carriers; undefined when it does not answer. */
async function askService(url: string): Promise<ServiceState | undefined> {
  try {
    const answer = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(PATIENCE_MS) });
    return (await answer.json()) as ServiceState;
  } catch {
    return undefined;
  }
}

function readSetting(carrier: string, setting: string): string | undefined {
  return process.env[toCarrierVariable(carrier, setting)];
}

function openAri(name: string, url: string): AskAri {
  const [user, password] = ['USER', 'PASSWORD'].map((setting) => readSetting(name, setting));
  if (user === undefined || password === undefined)
    throw new CommandFailure(
      `set ${toCarrierVariable(name, 'USER')} and ${toCarrierVariable(name, 'PASSWORD')}`,
    );
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return async (method, path) => {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(`${url}/ari${path}`, { method, headers: { authorization }, signal });
      return { status: answer.status, body: await answer.json().catch(() => undefined) };
    } catch {
      return { status: 0, body: undefined };
    }
  };
}
