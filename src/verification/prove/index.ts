export { listCallers } from './contract.ts';
export { prove } from './prove.ts';
export type { Found, Proof, Provable } from './prove.ts';
export { toPlainProof, type PlainProof } from './plain-proof.ts';
export type { Budget, Exploration } from './explore.ts';
export type { Limits } from './findings/suspicion.ts';
export { PROVED_MARK, createProvedSuite } from './proved-suite.ts';
