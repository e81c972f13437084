export { openRedisStore } from './store.ts';
