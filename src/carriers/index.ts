export { carrierProfiles } from './profiles.ts';
export type { CarrierKind } from './profiles.ts';
