import type { Directory } from '../directory.ts';
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
  readonly tokens: BearerTokens;
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
    tokens: new BearerTokens(),
  };
}

const tokenLifetimeMs = 60 * 60 * 1_000;

/**
 * Bearer tokens (sms.md 5).
 *
 * SMS-TOKENS-1. A token is valid for any number of requests, for less than 60 minutes.
 * SMS-TOKENS-2. A new token leaves earlier ones valid.
 */
class BearerTokens {
  /** Oldest first. */
  readonly #tokens = new Map<string, { appId: string; until: number }>();

  add(token: string, appId: string, now: number): void {
    for (const [old, { until }] of this.#tokens) {
      if (until > now) break;
      this.#tokens.delete(old);
    }
    this.#tokens.set(token, { appId, until: now + tokenLifetimeMs });
  }

  /** Returns the project's App ID; undefined for an unknown or expired token. */
  findOwner(token: string, now: number): string | undefined {
    const known = this.#tokens.get(token);
    return known !== undefined && known.until > now ? known.appId : undefined;
  }
}
