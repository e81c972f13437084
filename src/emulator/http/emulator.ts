/** The emulated platform as a server: the model, the real clock, notifications over HTTP and the control plane. */
import { randomInt } from 'node:crypto';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { createPlatformModel, sampleRate, silence, toneFrom } from '../model/index.ts';
import type { EmulatorSettings, PlatformModel } from '../model/index.ts';
import { controlRoutes } from './control-routes.ts';
import { Courier } from './courier.ts';
import { Driver } from './driver.ts';
import { JournalFile } from './journal-file.ts';
import { JournalStream } from './journal-stream.ts';
import { frameMs, StreamCarrier } from './stream-carrier.ts';
import { answer, platformRoutes, refuseUnreadable } from './platform-routes.ts';

export interface EmulatorOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1. The control plane asks for no credentials. */
  host?: string;
  /** What the platform knows; the seed is random when absent, so that ids differ from one start to the next. */
  settings?: EmulatorSettings;
  /** How long a receiver of notifications may take, ms (voice.md 6); default 5,000. */
  webhookTimeoutMs?: number;
  /** How often a missed notification is sent again; default 0. */
  redeliver?: number;
  /** How long to wait before that, ms; default 500. */
  redeliverAfterMs?: number;
  /** Serves HTTPS: a certificate and its key, PEM. */
  tls?: { cert: string; key: string };
  /** Where the journal is written, one JSON object per line; entries are added to what is there. */
  journalFile?: string;
  /** Where missed notifications are reported, besides the journal. */
  log?: { warn(fields: object, message: string): void };
}

export interface Emulator {
  /** Where it is reached, without a slash at the end. */
  readonly url: string;
  /** Uses the model at the present time; its notifications are delivered. */
  readonly act: <T>(use: (model: PlatformModel, now: number) => T) => T;
  /** Ends connections and forgets what was not delivered. */
  readonly close: () => Promise<void>;
}

const maxBodyBytes = 1_048_576;

/** Starts an emulator; rejects with a clear message when the port is taken. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { settings = {}, webhookTimeoutMs = 5_000, redeliver = 0, redeliverAfterMs = 500, log } = options;
  let url = '';
  let seed = settings.seed ?? randomInt(2 ** 32);
  const stream = new JournalStream();
  const file = openJournalFile(options);
  const driver = new Driver({
    createModel: () => createPlatformModel({ baseUrl: url, ...settings, seed: seed++ }),
    deliver: (deliveries) => {
      for (const delivery of deliveries) courier.send(delivery);
    },
    stream: (orders) => {
      carrier.carryOut(orders);
    },
    restarted: () => {
      carrier.closeAll();
    },
    changed: (model) => {
      stream.publish(model.journal);
      file?.publish(model.journal);
    },
  });
  const courier = new Courier({
    timeoutMs: webhookTimeoutMs,
    redeliver,
    redeliverAfterMs,
    missed: (missed) => {
      const { url: receiver, about, error } = missed;
      log?.warn({ url: receiver, about, ...error }, 'notification not taken');
      driver.act((model, now) => {
        model.control.missed(missed, now);
      });
    },
  });
  const carrier = createCarrier(driver, settings.streamAudio);
  const app = createApp(driver, stream, options);
  url = await listen(app, options);
  return {
    url,
    act: (use) => driver.act(use),
    close: async () => {
      driver.close();
      carrier.closeAll();
      stream.close();
      await Promise.all([courier.close(), app.close(), file?.close()]);
    },
  };
}

/** Samples in a frame of streamed audio. */
const frameSamples = (sampleRate * frameMs) / 1_000;
const quiet = silence(frameSamples);

function toneFrame(number: number): Uint8Array {
  return toneFrom(number * frameSamples, frameSamples);
}

function createCarrier(driver: Driver, audio: EmulatorSettings['streamAudio']): StreamCarrier {
  return new StreamCarrier({
    report: (tell) => {
      driver.act((model, now) => {
        tell(model.streams, now);
      });
    },
    frame: audio === 'silence' ? () => quiet : toneFrame,
  });
}

function openJournalFile({ journalFile, log }: EmulatorOptions): JournalFile | undefined {
  if (journalFile === undefined) return undefined;
  return new JournalFile(journalFile, (error) => {
    log?.warn({ err: error, journalFile }, 'the journal cannot be written');
  });
}

function createApp(driver: Driver, stream: JournalStream, { tls }: EmulatorOptions): FastifyInstance {
  const app = Fastify({
    ...(tls && { https: tls }),
    bodyLimit: maxBodyBytes,
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true } },
    frameworkErrors: (error, request, reply) => {
      refuseUnreadable(request, reply, error);
    },
  });
  app.setNotFoundHandler((request, reply) => answer(driver, request, reply));
  app.register(
    (scope, _options, done) => {
      controlRoutes(scope, driver, stream);
      done();
    },
    { prefix: '/_emulator' },
  );
  app.register((scope, _options, done) => {
    platformRoutes(scope, driver);
    done();
  });
  return app;
}

async function listen(
  app: FastifyInstance,
  { port = 0, host = '127.0.0.1' }: EmulatorOptions,
): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    await app.close();
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isTaken ? new Error(`port ${port} on ${host} is already in use`, { cause: error }) : error;
  }
}
