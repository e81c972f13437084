/** Named sets of settings. A profile holds nothing that could not be set by itself. */
import type { EmulatorSettings } from './settings.ts';

/** `spec` keeps to the specifications. `field` takes what programs send that were written against a live platform. */
export type ProfileName = 'spec' | 'field';

/** All profiles. */
export const profileNames: readonly ProfileName[] = ['spec', 'field'];

/** The settings of each profile, beside the defaults. */
export const profiles: Readonly<Record<ProfileName, Omit<EmulatorSettings, 'profile'>>> = {
  spec: {},
  field: {
    recording: 'lenient',
    earlyConnect: true,
    dtmf: { typeAhead: true },
    sms: { anyTemplate: true },
    video: { anyRoom: true },
  },
};
