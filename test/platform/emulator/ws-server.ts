/** As much of a WebSocket server (RFC 6455) as the test of streaming needs: text frames of one connection at a time. */
import { createHash } from 'node:crypto';
import { EventEmitter, on } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type Frame = Record<string, unknown>;

export interface WsServer {
  /** `ws://…` */
  url: string;
  /** Text frames in the order in which they came, parsed. */
  received: Frame[];
  /** Resolves with the first frame, already there or still to come, that fits. */
  get: (fits: (frame: Frame) => boolean) => Promise<Frame>;
  send: (frame: unknown) => void;
  /** Closes the connection as the protocol has it. */
  hangUp: () => void;
  /** Cuts the connection. */
  cut: () => void;
  close: () => Promise<void>;
}

const text = 0x1;
const closing = 0x8;
const acceptance = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Starts a server on a free port of this machine. */
export async function startWsServer(): Promise<WsServer> {
  const arrivals = new EventEmitter();
  const received: Frame[] = [];
  const sockets: Duplex[] = [];
  const server = createServer().on('upgrade', (request, socket: Socket) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${acceptance}`);
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`,
    );
    sockets.push(socket);
    socket.on('error', () => undefined);
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
        rest = rest.subarray(frame.length);
        if (frame.opcode === closing) socket.end(encode(closing, frame.payload));
        if (frame.opcode === text) received.push(JSON.parse(frame.payload.toString()) as Frame);
        arrivals.emit('arrival');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const last = () => sockets.at(-1);
  return {
    url: `ws://127.0.0.1:${port}/media`,
    received,
    get: async (fits) => {
      const arrivalsFromNow = on(arrivals, 'arrival');
      for (;;) {
        const found = received.find(fits);
        if (found) return found;
        await arrivalsFromNow.next();
      }
    },
    send: (frame) => last()?.write(encode(text, Buffer.from(JSON.stringify(frame)))),
    hangUp: () => last()?.write(encode(closing, Buffer.from([0x03, 0xe8]))),
    cut: () => last()?.destroy(),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** The first whole frame of what came, unmasked; undefined while it is not whole. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const start = short === 126 ? 4 : 2;
  if (bytes.length < start) return undefined;
  const size = short === 126 ? bytes.readUInt16BE(2) : short;
  const length = start + 4 + size;
  if (bytes.length < length) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const payload = Buffer.from(bytes.subarray(start + 4, length));
  payload.forEach((byte, index) => (payload[index] = byte ^ (mask[index % 4] ?? 0)));
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, length };
}

function encode(opcode: number, payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, payload.length])
      : Buffer.from([0x80 | opcode, 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, payload]);
}
