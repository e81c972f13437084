import { OperationalError } from '../../engine/ports/index.ts';

const LISTEN_FAILURES: Record<string, string> = {
  EADDRINUSE: 'the port is in use: stop the process that uses it, or choose another with --port',
  EACCES: 'this user may not use the port: choose one above 1023 with --port',
  EADDRNOTAVAIL: 'this machine does not have the address: choose another with --host',
  ENOTFOUND: 'this machine does not have the address: choose another with --host',
  EAI_AGAIN: 'the host name cannot be resolved: choose an address with --host',
};

/** Explains why a server cannot listen and what to do; undefined for other errors. */
export function explainListenError(
  error: unknown,
  { host, port }: { host: string; port: number },
): OperationalError | undefined {
  const reason = LISTEN_FAILURES[String((error as { code?: unknown }).code)];
  if (reason === undefined) return undefined;
  const message = `cannot listen on ${host}:${port}: ${reason}`;
  return new OperationalError('cannot_listen', message, { retryable: false, cause: error });
}
