import { OperationalError } from '../../engine/ports/index.ts';

const LISTEN_FAILURES: Record<string, string> = {
  EADDRINUSE: 'is taken: stop what listens there, or choose another with --port',
  EACCES: 'may not be used by this user: choose one above 1023 with --port',
  EADDRNOTAVAIL: 'is no address of this machine: choose another with --host',
  ENOTFOUND: 'is no address of this machine: choose another with --host',
  EAI_AGAIN: 'cannot be looked up: choose an address with --host',
};

/** Explains why a server cannot listen and what to do; undefined for other errors. */
export function explainListenError(
  error: unknown,
  { host, port }: { host: string; port: number },
): OperationalError | undefined {
  const says = LISTEN_FAILURES[String((error as { code?: unknown }).code)];
  if (says === undefined) return undefined;
  const message = `port ${port} on ${host} ${says}`;
  return new OperationalError('cannot_listen', message, { retryable: false, cause: error });
}
