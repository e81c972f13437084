/** Preconditions of requests, and the answer when one fails. */
import { Type } from 'typebox';
import { PreconditionRefusal } from '../../management/index.ts';
import type { Precondition } from '../../management/index.ts';
import { Problem } from '../problem.ts';

const Condition = Type.String({ minLength: 1, maxLength: 1_000 });

export const IfMatch = Type.Object({
  'if-match': Type.Optional({
    ...Condition,
    description: 'The `ETag` of the state that is replaced or deleted.',
  }),
});

export const IfMatchOrNone = Type.Object({
  ...IfMatch.properties,
  'if-none-match': Type.Optional({ ...Condition, description: '`*`: only if there is none yet.' }),
});

export interface ConditionHeaders {
  'if-match'?: string | undefined;
  'if-none-match'?: string | undefined;
}

/** Reads the precondition of a change; empty if the request has none. */
export function readPrecondition({
  'if-match': ifMatch,
  'if-none-match': ifNoneMatch,
}: ConditionHeaders): Precondition {
  return { ...(ifMatch !== undefined && { ifMatch }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) };
}

class ConflictProblem extends Problem {
  override readonly headers: Readonly<Record<string, string>>;
  override readonly members: { etag?: string };

  constructor({ message, etag }: PreconditionRefusal) {
    super('precondition_failed', message);
    this.headers = etag === undefined ? {} : { etag: `"${etag}"` };
    this.members = etag === undefined ? {} : { etag: `"${etag}"` };
  }
}

/** Awaits a change; a failed precondition becomes a `Problem` with the current `ETag`. */
export async function explainConflict<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof PreconditionRefusal ? new ConflictProblem(error) : error;
  }
}
