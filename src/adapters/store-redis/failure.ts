/** Turns failures of Redis into errors of the port, with what the operator can do about them. */
import { OperationalError } from '../../engine/ports/index.ts';

interface Failure {
  code: 'store_unavailable' | 'store_full' | 'store_refused' | 'store_failed';
  retryable: boolean;
  /** Goes on after "Redis ". */
  says: string;
}

/** By the first word of Redis' answer (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors). */
const refusals: Partial<Record<string, Failure>> = {
  OOM: { code: 'store_full', retryable: true, says: 'has no memory left: raise its maxmemory or add shards' },
  MISCONF: away('cannot save to its disk and takes no writes: look at its log and its disk'),
  READONLY: away('is a replica here: a failover is under way, or the address is that of a replica'),
  NOREPLICAS: away('has too few replicas in reach to take writes (min-replicas-to-write)'),
  LOADING: away('is still loading its data'),
  MASTERDOWN: away('has lost its master'),
  CLUSTERDOWN: away('Cluster has slots without a master'),
  TRYAGAIN: away('Cluster is moving a slot'),
  BUSY: away('is busy with another script'),
  NOAUTH: refused('wants a user and a password: put them into the address'),
  WRONGPASS: refused('does not know this user and password'),
  NOPERM: refused('does not let this user do that: it needs read, write and scripting rights on its keys'),
  NOSCRIPT: away('has forgotten a script that it was just told'),
};

function away(says: string): Failure {
  return { code: 'store_unavailable', retryable: true, says };
}

/** Retryable, since it is mended where Redis is, while calls go on. */
function refused(says: string): Failure {
  return { code: 'store_refused', retryable: true, says };
}

/** A script that does what its user may not is refused in other words than a single command. */
const NOT_IN_SCRIPTS = "ERR The user executing the script can't";

/** The `OperationalError` for what the client threw; anything else is a bug of ours and comes back as it is. */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OperationalError) return error;
  const { code, retryable, says } = failureOf(error);
  return new OperationalError(code, `Redis ${says}`, { retryable, cause: withoutCommand(error) });
}

function failureOf({ name, message }: Error): Failure {
  const [word = ''] = message
    .replace(NOT_IN_SCRIPTS, 'NOPERM')
    .replace(/^.*?(?=\bOOM\b)/, '')
    .split(' ');
  const known = refusals[word];
  if (known !== undefined) return known;
  if (name !== 'ReplyError') return away(`cannot be reached: ${message}`);
  return { code: 'store_failed', retryable: false, says: `refused a command: ${message}` };
}

/** The client's errors carry what was sent: passwords and what callers entered, which no log may have (I7). */
function withoutCommand({ name, message, stack }: Error): Error {
  return Object.assign(new Error(message), { name, stack });
}
