// The library's door: in a checkout the sources as they are, in a published package the build (as bin/ringflow.js).
import { existsSync } from 'node:fs';

const source = new URL('../src/platform.ts', import.meta.url);
const built = new URL('../dist/src/platform.js', import.meta.url);

export const {
  CarrierError,
  createPlatformClient,
  decryptNotification,
  errorCatalogue,
  InvalidRequestError,
  OperationalError,
  parseSmsNotification,
  parseVideoNotification,
  parseVoiceNotification,
  splitNotifications,
} = await import(existsSync(source) ? source.href : built.href);
