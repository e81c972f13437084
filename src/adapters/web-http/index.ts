export { createHttpWeb } from './http-web.ts';
export type { HttpWebOptions } from './http-web.ts';
