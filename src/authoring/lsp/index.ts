export { serveEditor } from './server.ts';
export type { LanguageServerOptions } from './server.ts';
