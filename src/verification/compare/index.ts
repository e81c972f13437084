export { compare } from './compare.ts';
export type { CompareLimits, Comparison, Path } from './compare.ts';
export { FlowSide } from './flow-side.ts';
export type { FlowState } from './flow-side.ts';
export { toPathScenario } from './path-scenario.ts';
export { ENDLESS_LOOP, MAX_STEPS } from './side.ts';
export type { Awaits, Effect, Move, ServiceReply, Side, Start, Turn } from './side.ts';
export { writeCoveringSuite, writePathSuite } from './cover.ts';
export { renderEffects, renderEquality, renderMoves } from './path-text.ts';
