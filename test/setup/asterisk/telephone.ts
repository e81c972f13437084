/** Telephones for tests: callers and agents, played by sipp. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { captureKeys } from './key-capture.ts';
import { renderAgent, renderCaller } from './scenario.ts';
import type { Act, AgentAnswer } from './scenario.ts';
import type { AsteriskServer } from './server.ts';

export interface CallOptions {
  /** Caller id. Default: +491700001. */
  from?: string;
  /** Number called. Default: +4930555000. */
  to?: string;
  /** Default: hang up after a second. */
  acts?: Act[];
  headers?: Record<string, string>;
  refusedWith?: number;
  /** Number of calls; default 1. So many at a time, so many new ones each second. */
  calls?: { count: number; atATime: number; perSecond: number };
}

export interface Telephone {
  /** Resolves when all calls went as planned; rejects with what did not. */
  readonly over: Promise<void>;
  /** Ends it in the middle of what it does: it says no goodbye. */
  kill(): Promise<void>;
}

let count = 0;

/** Calls an Asterisk. */
export function call(asterisk: AsteriskServer, options: CallOptions = {}): Telephone {
  const { from = '+491700001', to = '+4930555000', headers, refusedWith } = options;
  const { acts = [{ kind: 'wait', ms: 1_000 }, { kind: 'hang up' }] } = options;
  const { count: calls, atATime, perSecond } = options.calls ?? { count: 1, atATime: 1, perSecond: 1 };
  const name = nameOne();
  const captureFile = (keys: string, atMs: number) => {
    const file = join(asterisk.folder, `${name}-${atMs}.pcap`);
    writeFileSync(file, captureKeys(keys, atMs));
    return file;
  };
  const scenario = renderCaller({
    acts,
    captureFile,
    ...(headers && { headers }),
    ...(refusedWith !== undefined && { refusedWith }),
  });
  const args = ['-s', to, '-key', 'caller', from, '-m', String(calls)];
  const pace = ['-l', String(atATime), '-r', String(perSecond)];
  return startSipp(asterisk, {
    name,
    scenario,
    port: asterisk.takePort(),
    args: [...args, ...pace, `127.0.0.1:${asterisk.sipPort}`],
  });
}

/** Starts the telephone behind `PJSIP/agent`. It takes calls until it is killed, or `calls` have ended. */
export function startAgent(
  asterisk: AsteriskServer,
  {
    answer = 'answer',
    ringMs = 200,
    calls = 1,
  }: { answer?: AgentAnswer; ringMs?: number; calls?: number } = {},
): Telephone {
  const scenario = renderAgent(answer, ringMs);
  return startSipp(asterisk, {
    name: nameOne(),
    scenario,
    port: asterisk.agentPort,
    args: ['-m', String(calls)],
  });
}

function nameOne(): string {
  count += 1;
  return `telephone-${count}`;
}

interface Sipp {
  name: string;
  scenario: string;
  /** Port for SIP; the next one and the third are for audio. */
  port: number;
  args: string[];
}

function startSipp(asterisk: AsteriskServer, { name, scenario, port, args }: Sipp): Telephone {
  const file = (ending: string) => join(asterisk.folder, `${name}.${ending}`);
  writeFileSync(file('xml'), scenario);
  const local = ['-i', '127.0.0.1', '-p', String(port), '-mi', '127.0.0.1', '-mp', String(port + 1)];
  const logs = ['-trace_err', '-error_file', file('errors'), '-nostdin', '-skip_rlimit'];
  const child = spawn('sipp', ['-sf', file('xml'), ...local, ...logs, ...args], {
    cwd: asterisk.folder,
    stdio: 'ignore',
  });
  const killWithTests = () => child.kill('SIGKILL');
  process.once('exit', killWithTests);
  child.once('exit', () => process.off('exit', killWithTests));
  const over = untilOver(child, file('errors'));
  // A test that has failed already awaits no call.
  over.catch(() => undefined);
  return { over, kill: () => kill(child) };
}

async function untilOver(child: ChildProcess, errors: string): Promise<void> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (code === 0 || signal !== null) return;
  throw new Error(`sipp ended with ${code}: ${readErrors(errors)}`);
}

function readErrors(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 2_000);
  } catch {
    return 'it reported no error';
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
