import type { Directory } from '../directory.ts';
import { ExpiringMap } from '../expiring-map.ts';
import { Handsets } from './handsets.ts';
import { JobRegistry } from './job.ts';
import { OptOuts } from './opt-outs.ts';
import { Portal } from './portal.ts';
import type { SmsSettings } from './settings.ts';

/** State of the SMS service. */
export interface SmsCentre {
  readonly portal: Portal;
  readonly jobs: JobRegistry;
  readonly handsets: Handsets;
  readonly optOuts: OptOuts;
  /**
   * App IDs by bearer token (sms.md 5). A token is valid for any number of requests, for less than 60 minutes; a new
   * token leaves earlier ones valid.
   */
  readonly tokens: ExpiringMap<string>;
}

export function createSmsCentre(settings: SmsSettings, directory: Directory): SmsCentre {
  const handsets = new Handsets(settings.phones);
  return {
    portal: new Portal(settings, directory),
    jobs: new JobRegistry(settings.messages, (job) => {
      handsets.forget(job);
    }),
    handsets,
    optOuts: new OptOuts(),
    tokens: new ExpiringMap(TOKEN_LIFETIME_MS),
  };
}

const TOKEN_LIFETIME_MS = 60 * 60 * 1_000;
