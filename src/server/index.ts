export type { HearNotice, Notice } from './notices.ts';
export { buildServer } from './server.ts';
export type { ServerOptions } from './server.ts';
