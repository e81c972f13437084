export { Engine } from './engine.ts';
export type { EngineOptions, OutboundCall, Received } from './engine.ts';
export type { Arrival } from './identify.ts';
