export { openSpool } from './spool.ts';
export type { SpoolOptions } from './spool.ts';
