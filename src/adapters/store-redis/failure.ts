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
  MISCONF: toAbsence('cannot save to its disk and takes no writes: look at its log and its disk'),
  READONLY: toAbsence('is a replica here: a failover is under way, or the address is that of a replica'),
  NOREPLICAS: toAbsence('has too few replicas in reach to take writes (min-replicas-to-write)'),
  LOADING: toAbsence('is still loading its data'),
  MASTERDOWN: toAbsence('has lost its master'),
  CLUSTERDOWN: toAbsence('Cluster has slots without a master'),
  TRYAGAIN: toAbsence('Cluster is moving a slot'),
  BUSY: toAbsence('is busy with another script'),
  NOAUTH: toRefusal('wants a user and a password: put them into the address'),
  WRONGPASS: toRefusal('does not know this user and password'),
  NOPERM: toRefusal('does not let this user do that: it needs read, write and scripting rights on its keys'),
  NOSCRIPT: toAbsence('has forgotten a script that it was just told'),
};

function toAbsence(says: string): Failure {
  return { code: 'store_unavailable', retryable: true, says };
}

/** Retryable, since it is mended where Redis is, while calls go on. */
function toRefusal(says: string): Failure {
  return { code: 'store_refused', retryable: true, says };
}

/** A script that does what its user may not is refused in other words than a single command. */
const NOT_IN_SCRIPTS = "ERR The user executing the script can't";

/** The `OperationalError` for what the client threw; anything else is a bug of ours and comes back as it is. */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OperationalError) return error;
  const { code, retryable, says } = classifyFailure(error);
  return new OperationalError(code, `Redis ${says}`, { retryable, cause: removeCommand(error) });
}

function classifyFailure({ name, message }: Error): Failure {
  const [word = ''] = message
    .replace(NOT_IN_SCRIPTS, 'NOPERM')
    .replace(/^.*?(?=\bOOM\b)/, '')
    .split(' ');
  const known = refusals[word];
  if (known !== undefined) return known;
  if (name !== 'ReplyError') return toAbsence(`cannot be reached: ${message}`);
  return { code: 'store_failed', retryable: false, says: `refused a command: ${message}` };
}

/** The client's errors carry what was sent: passwords and what callers entered, which no log may have (I7). */
function removeCommand({ name, message, stack }: Error): Error {
  return Object.assign(new Error(message), { name, stack });
}
