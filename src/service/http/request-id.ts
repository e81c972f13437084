/**
 * The id by which a request is known: to whoever asks, in its answer and in problems, and here, in the log and in the audit log.
 * Who has an id of their own brings it along, so that both look for the same one.
 */
import type { IncomingMessage } from 'node:http';

/** The header that brings it along and takes it back. */
export const REQUEST_ID = 'x-request-id';

/** Nothing that means something to a log, a shell or a page. */
const WELL_FORMED = /^[\w.:+=/-]{1,128}$/;

/**
 * Gives each request its id: that which it brings along if it is well formed, else that of this server with a number. An id of
 * its own for each, such as a UUID, would be made for every notification, and hardly one is ever looked for.
 */
export function requestIds(newId: () => string): (request: IncomingMessage) => string {
  const server = newId();
  let count = 0;
  return ({ headers: { [REQUEST_ID]: brought } }) => {
    if (typeof brought === 'string' && WELL_FORMED.test(brought)) return brought;
    count += 1;
    return `${server}-${count}`;
  };
}
