/** A WebSocket server that takes the streams of carriers, and says nothing. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

export interface StreamServer {
  readonly url: string;
  /** Returns how many streams have been opened. */
  count(): number;
  close(): void;
}

/** Opens a server on a free port of the loopback. */
export async function openStreamServer(): Promise<StreamServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'media' });
  await once(server, 'listening');
  let opened = 0;
  server.on('connection', () => (opened += 1));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/calls`,
    count: () => opened,
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
