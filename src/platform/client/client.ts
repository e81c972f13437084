import { randomUUID } from 'node:crypto';
import {
  createBasicAuthorization,
  createBearerAuthorization,
  type Authorization,
  type Credentials,
} from './transport/authorization.ts';
import { checkOptions } from './check-options.ts';
import { Downloads } from './transport/download.ts';
import type { Service } from './services/endpoint.ts';
import { createSend } from './services/send.ts';
import { Sender, senderDefaults, type SenderOptions } from './transport/sender.ts';
import { SmsClient } from './services/sms-client.ts';
import { VideoClient } from './services/video-client.ts';
import { VoiceClient } from './services/voice-client.ts';

export interface PlatformClientOptions extends SenderOptions, Credentials {
  /** Credentials per service, for services that belong to another project. */
  projects?: Partial<Record<Service, Credentials | undefined>>;
  /** Authentication of SMS requests (sms.md 5); default `basic`. */
  smsAuthorization?: 'basic' | 'bearer';
  /** Method that stops a stream; default DELETE. */
  stopStreamBy?: 'DELETE' | 'PUT';
  /** Additional origins from which files are downloaded with the credentials; default: none. */
  fileHosts?: readonly string[];
  /** Creates the Idempotency-Key of a POST; default: a random UUID. */
  newId?: () => string;
}

/** A client for the services of the platform. */
export interface PlatformClient {
  readonly voice: VoiceClient;
  readonly sms: SmsClient;
  readonly video: VideoClient;
  /** Waits for requests in flight, cancels downloads, and closes all connections. */
  close(): Promise<void>;
}

/**
 * Creates a client. It opens no connection before the first request. Throws a TypeError that lists every invalid
 * option.
 */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  checkOptions(options);
  const { newId = randomUUID, stopStreamBy = 'DELETE' } = options;
  const credentials = resolveCredentials(options);
  const secrets = Object.values(credentials).map(({ appKey }) => appKey);
  const sender = new Sender(options, secrets);
  const authorizations: Record<Service, Authorization> = {
    voice: createBasicAuthorization(credentials.voice),
    sms: createBasicAuthorization(credentials.sms),
    video: createBasicAuthorization(credentials.video),
  };
  const send = createSend({ sender, authorizations, newId });
  const sms = new SmsClient(send, credentials.sms);
  if (options.smsAuthorization === 'bearer')
    authorizations.sms = createBearerAuthorization(
      async () => (await sms.token()).token,
      options.now ?? senderDefaults.now,
    );
  const downloads = createDownloads(options, secrets);
  const createDownload = (service: Service) => (url: string, signal?: AbortSignal) =>
    downloads.open(url, authorizations[service], signal);
  return {
    voice: new VoiceClient({ send, download: createDownload('voice'), stopStreamBy }),
    sms,
    video: new VideoClient({ send, download: createDownload('video') }),
    close: async () => {
      await sender.close();
      await downloads.close();
    },
  };
}

function resolveCredentials(options: PlatformClientOptions): Record<Service, Credentials> {
  const { appId, appKey, projects = {} } = options;
  const { voice, sms, video } = projects;
  const own = { appId, appKey };
  return { voice: voice ?? own, sms: sms ?? own, video: video ?? own };
}

function createDownloads(options: PlatformClientOptions, secrets: readonly string[]): Downloads {
  const { wait, longestWaitMs, ...connection } = { ...senderDefaults, fileHosts: [], ...options };
  return new Downloads({ ...connection, secrets, retryPolicy: { wait, longestWaitMs } });
}
