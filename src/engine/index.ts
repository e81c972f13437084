export { LOOK_AGAIN_MS } from './due.ts';
export { Engine } from './engine.ts';
export type { OutboundCall, Received } from './engine.ts';
export type { Arrival } from './identify.ts';
export { ANSWER_WITHIN_MS, Intake } from './intake.ts';
export type { IntakeOptions, Taken } from './intake.ts';
export type { DeliveryArrival, MessageArrival } from './messages.ts';
export type { EngineOptions } from './options.ts';
