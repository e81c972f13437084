export { Attention } from './attention.ts';
export type { FlowAttention } from './attention.ts';
export { openStats } from './open.ts';
export type { OpenedStats } from './open.ts';
export { ProjectStatistics } from './project-stats.ts';
export type { ProjectStats } from './project-stats.ts';
export type { CallSums, OutcomeSum, StepSums } from './read-sums.ts';
export { Stats } from './stats.ts';
export type { FlowStats, VersionStats } from './stats.ts';
