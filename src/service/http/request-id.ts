/**
 * Request ids: returned in the response and in problems, and recorded in the log and the audit log. Clients may send their
 * own.
 */
import type { IncomingMessage } from 'node:http';

/** The header of the request and of the response. */
export const REQUEST_ID = 'x-request-id';

/** Excludes characters with a meaning in logs, shells or HTML. */
const WELL_FORMED = /^[\w.:+=/-]{1,128}$/;

/**
 * Assigns request ids: a well-formed one from the request, otherwise a server prefix with a number. A UUID per notification
 * would cost more and is rarely looked up.
 */
export function createRequestIds(newId: () => string): (request: IncomingMessage) => string {
  const server = newId();
  let count = 0;
  return ({ headers: { [REQUEST_ID]: brought } }) => {
    if (typeof brought === 'string' && WELL_FORMED.test(brought)) return brought;
    count += 1;
    return `${server}-${count}`;
  };
}
