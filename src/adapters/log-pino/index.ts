import { pino } from 'pino';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Log } from '../../engine/ports/index.ts';

/** The least that is logged. */
type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Paths at which credentials could be logged: in our own fields, and in the requests that some errors carry along. */
const SECRET_PATHS = [
  'appKey',
  'authorization',
  '*.authorization',
  '*.headers.authorization',
  'err.cause.headers',
];

/** The stack of an operational error is left out: it helps nobody, and such errors are frequent while a store is away. */
function readableError(error: Error): object {
  if (!(error instanceof OperationalError)) return pino.stdSerializers.err(error);
  return { code: error.code, message: error.message };
}

/** JSON lines, by default on stderr: stdout belongs to what another program reads. */
export function openLog(
  level: LogLevel,
  lines: { write(line: string): void } = pino.destination({ fd: 2, sync: true }),
): Log {
  const serializers = { err: readableError };
  return pino({ level, base: null, redact: SECRET_PATHS, serializers }, lines);
}
