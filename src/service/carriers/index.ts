export { CarrierConnections } from './connections.ts';
export type { CarrierOfProject } from './connections.ts';
export { CarrierFollower } from './follower.ts';
export { CarrierLease } from './lease.ts';
export { createRecordingAddresses } from './recording-addresses.ts';
export { RecordingRemoval } from './recording-removal.ts';
