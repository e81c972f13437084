/**
 * The floor: what the same traffic costs with no IVR in it. A bare Fastify handler at the same address that parses the
 * JSON, writes one row by the store's own group commit with the store's own settings, answers, and sends the command
 * that the script needs. What it writes: `row`, one row with the notification alone; or `commit`, one commit of the
 * store as the service makes it, with a record, a deadline and a trace entry of the usual size that nobody had to work
 * out. Arguments: port, SQLite file, base address of the platform, what to write.
 */
import { once } from 'node:events';
import fastify from 'fastify';
import { Pool } from 'undici';
import { commitSink, rowSink } from './floor-sinks.ts';
import type { Notification } from './floor-sinks.ts';
import { expectedCommand } from './script.ts';

const [port, file = '', platformUrl = '', writes = 'row'] = process.argv.slice(2);

const sink = writes === 'commit' ? commitSink(file) : rowSink(file);
const platform = new Pool(platformUrl, { connections: 64 });
const headers = {
  authorization: 'Basic YmVuY2g6YmVuY2g=',
  accept: 'application/json',
  'content-type': 'application/json',
};

const server = fastify({ logger: false });
server.get('/readyz', () => ({ status: 'ready' }));
server.post<{ Body: Notification }>('/hooks/:project/:token/voice', async ({ body }) => {
  await sink.write(body);
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
await sink.close();
await platform.close();
process.disconnect();
