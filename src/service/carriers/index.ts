export { CarrierConnections } from './connections.ts';
export { CarrierFollower } from './follower.ts';
export { CarrierLease } from './lease.ts';
