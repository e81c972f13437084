import type { Directory } from '../directory.ts';
import { Handsets } from './handsets.ts';
import { JobRegistry } from './job.ts';
import { OptOuts } from './opt-outs.ts';
import { Portal } from './portal.ts';
import type { SmsSettings } from './settings.ts';
import { BearerTokens } from './tokens.ts';

/** The message centre: everything the SMS service remembers. */
export interface SmsCentre {
  readonly portal: Portal;
  readonly jobs: JobRegistry;
  readonly handsets: Handsets;
  readonly optOuts: OptOuts;
  readonly tokens: BearerTokens;
}

/** A message centre at which nothing has happened yet. */
export function createSmsCentre(settings: SmsSettings, directory: Directory): SmsCentre {
  const handsets = new Handsets(settings.phones);
  return {
    portal: new Portal(settings, directory),
    jobs: new JobRegistry(settings.messages, (job) => {
      handsets.forget(job);
    }),
    handsets,
    optOuts: new OptOuts(),
    tokens: new BearerTokens(),
  };
}
