export { openStats } from './open.ts';
export type { OpenedStats, StatsParts } from './open.ts';
export type { CallSums, OutcomeSum, StepSums } from './read-sums.ts';
export { Stats } from './stats.ts';
export type { FlowStats, StatsQuery, VersionStats } from './stats.ts';
