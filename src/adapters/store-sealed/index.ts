export { sealedSpool } from './sealed-spool.ts';
export { sealedStore } from './sealed-store.ts';
export type { SealedStoreOptions } from './sealed-store.ts';
