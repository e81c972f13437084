export { refusedIn } from './destinations.ts';
export { guardedPlatform } from './guarded-platform.ts';
export { egressOf } from './policy.ts';
export { EGRESS_RULES, parseEgress } from './rule.ts';
export type { EgressRule } from './rule.ts';
