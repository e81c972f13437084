/** Ports for programs that have to be told theirs, or that come back on the one they had. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below those that systems give out by themselves, of which any may be gone at the next moment. */
const FIRST = 12_000;
/** The bus of a Redis Cluster listens 10,000 above its port, where none of these is. */
const COUNT = 10_000;
/** A file for each port that some test holds, with the id of its process in it. */
const held = join(tmpdir(), 'ringflow-test-ports');
const ours: string[] = [];

process.once('exit', () => {
  for (const file of ours) rmSync(file, { force: true });
});

/** A port at which nobody listens, and which no other test gets as long as this process lives. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    if (hold(port) && (await isFree(port))) return port;
  }
}

/** Blocks are for UDP, above the single ports and below those that systems assign by themselves. */
const FIRST_BLOCK = 22_500;
const END_OF_BLOCKS = 32_700;

/** Number of consecutive ports in a block. */
export const PORT_BLOCK = 300;

/** Returns the first of a block of consecutive UDP ports that no other test gets as long as this process lives. */
export function freeUdpBlock(): number {
  for (let first = FIRST_BLOCK; first + PORT_BLOCK <= END_OF_BLOCKS; first += PORT_BLOCK)
    if (hold(first)) return first;
  throw new Error('all blocks of ports are held');
}

function hold(port: number): boolean {
  const file = join(held, String(port));
  mkdirSync(held, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    ours.push(file);
    return true;
  } catch {
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

/** One that is just being written counts as held. */
function isHeld(file: string): boolean {
  try {
    const text = readFileSync(file, 'utf8');
    return text === '' || process.kill(Number(text), 0);
  } catch {
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    await once(server.close(), 'close');
    return true;
  } catch {
    return false;
  }
}
