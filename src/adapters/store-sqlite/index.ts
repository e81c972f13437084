export { backUpSqlite, restoreSqlite } from './backup.ts';
export { openSqliteStore } from './store.ts';
export type { SqliteOptions } from './database.ts';
