import type { Value } from './compiled.ts';

/** What an expression reads, beside the variables: fields of `call`. */
export const CALL_FIELDS = ['id', 'from', 'to', 'direction', 'reason', 'language'] as const;
/** Fields of `error`. */
export const ERROR_FIELDS = ['code', 'message', 'step'] as const;

/** The values of one call that its expressions read. */
export interface Scope {
  vars: Record<string, Value>;
  call: Record<(typeof CALL_FIELDS)[number], string>;
  /** What went wrong last; empty texts before anything did. */
  error: Record<(typeof ERROR_FIELDS)[number], string>;
}
