/** The floor of reads: a bare Fastify that answers what the service answered, from memory. Arguments: port, folder of the answers. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastify from 'fastify';

const [port, folder = ''] = process.argv.slice(2);
const server = fastify({ logger: false });
server.get('/readyz', () => ({ status: 'ready' }));
for (const file of readdirSync(folder)) {
  const body = readFileSync(join(folder, file));
  server.get(`/${basename(file, '.json')}`, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(body),
  );
}
await server.listen({ host: '127.0.0.1', port: Number(port) });
await once(process, 'SIGTERM');
await server.close();
process.disconnect();
