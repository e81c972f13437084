export { openRedisStore } from './store.ts';
export type { SharedStore } from './store.ts';
