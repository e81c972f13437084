/** Warns of settings of a Redis that could lose calls. */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { Log } from '../../engine/ports/index.ts';
import type { Connection } from './script.ts';

/** Logs a warning for each such setting, and one if the settings cannot be read; `appendfsync` is optional. */
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
    return [
      'the settings of Redis cannot be read (INFO): make sure of maxmemory-policy noeviction and appendonly yes',
    ];
  }
  const policy = info.get('maxmemory_policy') ?? 'unknown';
  return [
    ...(policy === 'noeviction'
      ? []
      : [
          `Redis evicts keys when its memory is full (maxmemory-policy ${policy}), and calls with them: set it to noeviction`,
        ]),
    ...(info.get('aof_enabled') === '1'
      ? listLogWarnings(await readAppendfsync(server))
      : ['Redis does not persist its writes: calls are lost when it restarts; set appendonly to yes']),
  ];
}

function listLogWarnings(appendfsync: string | undefined): string[] {
  if (appendfsync === undefined || appendfsync === 'always') return [];
  return [
    `Redis acknowledges writes before they are on the disk (appendfsync ${appendfsync}): the last ones are lost when it fails; set appendfsync to always`,
  ];
}

/** Reads a setting that INFO does not contain; undefined if the user lacks the permission. */
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
