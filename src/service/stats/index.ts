export { openStats } from './open.ts';
export type { OpenedStats } from './open.ts';
export type { CallSums, OutcomeSum, StepSums } from './read-sums.ts';
export { Stats } from './stats.ts';
export type { FlowStats, VersionStats } from './stats.ts';
