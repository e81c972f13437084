/**
 * Carries the audio of streamed calls over WebSockets to the application in real time (voice.md 2.2; observed).
 *
 * Owns one WebSocket per stream. Does not own when a stream begins and ends (the model), nor the call's audio.
 *
 * CARRIER-1. Frames are sent in the order `connected`, `start_media`, `media` every 20 ms, `stop_media`.
 * CARRIER-2. The number of frames sent follows elapsed time, not the number of timer ticks.
 * CARRIER-3. The end of a stream is reported at most once, and never when the model ordered it.
 * CARRIER-4. A stream that is not opened within `openingMs` has failed.
 */
import { Agent, WebSocket, type Dispatcher } from 'undici';
import type { StreamDesk, StreamOrder } from '../model/index.ts';

/** Milliseconds of audio per frame. */
export const frameMs = 20;
/** Maximum number of frames sent at once after a delay. */
const MAX_FRAMES_AT_ONCE = 50;

type Report = (tell: (desk: StreamDesk, now: number) => void) => void;

interface CarrierOptions {
  report: Report;
  /** Returns the audio of a frame by its number from 0: 160 bytes of u-law. */
  frame: (number: number) => Uint8Array;
  /** Timeout for opening a WebSocket, ms; default 5,000. */
  openingMs?: number;
}

type Opening = Extract<StreamOrder, { act: 'open' }>;

export class StreamCarrier {
  readonly #options: CarrierOptions;
  readonly #streams = new Map<string, MediaStream>();
  readonly #agent = new Agent();

  constructor(options: CarrierOptions) {
    this.#options = options;
  }

  carryOut(orders: readonly StreamOrder[]): void {
    for (const order of orders) {
      if (order.act === 'open') this.#open(order);
      else this.#close(order.streamId);
    }
  }

  /** Closes all streams without a report. */
  closeAll(): void {
    for (const streamId of [...this.#streams.keys()]) this.#close(streamId);
  }

  #open(order: Opening): void {
    try {
      this.#streams.set(order.streamId, new MediaStream(order, this.#options, this.#agent));
    } catch (error) {
      this.#reportUnusable(order, error instanceof Error ? error.message : String(error));
    }
  }

  /** Reports asynchronously, like any other failure, because the model is handing out its orders. */
  #reportUnusable({ streamId, url }: Opening, why: string): void {
    setImmediate(() => {
      this.#options.report((desk, now) => {
        desk.failed(streamId, `no connection to ${url}: ${why}`, now);
      });
    });
  }

  #close(streamId: string): void {
    this.#streams.get(streamId)?.stop();
    this.#streams.delete(streamId);
  }
}

const format = { encoding: 'ulaw', sample_rate: 8_000, channels: 1 } as const;
const normalClosure = 1_000;
const noStatus = 1_005;

class MediaStream {
  readonly #order: Opening;
  readonly #options: CarrierOptions;
  readonly #socket: WebSocket;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #sent = 0;
  #isOver = false;
  /** Reason why it could not be opened. */
  #failure = 'the address cannot be used';

  constructor(order: Opening, options: CarrierOptions, agent: Agent) {
    this.#order = order;
    this.#options = options;
    const dispatcher = createReportingDispatcher(agent, (why) => {
      this.#failure = why;
    });
    this.#socket = new WebSocket(order.url, { dispatcher });
    this.#socket.addEventListener('open', () => {
      this.#begin();
    });
    this.#socket.addEventListener('message', ({ data }) => {
      this.#take(data);
    });
    this.#socket.addEventListener('close', ({ code }) => {
      this.#end(code);
    });
    const { openingMs = 5_000 } = options;
    this.#timer = setTimeout(() => {
      this.#failure = `not opened within ${openingMs} ms`;
      this.#end(noStatus);
    }, openingMs);
  }

  /** Closes the stream as ordered by the model. */
  stop(): void {
    if (!this.#isOver && this.#socket.readyState === WebSocket.OPEN) this.#send({ event: 'stop_media' });
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#socket.close(normalClosure);
  }

  #begin(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    const { streamId: stream_id, voiceId: voice_id, from, to } = this.#order;
    this.#send({ event: 'connected' });
    this.#send({ event: 'start_media', stream_id, start: { stream_id, voice_id, from, to } });
    this.#startedAt = performance.now();
    this.#timer = setInterval(() => {
      this.#sendDue();
    }, frameMs);
    this.#options.report((desk, now) => {
      desk.opened(stream_id, now);
    });
  }

  #sendDue(): void {
    const due = Math.floor((performance.now() - this.#startedAt) / frameMs);
    const until = Math.min(due, this.#sent + MAX_FRAMES_AT_ONCE);
    while (this.#sent < until) this.#sendFrame(this.#sent++);
  }

  #sendFrame(number: number): void {
    const { streamId: stream_id, voiceId: voice_id } = this.#order;
    const payload = Buffer.from(this.#options.frame(number)).toString('base64');
    const media = { seq: number + 1, timestamp: number * frameMs, format, payload };
    this.#send({ event: 'media', voice_id, stream_id, media });
  }

  #send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** Ignores frames other than the application's two. */
  #take(data: unknown): void {
    const { streamId } = this.#order;
    const { event, payload } = readFrame(data);
    if (event === 'clear_media')
      this.#options.report((desk, now) => {
        desk.cleared(streamId, now);
      });
    else if (event === 'media')
      this.#options.report((desk, now) => {
        desk.received(streamId, Buffer.from(payload, 'base64').length, now);
      });
  }

  #end(code: number): void {
    clearInterval(this.#timer);
    if (this.#isOver) return;
    this.#isOver = true;
    const { streamId, url } = this.#order;
    const wasOpen = this.#startedAt > 0;
    const why = this.#failure;
    this.#options.report((desk, now) => {
      if (wasOpen && (code === normalClosure || code === noStatus)) desk.closed(streamId, now);
      else if (wasOpen) desk.failed(streamId, `the connection to ${url} was cut (${code})`, now);
      else desk.failed(streamId, `no connection to ${url}: ${why}`, now);
    });
  }
}

interface Frame {
  event?: unknown;
  media?: { payload?: unknown } | null;
}

function readFrame(data: unknown): { event: unknown; payload: string } {
  try {
    const frame = JSON.parse(String(data)) as Frame | null;
    const payload = frame?.media?.payload;
    return { event: frame?.event, payload: typeof payload === 'string' ? payload : '' };
  } catch {
    return { event: undefined, payload: '' };
  }
}

/** Wraps the agent to report why an upgrade failed, which undici's WebSocket does not tell. */
function createReportingDispatcher(agent: Agent, tell: (why: string) => void): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => dispatch(options, wrapHandler(handler, tell)));
}

type Handler = Dispatcher.DispatchHandler;

function wrapHandler(handler: Handler, tell: (why: string) => void): Handler {
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => {
      tell(`HTTP ${args[1]}`);
      handler.onResponseStart?.(...args);
    },
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => {
      tell(describeError(args[1]));
      handler.onResponseError?.(...args);
    },
  };
}

/** Handles errors about several addresses, which have no message. */
function describeError({ message, code }: NodeJS.ErrnoException): string {
  const [first = ''] = message.split('\n');
  return first === '' ? (code ?? 'no reason was given') : first;
}
