export { openSpool } from './spool.ts';
