/** Real Redis servers for tests: started on free ports of this machine, gone when they are stopped. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../setup/free-port.ts';

/** Long enough for a machine that is busy with something else. */
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 10;

/**
 * Arguments of a server that has on its disk what it has answered, however it ends. Without `always` it answers while its
 * disk is busy, before it has written, and what it answered so is lost when it is killed.
 */
export const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'always'] as const;

export interface RedisServer {
  port: number;
  /** `redis://…`, to be followed by settings. */
  address: string;
  process: ChildProcess;
  /** Kills it without a word; what it has not written to disk is lost. */
  kill(): Promise<void>;
  /** Starts it again where it was, on the same port and with the same files. */
  restart(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

/** Starts a server with further arguments; without any it writes nothing to disk. Resolves when it answers. */
export function startRedis(...args: string[]): Promise<RedisServer> {
  return startServer((port, directory) => [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''],
    ...args,
  ]);
}

/** Starts a server with the arguments that it gets for a free port and a directory of its own. */
export async function startServer(
  argsFor: (port: number, directory: string) => string[],
): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'ringflow-redis-'));
  const port = await freePort();
  const args = argsFor(port, directory);
  const start = async () => {
    const child = spawn('redis-server', args, { stdio: 'ignore' });
    await untilAnswers(child, port);
    return child;
  };
  const server = {
    port,
    address: `redis://127.0.0.1:${port}`,
    process: await start(),
    kill: () => ended(server.process, 'SIGKILL'),
    async restart() {
      server.process = await start();
    },
    async stop() {
      await ended(server.process, 'SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return server;
}

/** Sends one command in the protocol of people (https://redis.io/docs/latest/develop/reference/protocol-spec/#inline-commands); gives the answer as it came. */
export async function ask(port: number, command: string): Promise<string> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    socket.write(`${command}\r\n`);
    for await (const data of socket) return (data as Buffer).toString();
    throw new Error(`nothing was answered to ${command}`);
  } finally {
    socket.destroy();
  }
}

/** Waits until a condition holds; fails after a while with what it was. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}

async function untilAnswers(child: ChildProcess, port: number): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = new Error(`redis-server cannot be started: ${error.message}`);
  });
  await until('Redis answers', async () => {
    if (failure !== undefined) throw failure;
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    return (await ask(port, 'PING').catch(() => '')) === '+PONG\r\n';
  });
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
