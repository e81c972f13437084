import { randomUUID } from 'node:crypto';
import { basic, bearer, type Authorization, type Credentials } from './transport/authorization.ts';
import { checkOptions } from './check-options.ts';
import { Downloads } from './transport/download.ts';
import type { Service } from './services/endpoint.ts';
import { createSend } from './services/send.ts';
import { Sender, senderDefaults, type SenderOptions } from './transport/sender.ts';
import { SmsClient } from './services/sms-client.ts';
import { VideoClient } from './services/video-client.ts';
import { VoiceClient } from './services/voice-client.ts';

export interface PlatformClientOptions extends SenderOptions, Credentials {
  /** Credentials of services that belong to other projects. */
  projects?: Partial<Record<Service, Credentials | undefined>>;
  /** How SMS requests are signed (sms.md 5); default basic. */
  smsAuthorization?: 'basic' | 'bearer';
  /** How a stream is ended; default DELETE. */
  stopStreamBy?: 'DELETE' | 'PUT';
  /** Origins besides the platform's own from which files are downloaded with the credentials; default: none. */
  fileHosts?: readonly string[];
  /** Names a POST for its Idempotency-Key; default: a random UUID. */
  newId?: () => string;
}

/** The whole platform for a program. */
export interface PlatformClient {
  readonly voice: VoiceClient;
  readonly sms: SmsClient;
  readonly video: VideoClient;
  /** Lets the requests under way finish, cuts downloads, and ends all connections. */
  close(): Promise<void>;
}

/** A client of the platform. Nothing is sent before it is used. Throws a TypeError that names the options that are wrong. */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  checkOptions(options);
  const { newId = randomUUID, stopStreamBy = 'DELETE' } = options;
  const credentials = credentialsOf(options);
  const secrets = Object.values(credentials).map(({ appKey }) => appKey);
  const sender = new Sender(options, secrets);
  const authorizations: Record<Service, Authorization> = {
    voice: basic(credentials.voice),
    sms: basic(credentials.sms),
    video: basic(credentials.video),
  };
  const send = createSend({ sender, authorizations, newId });
  const sms = new SmsClient(send, credentials.sms);
  if (options.smsAuthorization === 'bearer')
    authorizations.sms = bearer(async () => (await sms.token()).token, options.now ?? senderDefaults.now);
  const downloads = openDownloads(options, secrets);
  const downloadOf = (service: Service) => (url: string, signal?: AbortSignal) =>
    downloads.open(url, authorizations[service], signal);
  return {
    voice: new VoiceClient({ send, download: downloadOf('voice'), stopStreamBy }),
    sms,
    video: new VideoClient({ send, download: downloadOf('video') }),
    close: async () => {
      await sender.close();
      await downloads.close();
    },
  };
}

function credentialsOf(options: PlatformClientOptions): Record<Service, Credentials> {
  const { appId, appKey, projects = {} } = options;
  const { voice, sms, video } = projects;
  const own = { appId, appKey };
  return { voice: voice ?? own, sms: sms ?? own, video: video ?? own };
}

function openDownloads(options: PlatformClientOptions, secrets: readonly string[]): Downloads {
  const { wait, longestWaitMs, ...connection } = { ...senderDefaults, fileHosts: [], ...options };
  return new Downloads({ ...connection, secrets, patience: { wait, longestWaitMs } });
}
