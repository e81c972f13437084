import { pino } from 'pino';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Log } from '../../engine/ports/index.ts';

/** Minimum level of log lines. */
type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Paths at which credentials could be logged: in our own fields, and in requests that some errors contain. */
const SECRET_PATHS = [
  'appKey',
  'authorization',
  '*.authorization',
  '*.headers.authorization',
  'err.cause.headers',
];

/** Omits the stack of operational errors, which says nothing and would be frequent while a store is down. */
function readableError(error: Error): object {
  if (!(error instanceof OperationalError)) return pino.stdSerializers.err(error);
  return { code: error.code, message: error.message };
}

/** Opens a log of JSON lines, by default on stderr, because stdout is for output that programs read. */
export function openLog(
  level: LogLevel,
  lines: { write(line: string): void } = pino.destination({ fd: 2, sync: true }),
): Log {
  const serializers = { err: readableError };
  return pino({ level, base: null, redact: SECRET_PATHS, serializers }, lines);
}
