/** The emulated platform as a server: the model in real time, notifications over HTTP, and the control API. */
import { randomInt } from 'node:crypto';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  completeSettings,
  createPlatformModel,
  redactUrls,
  isLoopback,
  sampleRate,
  createSilence,
  createTone,
  type EmulatorSettings,
  type JournalReader,
  type MissedNotification,
  type PlatformModel,
} from '../model/index.ts';
import { refuseBrokenHttp, refuseTunnel } from './broken-http.ts';
import { addControlRoutes } from './control/control-routes.ts';
import { ControlPaths } from './control/controls.ts';
import { Courier } from './courier.ts';
import { Driver } from './driver.ts';
import { JournalFile, JournalStream } from './journal-sinks.ts';
import { frameMs, StreamCarrier } from './stream-carrier.ts';
import { answerRequest, MAX_BODY_BYTES, addPlatformRoutes, type PlatformSide } from './platform-routes.ts';

export interface EmulatorOptions {
  /** Port; default 0, any free port. */
  port?: number;
  /** Host to listen on; default 127.0.0.1. The control API has no authentication. */
  host?: string;
  /** Settings of the platform. The seed defaults to a random one, so that ids differ between starts. */
  settings?: EmulatorSettings;
  /** Certificate and key, PEM, to serve HTTPS. */
  tls?: { cert: string; key: string };
  /**
   * Host used in addresses that the emulator hands out, such as those of recordings; default: the host it listens on.
   */
  publicHost?: string;
  /** File to which the journal is appended, one JSON object per line. */
  journalFile?: string;
  /** Receives missed notifications and failures of the emulator, in addition to the journal. */
  log?: EmulatorLog;
}

export interface EmulatorLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Emulator {
  /** Base address, without a trailing slash. */
  readonly url: string;
  /** Uses the model at the current time and delivers its notifications. */
  readonly act: <T>(use: (model: PlatformModel, now: number) => T) => T;
  /** Lets pages of these origins, which are those of a service on this machine, use the control API. */
  readonly admitPages: (origins: readonly string[]) => void;
  /** Calls the listener after every reset, when the new platform exists and everything set with `act` is gone. */
  readonly onReset: (listener: () => void) => void;
  /** Closes all connections and drops undelivered notifications. */
  readonly close: () => Promise<void>;
}

/** Starts an emulator. Rejects when the port is in use or the journal cannot be written. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { settings = {}, log } = options;
  let url = '';
  let seed = settings.seed ?? randomInt(2 ** 32);
  const sinks = openJournalSinks(options);
  const resetListeners: (() => void)[] = [];
  const driver = new Driver({
    createModel: () =>
      createPlatformModel({ baseUrl: getPublicUrl(url, options), ...settings, seed: seed++ }),
    deliver: (deliveries) => {
      for (const delivery of deliveries) courier.send(delivery);
    },
    stream: (orders) => {
      carrier.carryOut(orders);
    },
    restarted: () => {
      carrier.closeAll();
      void courier.close();
      courier = createCourier(driver, options);
      for (const listener of resetListeners) listener();
    },
    changed: ({ journal }) => {
      sinks.publish(journal);
    },
    failed: (error) => log?.error({ err: error }, 'a scheduled event failed'),
  });
  let courier = createCourier(driver, options);
  const carrier = createCarrier(driver, settings.streamAudio);
  const origins = new Set<string>();
  const app = createApp({ driver, stream: sinks.stream, origins }, options);
  app.addHook('onClose', sinks.close);
  url = await listen(app, options);
  return {
    url,
    act: (use) => driver.act(use),
    admitPages: (admitted) => {
      for (const origin of admitted) origins.add(origin);
    },
    onReset: (listener) => void resetListeners.push(listener),
    close: async () => {
      driver.close();
      carrier.closeAll();
      await Promise.all([courier.close(), app.close()]);
    },
  };
}

function getPublicUrl(url: string, { publicHost }: EmulatorOptions): string {
  if (publicHost === undefined || url === '') return url;
  const address = new URL(url);
  address.hostname = publicHost;
  return address.origin;
}

function createCourier(driver: Driver, { settings = {}, log }: EmulatorOptions): Courier {
  const { webhookTimeoutMs: timeoutMs, redeliver, redeliverAfterMs } = completeSettings(settings);
  const reportMissed = (missing: MissedNotification) => {
    const { url, about, error } = missing;
    log?.warn({ url: redactUrls(url), about, ...error }, 'notification not delivered');
    driver.act((model, now) => {
      model.control.reportMissed(missing, now);
    });
  };
  return new Courier({ timeoutMs, redeliver, redeliverAfterMs, missed: reportMissed });
}

const frameSamples = (sampleRate * frameMs) / 1_000;
const silentFrame = createSilence(frameSamples);

function createToneFrame(number: number): Uint8Array {
  return createTone(number * frameSamples, frameSamples);
}

function createCarrier(driver: Driver, audio: EmulatorSettings['streamAudio']): StreamCarrier {
  return new StreamCarrier({
    report: (tell) => {
      driver.act((model, now) => {
        tell(model.streams, now);
      });
    },
    frame: audio === 'silence' ? () => silentFrame : createToneFrame,
  });
}

function openJournalSinks(options: EmulatorOptions) {
  const stream = new JournalStream();
  const file = openJournalFile(options);
  return {
    stream,
    publish: (journal: JournalReader) => {
      stream.publish(journal);
      file?.publish(journal);
    },
    close: async () => {
      stream.close();
      await file?.close();
    },
  };
}

function openJournalFile({ journalFile, log }: EmulatorOptions): JournalFile | undefined {
  if (journalFile === undefined) return undefined;
  try {
    return new JournalFile(journalFile, ({ message }) => {
      log?.error(
        { journalFile, detail: message },
        'writing the journal file failed; no more entries are written',
      );
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${journalFile} cannot be written: ${reason}`, { cause });
  }
}

interface AppParts {
  driver: Driver;
  stream: JournalStream;
  /** Origins of other pages that may use the control API. */
  origins: ReadonlySet<string>;
}

function createApp(
  { driver, stream, origins }: AppParts,
  { tls, host, log }: EmulatorOptions,
): FastifyInstance {
  const side = { driver, log };
  const controls = new ControlPaths();
  const app = Fastify({
    ...(tls ? { https: { ...tls, requireHostHeader: false } } : { http: { requireHostHeader: false } }),
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => {
      refuseBrokenHttp(side, error, socket);
    },
    rewriteUrl: ({ url = '/' }) => removeOrigin(url),
    // The router rejects paths that it cannot decode; to the model they are unknown paths like any other.
    frameworkErrors: (_error, request, reply) => {
      answerUnrouted(request, reply);
    },
  });
  const answerUnrouted = (request: FastifyRequest, reply: FastifyReply) =>
    request.url.startsWith(`${controlPrefix}/`)
      ? controls.refuse(request.url, reply)
      : answerRequest(side, request, reply);
  answerUnusualRequests(app, side);
  app.setNotFoundHandler(answerUnrouted);
  registerRoutes(app, controlPrefix, (scope) => {
    addControlRoutes(scope, { driver, stream, controls, host, origins });
  });
  registerRoutes(app, '', (scope) => {
    addPlatformRoutes(scope, side);
  });
  return app;
}

function registerRoutes(app: FastifyInstance, prefix: string, add: (scope: FastifyInstance) => void): void {
  app.register(
    (scope, _options, done) => {
      add(scope);
      done();
    },
    { prefix },
  );
}

/** Handles requests that Node would answer by itself. */
function answerUnusualRequests({ server }: FastifyInstance, side: PlatformSide): void {
  // Node would answer with an empty 417 instead of ignoring the header (RFC 9110 10.1.1).
  server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
  // Node would close the connection without an answer.
  server.on('connect', (request, socket) => {
    refuseTunnel(side, request, socket);
  });
}

const controlPrefix = '/_emulator';

/** Removes scheme and host, which clients send to proxies (RFC 9112 3.2.2). */
function removeOrigin(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}

function warnOfOpenHost({ host = '127.0.0.1', log }: EmulatorOptions): void {
  if (isLoopback(host)) return;
  log?.warn({ host }, 'the control API has no authentication and can be reached from other machines');
}

async function listen(app: FastifyInstance, options: EmulatorOptions): Promise<string> {
  const { port = 0, host = '127.0.0.1' } = options;
  warnOfOpenHost(options);
  try {
    return await app.listen({ port, host });
  } catch (error) {
    await app.close();
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isTaken ? new Error(`port ${port} on ${host} is already in use`, { cause: error }) : error;
  }
}
