/**
 * Changes under a precondition (RFC 9110, 13.1): they name the state that they replace, so that nobody overwrites what somebody
 * else has saved.
 */
import { hash } from 'node:crypto';
import { Refusal } from './refusal.ts';

/** `If-Match` and `If-None-Match` of a request. */
export interface Precondition {
  ifMatch?: string;
  ifNoneMatch?: string;
}

/** Refusal of a change whose precondition fails; `etag` is the current state, undefined if there is none. */
export class PreconditionRefusal extends Refusal {
  readonly etag: string | undefined;

  /** `what`: the resource, such as `the route "main"`. */
  constructor(what: string, etag: string | undefined) {
    const state = etag === undefined ? 'does not exist' : 'was changed by another request';
    super('precondition_failed', `${what} ${state}: read it again, then repeat the change`);
    this.etag = etag;
  }
}

/** Computes the entity tag of a state, without quotes: equal states have equal tags. */
export function hashState(state: unknown): string {
  return hash('sha256', JSON.stringify(state), 'base64url');
}

/** Throws a `PreconditionRefusal` unless the current state matches; `etag`: its tag, undefined if there is none. */
export function checkPrecondition(
  what: string,
  etag: string | undefined,
  { ifMatch, ifNoneMatch }: Precondition,
): void {
  const isMatch = ifMatch === undefined || isListed(ifMatch, etag);
  const isNew = ifNoneMatch === undefined || !isListed(ifNoneMatch, etag);
  if (!isMatch || !isNew) throw new PreconditionRefusal(what, etag);
}

/** True when a header lists the tag; `*` matches any, a weak tag matches none. */
function isListed(header: string, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(`"${etag}"`);
}
