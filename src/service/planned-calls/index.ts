export type { Pending, PlannedWatch } from './caller.ts';
export { PlannedDocuments } from './documents.ts';
export { openPlannedCalls } from './open.ts';
export type { OpenedPlanned } from './open.ts';
export { plannedStates } from './planned-call.ts';
export type { PlannedCall, PlannedRef, PlannedState, Wanted } from './planned-call.ts';
export { findOpenPlanned } from './planned-calls.ts';
export type { NamedPlanned, PlannedCalls } from './planned-calls.ts';
