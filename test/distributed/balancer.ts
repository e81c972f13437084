/** A load balancer as there is one before any service of several nodes: the nodes get requests in turn. */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/** Listens, and hands every request to the next of the nodes; one at which nobody listens is passed over. */
export async function startBalancer(nodes: () => readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const urls = nodes();
    turn += 1;
    forward({ incoming, outgoing, agent }, [
      ...urls.slice(turn % urls.length),
      ...urls.slice(0, turn % urls.length),
    ]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  agent: Agent;
}

/** What a node may have read is sent to no other: whoever asked hears of the failure, and decides. */
function forward({ incoming, outgoing, agent }: Exchange, urls: readonly string[]): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    send(urls);
  });
  const send = ([url, ...others]: readonly string[]) => {
    if (url === undefined) return void outgoing.writeHead(502).end();
    const { method, headers } = incoming;
    const passing = request(new URL(incoming.url ?? '/', url), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    passing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') send(others);
      else if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    passing.end(Buffer.concat(chunks));
  };
}
