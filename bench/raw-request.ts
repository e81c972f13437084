/** One exchange with a server over a socket of its own, byte by byte as the request says. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Parts to send, with their times. */
export interface RawRequest {
  /** Written one after another. */
  parts: string[];
  /** Pause before each part but the first, ms. */
  pauseMs?: number;
  /** True to wait for the response to each part before sending the next. */
  inTurn?: boolean;
  /** True to close the sending side after the last part. */
  isHalfClosed?: boolean;
  /** Number of expected responses. */
  answers: number;
  /** The address of this machine from which it comes, within 127.0.0.0/8. */
  from: string;
}

/** Result of an exchange. */
export interface Exchanged {
  /** From the last byte sent until the last answer began, ms. */
  ms: number;
  /** The statuses that were answered; `closed` or `nothing` (within `PATIENCE_MS`) where some were not. */
  answer: string;
}

const PATIENCE_MS = 30_000;

/** Sends a request and waits for its answers, or until the server closes. */
export async function exchange(port: number, request: RawRequest): Promise<Exchanged> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: request.from, allowHalfOpen: true });
  const answers = new Answers(socket);
  await send(socket, request, answers);
  const sentAt = performance.now();
  const isAnswered = await answers.until(request.answers);
  const ms = performance.now() - sentAt;
  socket.destroy();
  const rest = isAnswered ? [] : [answers.isClosed ? 'closed' : 'nothing'];
  return { ms, answer: [...new Set([...answers.statuses(), ...rest])].join('+') };
}

async function send(socket: Socket, request: RawRequest, answers: Answers): Promise<void> {
  const { parts, pauseMs = 0, inTurn = false, isHalfClosed = false } = request;
  for (const [index, part] of parts.entries()) {
    if (index > 0 && pauseMs > 0) await pause(pauseMs);
    if (index > 0 && inTurn) await answers.until(index);
    if (answers.isClosed) return;
    await new Promise<void>((resolve) => {
      socket.write(part, () => {
        resolve();
      });
    });
  }
  if (isHalfClosed) socket.end();
}

/** Responses that a server has sent on a socket. */
class Answers {
  #text = '';
  isClosed = false;
  #look: () => void = () => undefined;

  constructor(socket: Socket) {
    socket.on('data', (data) => {
      this.#text += data.toString('latin1');
      this.#look();
    });
    const close = () => {
      this.isClosed = true;
      this.#look();
    };
    socket.on('end', close).on('close', close).on('error', close);
  }

  /** Statuses of the answers, but for `100 Continue`. */
  statuses(): string[] {
    return [...this.#text.matchAll(/HTTP\/1\.1 (\d{3})/g)]
      .map(([, status = '']) => status)
      .filter((status) => status !== '100');
  }

  /** Resolves with true when there are so many answers, with false when no further one comes. */
  until(count: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve(false);
      }, PATIENCE_MS);
      this.#look = () => {
        const isEnough = this.statuses().length >= count;
        if (!isEnough && !this.isClosed) return;
        clearTimeout(timer);
        resolve(isEnough);
      };
      this.#look();
    });
  }
}
