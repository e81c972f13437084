import type { Directory } from '../directory.ts';
import { ExpiringMap } from '../expiring-map.ts';
import { Handsets } from './handsets.ts';
import { JobRegistry } from './job.ts';
import { OptOuts } from './opt-outs.ts';
import { Portal } from './portal.ts';
import type { SmsSettings } from './settings.ts';

const TOKEN_LIFETIME_MS = 60 * 60 * 1_000;

/** State of the SMS service. */
export class SmsCentre {
  readonly portal: Portal;
  readonly jobs: JobRegistry;
  readonly handsets: Handsets;
  readonly optOuts = new OptOuts();
  /**
   * App IDs by bearer token (sms.md 5). A token is valid for any number of requests, for less than 60 minutes; a new
   * token leaves earlier ones valid.
   */
  readonly tokens = new ExpiringMap<string>(TOKEN_LIFETIME_MS);

  constructor(settings: SmsSettings, directory: Directory) {
    this.portal = new Portal(settings, directory);
    this.handsets = new Handsets(settings.phones);
    this.jobs = new JobRegistry(settings.messages, (job) => {
      this.handsets.forget(job);
    });
  }
}
