/** Settings of a Redis with which calls could be lost, told once when the store is opened. */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { Log } from '../../engine/ports/index.ts';
import type { Connection } from './script.ts';

/**
 * Warns of each, in a sentence that says what to set. A Redis that does not tell its settings is named too; whether its log lags
 * behind is looked at where the user may ask for that.
 */
export async function warnOfSettings(connection: Connection, log: Log): Promise<void> {
  const servers = connection instanceof Cluster ? connection.nodes('master') : [connection];
  const found = await Promise.all(servers.map(listWarnings));
  for (const warning of new Set(found.flat())) log.warn({}, warning);
}

async function listWarnings(server: Redis): Promise<string[]> {
  let info: Map<string, string>;
  try {
    info = parseInfo(await server.info());
  } catch {
    return ['Redis does not tell its settings (INFO): see to maxmemory-policy noeviction and appendonly yes'];
  }
  const policy = info.get('maxmemory_policy') ?? 'unknown';
  return [
    ...(policy === 'noeviction'
      ? []
      : [
          `Redis forgets keys when its memory is full (maxmemory-policy ${policy}), and calls with them: set it to noeviction`,
        ]),
    ...(info.get('aof_enabled') === '1'
      ? listLogWarnings(await readAppendfsync(server))
      : ['Redis keeps no log of its writes: calls are lost when it restarts; set appendonly to yes']),
  ];
}

function listLogWarnings(appendfsync: string | undefined): string[] {
  if (appendfsync === undefined || appendfsync === 'always') return [];
  return [
    `Redis answers before its log is on the disk (appendfsync ${appendfsync}): what it answered last is lost when it fails; set appendfsync to always`,
  ];
}

/** INFO does not tell it; undefined for a user who may not ask. */
async function readAppendfsync(server: Redis): Promise<string | undefined> {
  try {
    const [, value] = await server.config('GET', 'appendfsync');
    return value;
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError') return undefined;
    throw error;
  }
}

function parseInfo(info: string): Map<string, string> {
  const lines = info.split(/\r?\n/).map((line) => line.split(':', 2));
  return new Map(lines.map(([name = '', value = '']) => [name, value]));
}
