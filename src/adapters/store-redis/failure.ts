/** Turns failures of Redis into errors of the port that say what the operator can do. */
import { OperationalError } from '../../engine/ports/index.ts';

interface Failure {
  code: 'store_unavailable' | 'store_full' | 'store_refused' | 'store_failed';
  retryable: boolean;
  /** Message after "Redis ". */
  says: string;
}

/** Failures by the first word of Redis' error (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors). */
const refusals: Partial<Record<string, Failure>> = {
  OOM: { code: 'store_full', retryable: true, says: 'has no memory left: raise its maxmemory or add shards' },
  MISCONF: toAbsence('cannot save to its disk and rejects writes: check its log and its disk'),
  READONLY: toAbsence('is a replica here: a failover is under way, or the address is that of a replica'),
  NOREPLICAS: toAbsence('has too few connected replicas to accept writes (min-replicas-to-write)'),
  LOADING: toAbsence('is still loading its data'),
  MASTERDOWN: toAbsence('has lost its master'),
  CLUSTERDOWN: toAbsence('Cluster has slots without a master'),
  TRYAGAIN: toAbsence('Cluster is moving a slot'),
  BUSY: toAbsence('is busy with another script'),
  NOAUTH: toRefusal('requires a user and a password: add them to the address'),
  WRONGPASS: toRefusal('rejected the user or password'),
  NOPERM: toRefusal('denied permission: the user needs read, write and scripting rights on its keys'),
  NOSCRIPT: toAbsence('lost a script that was just loaded'),
};

function toAbsence(says: string): Failure {
  return { code: 'store_unavailable', retryable: true, says };
}

/** Retryable, because the operator can fix it at Redis while calls continue. */
function toRefusal(says: string): Failure {
  return { code: 'store_refused', retryable: true, says };
}

/** Message of Redis when a script lacks permissions; it differs from that of a single command. */
const NOT_IN_SCRIPTS = "ERR The user executing the script can't";

/** Returns the `OperationalError` for an error of the client; returns anything else unchanged. */
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
  return { code: 'store_failed', retryable: false, says: `rejected a command: ${message}` };
}

/** Removes the command from the client's error, because passwords and input of callers must not be logged (I7). */
function removeCommand({ name, message, stack }: Error): Error {
  return Object.assign(new Error(message), { name, stack });
}
