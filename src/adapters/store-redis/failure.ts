/** What went wrong with Redis, in the words of the port and with what the operator can do about it. */
import { OperationalError } from '../../ports/index.ts';

interface Failure {
  code: 'store_unavailable' | 'store_full' | 'store_refused';
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

function refused(says: string): Failure {
  return { code: 'store_refused', retryable: false, says };
}

/** The `OperationalError` for what the client threw; anything else is a bug of ours and comes back as it is. */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OperationalError) return error;
  const [word = ''] = error.message.replace(/^.*?(?=\bOOM\b)/, '').split(' ');
  const known = refusals[word];
  if (known !== undefined)
    return new OperationalError(known.code, `Redis ${known.says}`, {
      retryable: known.retryable,
      cause: error,
    });
  if (error.name !== 'ReplyError')
    return new OperationalError('store_unavailable', `Redis cannot be reached: ${error.message}`, {
      retryable: true,
      cause: error,
    });
  return new OperationalError('store_failed', `Redis refused a command: ${error.message}`, {
    retryable: false,
    cause: error,
  });
}
