export { openSqliteStore } from './store.ts';
export type { SqliteOptions } from './database.ts';
