export { createHttpWeb } from './http-web.ts';
