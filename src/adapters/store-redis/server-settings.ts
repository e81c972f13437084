/** Settings of a Redis with which calls could be lost, told once when the store is opened. */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { Log } from '../../ports/index.ts';
import type { Connection } from './script.ts';

/** Warns of each, in a sentence that says what to set. A Redis that does not tell its settings is named too. */
export async function warnOfSettings(connection: Connection, replicas: number, log: Log): Promise<void> {
  const servers = connection instanceof Cluster ? connection.nodes('master') : [connection];
  const found = await Promise.all(servers.map((server) => warningsOf(server, replicas)));
  for (const warning of new Set(found.flat())) log.warn({}, warning);
}

async function warningsOf(server: Redis, replicas: number): Promise<string[]> {
  let info: Map<string, string>;
  try {
    info = fieldsOf(await server.info());
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
      ? warningsOfLog(await appendfsyncOf(server), replicas)
      : ['Redis keeps no log of its writes: calls are lost when it restarts; set appendonly to yes']),
  ];
}

/** With a replica that has every commit a second is lost only where both fail. */
function warningsOfLog(appendfsync: string | undefined, replicas: number): string[] {
  if (appendfsync === 'no' || (appendfsync === 'everysec' && replicas === 0))
    return [
      `Redis answers before its log is on the disk (appendfsync ${appendfsync}): what was answered last is lost when it fails; ` +
        'set appendfsync to always, or replicas=1 in the address of the store',
    ];
  return [];
}

/** INFO does not tell it; undefined where Redis does not either, as where others run it. */
async function appendfsyncOf(server: Redis): Promise<string | undefined> {
  try {
    const [, value] = await server.config('GET', 'appendfsync');
    return value;
  } catch {
    return undefined;
  }
}

function fieldsOf(info: string): Map<string, string> {
  const lines = info.split(/\r?\n/).map((line) => line.split(':', 2));
  return new Map(lines.map(([name = '', value = '']) => [name, value]));
}
