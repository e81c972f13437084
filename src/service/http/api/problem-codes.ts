/**
 * The codes with which the API refuses a request, each with its status. What is thrown and what the description of the API
 * promises are both read off here.
 */
import type { RefusalCode } from '../../management/index.ts';
import { Problem } from '../problem.ts';

/** Codes of the engine that tell whoever asks to ask otherwise. */
export const statusOfMistake = {
  bad_cursor: 422,
  bad_params: 422,
  call_over: 409,
  key_reused: 409,
  not_awaited: 409,
  too_many_calls: 429,
  unknown_call: 404,
  unknown_flow: 404,
} as const;

/** Codes of the routes themselves. */
const statusOfRoute = {
  flow_errors: 422,
  too_many_streams: 429,
  unfit_type: 415,
  unknown_key: 404,
  unknown_tests: 404,
} as const;

/** Codes that any operation can have, as far as its request has what they are about. */
const statusOfAny = {
  bad_request: 400,
  forbidden: 403,
  internal: 500,
  invalid: 400,
  locked_out: 429,
  not_found: 404,
  not_json: 400,
  too_large: 413,
  too_many_requests: 429,
  unauthenticated: 401,
} as const;

/** Codes with which an operation cannot be carried out at the moment (docs/operations.md, error codes). */
export const unavailableCodes = [
  'document_newer',
  'env_missing',
  'flow_version_unknown',
  'identity_unavailable',
  'project_busy',
  'record_newer',
  'registry_contended',
  'sealed',
  'store_busy',
  'store_closed',
  'store_contended',
  'store_failed',
  'store_full',
  'store_layout',
  'store_refused',
  'store_slow',
  'store_unavailable',
  'too_slow',
] as const;

const statusOfKind = { unknown: 404, taken: 409, unfit: 422, busy: 429 } as const;

const known = { ...statusOfMistake, ...statusOfRoute, ...statusOfAny };
type KnownCode = keyof typeof known;

/** A code that a route may name among its problems. */
export type ProblemCode = RefusalCode | KnownCode;

/** The status of a refusal, which its kind decides: `unknown`, `taken`, `unfit` or `busy`. */
export function statusOf(code: ProblemCode): number {
  if (isKnown(code)) return known[code];
  const [kind] = code.split('_') as [keyof typeof statusOfKind];
  return statusOfKind[kind];
}

/** A problem with the status that its code has. */
export function problemOf(code: KnownCode, detail: string): Problem {
  return new Problem(known[code], code, detail);
}

function isKnown(code: ProblemCode): code is KnownCode {
  return Object.hasOwn(known, code);
}
