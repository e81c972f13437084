/** Child processes of the benchmark: each contestant runs in its own process, so that its CPU time can be measured. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const startWithinMs = 15_000;
const lookEveryMs = 5;
/** Linux counts the CPU time of a process in ticks of 10 ms (USER_HZ). */
const tickUs = 10_000;

export interface RunningServer {
  url: string;
  child: ChildProcess;
  /** From the start of the process until `/readyz` said 200. */
  readyAfterMs: number;
  usage(): Usage;
  stop(): Promise<void>;
}

export interface Usage {
  /** CPU time of all threads so far, user and system. */
  cpuUs: number;
  rssBytes: number;
}

/** Starts a server by the arguments after `node`; `$PORT` in them becomes a free port of this machine. */
export async function startServer(args: string[]): Promise<RunningServer> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = startNode(args.map((arg) => arg.replace('$PORT', port)));
  await untilReady(child, url);
  return {
    url,
    child,
    readyAfterMs: performance.now() - startedAt,
    usage: () => usageOf(child),
    stop: () => stopped(child),
  };
}

/** Arguments of Node with which a server answers `readStall`. */
export const STALL_ARGS = ['--import', join(import.meta.dirname, 'stalls.ts')];

/** Returns the longest time that the event loop of a server was blocked since the last call, ms. */
export async function readStall({ child }: RunningServer): Promise<number> {
  const answer = nextMessage<number>(child);
  child.send('stall');
  return answer;
}

/** Resolves with the next message of a child; rejects if it ends first. */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const done = new AbortController();
  const { signal } = done;
  const gone = once(child, 'exit', { signal }).then(() =>
    Promise.reject(new Error(`${child.spawnargs.join(' ')} has ended`)),
  );
  gone.catch(() => undefined);
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal }), gone])) as [Message];
    return message;
  } finally {
    done.abort();
  }
}

/** Starts this Node with arguments; its stderr is printed only if it fails. */
export function startNode(args: string[]): ChildProcess {
  const env = { ...process.env, RINGFLOW_APP_KEY: 'bench', NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4_000)));
  child.on('exit', (code) => {
    if (code) process.stderr.write(`${args.join(' ')} ended with ${code}:\n${said}\n`);
  });
  return child;
}

/** Returns the process id of a started child. */
export function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('a process of the benchmark did not start');
  return pid;
}

/** Ends a child and waits until it is gone. */
export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + startWithinMs;
  while (child.exitCode === null && performance.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.status === 200) return;
    await pause(lookEveryMs);
  }
  await stopped(child);
  throw new Error(`${child.spawnargs.join(' ')} did not become ready`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

/** Returns the CPU time of a child. From proc(5): fields 14 and 15 are the ticks of user and system time; names may contain spaces but end with ")". */
export function usageOf({ pid }: ChildProcess): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, rssKb] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  return { cpuUs: (Number(fields[11]) + Number(fields[12])) * tickUs, rssBytes: Number(rssKb) * 1024 };
}
