/** Temporary failures of dependencies of the service. The log uses the same codes. */
import { addStatus } from './facts.ts';

export const unavailable = {
  ...addStatus(503, {
    document_newer: {
      title: 'Written by a newer release',
      cause: 'A newer release has written a project, route or other document.',
      cure: 'Upgrade this node.',
    },
    env_missing: {
      title: 'Missing settings',
      cause: 'A flow declares settings that the service does not have.',
      cure: 'Start the service with these settings.',
    },
    flow_version_unknown: {
      title: 'Flow version missing',
      cause: 'A stored call refers to a flow version that the store no longer has.',
      cure: 'Restore the store, or let the call end.',
    },
    identity_unavailable: {
      title: 'Identity provider unavailable',
      cause: 'The keys of the identity provider cannot be fetched, so tokens cannot be checked.',
      cure: 'Check the identity provider; API keys still work.',
    },
    project_busy: {
      title: 'Project overloaded',
      cause: 'Flows of the project do so much work that its event queue is full.',
      cure: 'Reduce the work of the flows; notifications are spooled meanwhile.',
    },
    record_newer: {
      title: 'Written by a newer release',
      cause: 'A newer release has written the call.',
      cure: 'Upgrade this node; other nodes continue the call.',
    },
    registry_contended: {
      title: 'Concurrent changes',
      cause: 'Other requests keep changing the same document.',
      cure: 'Retry.',
    },
    sealed: {
      title: 'Encryption key missing',
      cause: 'A stored value is encrypted with a key that is not set.',
      cure: 'Add the key to `RINGFLOW_SECRET_KEY`.',
    },
    store_busy: {
      title: 'Store locked',
      cause: 'Another process holds the SQLite file.',
      cure: 'Stop that process, such as a backup or a second service.',
    },
    store_closed: {
      title: 'Store closed',
      cause: 'The process is stopping.',
      cure: 'Use another node, or retry after the restart.',
    },
    store_contended: {
      title: 'Concurrent writes',
      cause: 'Many writers change the same call at once.',
      cure: 'Retry; if it persists, check for a loop of notifications.',
    },
    store_failed: {
      title: 'Store error',
      cause: 'The store rejected a statement or command.',
      cure: 'Report it with the message in the log.',
    },
    store_full: {
      title: 'Store full',
      cause: 'Redis has no memory left, or the disk is full.',
      cure: 'Raise `maxmemory`, or free disk space.',
    },
    store_layout: {
      title: 'Store layout mismatch',
      cause: 'Other nodes use another number of partitions or another release.',
      cure: 'Restore `partitions`, use another `prefix`, or upgrade.',
    },
    store_refused: {
      title: 'Store access denied',
      cause: 'Redis denies access to this user or to a command.',
      cure: 'Check the password and the rights of the user.',
    },
    store_slow: {
      title: 'Store slow',
      cause: 'A write took more than 3 seconds.',
      cure: 'Check the disk or Redis (`SLOWLOG GET`).',
    },
    store_unavailable: {
      title: 'Store unavailable',
      cause: 'Redis or the SQLite file cannot be reached or written.',
      cure: 'Bring the store back; the log says what is wrong.',
    },
  }),
};
