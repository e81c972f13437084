/**
 * The floor: the cost of the same traffic without an IVR. A bare Fastify handler at the same address parses the JSON, writes
 * once, answers, and sends the command of the script. It writes `row`, one row with the notification, with the SQLite store's
 * group commit and settings; `commit`, one commit of that store like the service's, with a prepared record, deadline and trace
 * entry; or `script`, the notification and a deadline with one script in Redis. Arguments: port, kind of write, file or address,
 * base URL of the platform.
 */
import { once } from 'node:events';
import fastify from 'fastify';
import { Pool } from 'undici';
import { sinks } from './floor-sinks.ts';
import type { Notification } from './floor-sinks.ts';
import { expectedCommand } from './script.ts';

const [port, writes = '', place = '', platformUrl = ''] = process.argv.slice(2);

const sink = sinks[writes]?.(place);
if (sink === undefined) throw new Error(`the floor writes ${Object.keys(sinks).join(', ')}`);
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
  const body = JSON.stringify({
    text: 'For sales press 1. For support press 2.',
    dtmf: true,
    prompt_ref: `${call}.2`,
  });
  const answer = await platform.request({ method: 'PUT', path, headers, body });
  await answer.body.text();
}

await server.listen({ host: '127.0.0.1', port: Number(port) });
await once(process, 'SIGTERM');
await server.close();
await sink.close();
await platform.close();
process.disconnect();
