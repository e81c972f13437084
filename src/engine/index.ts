export { Engine } from './engine.ts';
export type { OutboundCall, Received } from './engine.ts';
export type { Arrival } from './identify.ts';
export type { DeliveryArrival, MessageArrival } from './messages.ts';
export type { EngineOptions } from './options.ts';
