/**
 * The floor: what the same traffic costs with no IVR in it. A bare Fastify handler at the same address that parses the
 * JSON, writes one row by the store's own group commit with the store's own settings, answers, and sends the command
 * that the script needs. Arguments: port, SQLite file, base address of the platform.
 */
import { once } from 'node:events';
import fastify from 'fastify';
import { Pool } from 'undici';
import { openDatabase } from '../src/adapters/store-sqlite/database.ts';
import { GroupCommit } from '../src/adapters/store-sqlite/group-commit.ts';
import { expectedCommand } from './script.ts';

interface Notification extends Record<string, unknown> {
  voice_id: string;
}

const [port, file = '', platformUrl = ''] = process.argv.slice(2);

const settings = { file, synchronous: 'full', busyTimeoutMs: 2_000 } as const;
const db = openDatabase(settings);
db.exec('CREATE TABLE notifications (number INTEGER PRIMARY KEY, call TEXT NOT NULL, body TEXT NOT NULL)');
const insert = db.prepare('INSERT INTO notifications (call, body) VALUES (?, ?)');
const group = new GroupCommit(db, settings);
const platform = new Pool(platformUrl, { connections: 64 });
const headers = {
  authorization: 'Basic YmVuY2g6YmVuY2g=',
  accept: 'application/json',
  'content-type': 'application/json',
};

const server = fastify({ logger: false });
server.get('/readyz', () => ({ status: 'ready' }));
server.post<{ Body: Notification }>('/hooks/:project/:token/voice', async ({ body }) => {
  await group.write(() => insert.run(body.voice_id, JSON.stringify(body)));
  const command = expectedCommand(body);
  if (command !== undefined) void send(body.voice_id, command);
  return {};
});

async function send(call: string, command: string): Promise<void> {
  const path = `/voice/v1/call/${call}/${command}`;
  const body = JSON.stringify({ text: 'For sales press 1. For support press 2.', dtmf: true });
  const answer = await platform.request({ method: 'PUT', path, headers, body });
  await answer.body.text();
}

await server.listen({ host: '127.0.0.1', port: Number(port) });
await once(process, 'SIGTERM');
await server.close();
await group.close();
await platform.close();
db.close();
process.disconnect();
