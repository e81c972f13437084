export { cannotListen } from './cannot-listen.ts';
export type { HearNotice, Notice } from './notices.ts';
export { buildServer } from './server.ts';
export { digestOf } from './token.ts';
export type { Readiness, ServerOptions } from './server.ts';
export type { ApiParts, PlacedCall } from './api/parts.ts';
