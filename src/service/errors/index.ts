/** All error codes of the HTTP API. Responses, openapi.json and docs/errors.md are derived from this table. */
import type { ErrorFacts } from './facts.ts';
import { refusals } from './refusals.ts';
import { requestErrors } from './request-errors.ts';
import { unavailable } from './unavailable.ts';

export type RefusalCode = keyof typeof refusals;
export type ErrorCode = RefusalCode | keyof typeof requestErrors | keyof typeof unavailable;

export const errors: Readonly<Record<ErrorCode, ErrorFacts>> = {
  ...requestErrors,
  ...refusals,
  ...unavailable,
};

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code);
}

/** Codes of temporary failures, which any operation can answer with. */
export const unavailableCodes = [
  ...(Object.keys(unavailable) as (keyof typeof unavailable)[]),
  'too_slow',
] as const;
