export { findRefusedHosts } from './destinations.ts';
export { guardCarrier } from './guarded-carrier.ts';
export { limitNumbers } from './limited-carrier.ts';
export { createEgress } from './policy.ts';
export { EGRESS_RULES, parseEgress } from './rule.ts';
export type { EgressRule } from './rule.ts';
