/** Errors of any request: reading it, authentication, limits, and internal failures. */
import { addStatus } from './facts.ts';

export const requestErrors = {
  ...addStatus(400, {
    bad_request: {
      title: 'Malformed request',
      cause: 'The request is not valid HTTP, or cannot be parsed.',
      cure: 'Fix the request; repeating it unchanged fails again.',
    },
    invalid: {
      title: 'Invalid request',
      cause:
        'The path, query, headers or body do not match the description of the operation. `detail` describes the mismatches, `errors` has their places.',
      cure: 'Correct the request; see `openapi.json`.',
    },
    not_json: {
      title: 'Body is not JSON',
      cause:
        'The body is missing, is not JSON in UTF-8, or is sent with another content type where JSON is required.',
      cure: 'Send valid JSON with `content-type: application/json`.',
    },
  }),
  ...addStatus(401, {
    unauthenticated: {
      title: 'Unauthenticated',
      cause: 'The credentials are missing, wrong, expired or revoked.',
      cure: 'Send `Authorization: Bearer <key>` with a valid key.',
    },
  }),
  ...addStatus(403, {
    address: {
      title: 'Address not allowed',
      cause: 'A notification came from an address that `--hook-allow` or the project does not allow.',
      cure: 'Add the address of the platform to the allowed ranges.',
    },
    forbidden: {
      title: 'Forbidden',
      cause: 'The credentials are valid, but none of their roles permits the action in this project.',
      cure: 'Use a key or token with the role that `detail` names.',
    },
    not_local: {
      title: 'Local requests only',
      cause: 'The endpoints of `dev` accept requests from this machine only.',
      cure: 'Send the request to `localhost`.',
    },
  }),
  ...addStatus(404, {
    not_found: {
      title: 'Not found',
      cause: 'No route exists at this path, or an id in the path is malformed.',
      cure: 'Check the path.',
    },
  }),
  ...addStatus(413, {
    too_large: {
      title: 'Body too large',
      cause: 'The body exceeds the limit of the endpoint.',
      cure: 'Send less at a time.',
    },
    too_many_notifications: {
      title: 'Too many notifications',
      cause: 'A request contains more notifications than permitted.',
      cure: 'Send fewer notifications per request.',
    },
  }),
  ...addStatus(415, {
    encrypted: {
      title: 'Unreadable encryption',
      cause: 'A notification is encrypted and cannot be decrypted with the App ID of the project.',
      cure: 'Set the App ID under which the platform sends notifications.',
    },
    unsupported_media_type: {
      title: 'Unsupported media type',
      cause: 'The endpoint does not read bodies of this content type.',
      cure: 'Send the content type that the operation describes.',
    },
  }),
  ...addStatus(422, {
    flow_errors: {
      title: 'Flow errors',
      cause:
        'The uploaded flows do not compile, or the bundle contains no flow. `diagnostics` lists each error with its place.',
      cure: 'Fix the errors; `ringflow validate` reports the same ones.',
    },
    too_old: {
      title: 'Notification too old',
      cause: 'A notification is older than `--hook-max-age` or the `maxAgeSeconds` of the project allows.',
      cure: 'Check the clocks, or raise the limit.',
    },
  }),
  ...addStatus(428, {
    precondition_required: {
      title: 'Precondition required',
      cause: 'A change of a draft does not say which state it replaces.',
      cure: 'Send `If-Match` with the `ETag` of the draft, or `If-None-Match: *` for a new one.',
    },
  }),
  ...addStatus(429, {
    locked_out: {
      title: 'Address locked out',
      cause: 'Too many wrong keys came from this address.',
      cure: 'Wait as long as `Retry-After` says, then use a valid key.',
    },
    secrets_busy: {
      title: 'Too many key checks',
      cause: 'Too many API keys are being verified at the same time.',
      cure: 'Retry after a second; reuse connections and keys.',
    },
    too_many_requests: {
      title: 'Rate limit exceeded',
      cause: 'The requests of one key or address exceed `--api-rate`.',
      cure: 'Wait as long as `Retry-After` says.',
    },
    too_many_streams: {
      title: 'Too many streams',
      cause: 'The limit of open event streams on the node or of the project is reached.',
      cure: 'Close streams that are not read, or retry on another node.',
    },
  }),
  ...addStatus(500, {
    internal: {
      title: 'Internal error',
      cause: 'The service failed unexpectedly. Its log has the error under the `requestId` of the answer.',
      cure: 'Report it with the log entry.',
    },
  }),
  ...addStatus(503, {
    draining: {
      title: 'Service draining',
      cause: 'The node is stopping; `/readyz` reports it so that load balancers send traffic elsewhere.',
      cure: 'Use another node, or retry after the restart.',
    },
    not_ready: {
      title: 'Not ready',
      cause:
        'The node cannot reach the store (`/readyz`), or a carrier connects for its events while the node stops.',
      cure: 'Check the store; `detail` says what is wrong.',
    },
    spool_failed: {
      title: 'Spool not writable',
      cause: 'The store is unavailable, and the notification cannot be written to the spool.',
      cure: 'Free disk space, and check the permissions of the spool directory.',
    },
    spool_full: {
      title: 'Spool full',
      cause: 'The store is unavailable, and the spool has reached `--spool-size`.',
      cure: 'Bring the store back, or start with a larger spool.',
    },
    too_slow: {
      title: 'Timeout',
      cause: 'The store or the operation did not finish in time.',
      cure: 'Retry; if it persists, check the store.',
    },
  }),
};
