export { openIdentity } from './identity.ts';
