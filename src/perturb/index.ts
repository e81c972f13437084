export { judge } from './oracle.ts';
export type { Breach, RuleName } from './oracle.ts';
export { planCase, tryOn } from './perturb.ts';
export type { Finding, PlannedCase } from './perturb.ts';
export { perturbationInWords, perturbationKinds } from './perturbation.ts';
export type { Perturbation } from './perturbation.ts';
export type { Trial } from './plan.ts';
export { runCase } from './run-case.ts';
export type { CaseRun } from './run-case.ts';
