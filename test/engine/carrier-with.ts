import { carrierProfiles } from '../../src/carriers/profiles.ts';
import { PLATFORM, type Carrier } from '../../src/engine/ports/index.ts';
import { createPlatformWebhooks } from '../../src/platform/client/index.ts';

/** Returns a carrier that carries out everything at once, except for these members. */
export function carrierWith(members: Partial<Carrier>): Carrier {
  return {
    name: PLATFORM,
    capabilities: carrierProfiles.platform,
    events: createPlatformWebhooks(),
    perform: () => Promise.resolve({}),
    close: () => Promise.resolve(),
    ...members,
  };
}
