export { openIdentity } from './identity.ts';
export type { IdentityOptions } from './identity.ts';
