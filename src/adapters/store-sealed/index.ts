export { KeyRing } from './key-ring.ts';
export { announceKeys } from './keys-in-use.ts';
export { reseal } from './reseal.ts';
export type { Resealed } from './reseal.ts';
export type { RegistryOptions } from './sealed-registry.ts';
export { createSealedSpool } from './sealed-spool.ts';
export type { SealedOptions } from './sealed-spool.ts';
export { createSealedStore } from './sealed-store.ts';
