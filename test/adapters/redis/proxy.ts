/** A network between a node and Redis that can fail: TCP, byte by byte, in each direction apart. */
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What becomes of what is sent: it arrives, is lost, or is held back until the network is whole. */
type Fate = 'arrives' | 'lost' | 'held';

export interface Network {
  requests: Fate;
  answers: Fate;
  /** Each piece arrives so much later, ms. */
  delayMs: number;
  /** So much arrives in a second. */
  bytesPerSecond: number;
}

const whole: Network = { requests: 'arrives', answers: 'arrives', delayMs: 0, bytesPerSecond: Infinity };

export interface RedisProxy {
  port: number;
  /** `redis://…`, to be followed by settings. */
  address: string;
  /** From now on the network is like this; where nothing is said, whole. What was held back arrives when it may. */
  become(network: Partial<Network>): void;
  /** Ends every connection. */
  reset(): void;
  stop(): Promise<void>;
}

/** Starts a network to the Redis at this port. */
export async function startProxy(to: number): Promise<RedisProxy> {
  let network = whole;
  const lines = new Set<Line>();
  const server = createServer((client) => {
    const line = new Line(client, createConnection({ port: to, host: '127.0.0.1' }), () => network);
    lines.add(line);
    line.onEnd(() => lines.delete(line));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reset = () => {
    for (const line of lines) line.end();
  };
  return {
    port,
    address: `redis://127.0.0.1:${port}`,
    become(now) {
      network = { ...whole, ...now };
      for (const line of lines) line.changed();
    },
    reset,
    async stop() {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One connection. A direction in which something was lost carries nothing more, as TCP would not. */
class Line {
  readonly #client: Socket;
  readonly #redis: Socket;
  readonly #directions: Direction[];

  constructor(client: Socket, redis: Socket, network: () => Network) {
    this.#client = client;
    this.#redis = redis;
    this.#directions = [
      new Direction(client, redis, () => ({ ...network(), fate: network().requests })),
      new Direction(redis, client, () => ({ ...network(), fate: network().answers })),
    ];
    // What was sent before the end arrives first.
    client.on('close', () => void this.#directions[0]?.isThrough().then(() => redis.destroy()));
    redis.on('close', () => void this.#directions[1]?.isThrough().then(() => client.destroy()));
    for (const socket of [client, redis]) socket.on('error', () => socket.destroy());
  }

  changed(): void {
    for (const direction of this.#directions) direction.changed();
    if (this.#directions.some(({ isBroken }) => isBroken)) this.end();
  }

  end(): void {
    this.#client.destroy();
    this.#redis.destroy();
  }

  onEnd(listener: () => void): void {
    this.#redis.on('close', listener);
  }
}

class Direction {
  isBroken = false;
  readonly #to: Socket;
  readonly #network: () => Network & { fate: Fate };
  /** The piece that is on its way. */
  #last: Promise<unknown> = Promise.resolve();
  #goOn: () => void = () => undefined;

  constructor(from: Socket, to: Socket, network: () => Network & { fate: Fate }) {
    this.#to = to;
    this.#network = network;
    from.on('data', (piece: Buffer) => {
      const travelled = this.#travel();
      this.#last = this.#last.then(() => travelled).then(() => this.#carry(piece));
    });
  }

  changed(): void {
    this.#goOn();
  }

  /** Resolves when everything has arrived that will. */
  isThrough(): Promise<unknown> {
    return this.#last;
  }

  /** The way is as long for each piece, however many are on it. */
  async #travel(): Promise<void> {
    const { delayMs } = this.#network();
    if (delayMs > 0) await pause(delayMs);
  }

  async #carry(piece: Buffer): Promise<void> {
    const takesMs = (piece.length * 1_000) / this.#network().bytesPerSecond;
    if (takesMs > 0) await pause(takesMs);
    while (this.#network().fate === 'held') await new Promise<void>((resolve) => (this.#goOn = resolve));
    if (this.#network().fate === 'lost') this.isBroken = true;
    if (!this.isBroken && !this.#to.destroyed) this.#to.write(piece);
  }
}
