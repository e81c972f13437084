import { pino } from 'pino';
import type { Log } from '../../ports/index.ts';

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where credentials could stand in what is logged: in our own fields, and in the requests that some errors carry along. */
const SECRET_PATHS = [
  'appKey',
  'authorization',
  '*.authorization',
  '*.headers.authorization',
  'err.cause.headers',
];

/** JSON lines on stderr: stdout belongs to what another program reads. */
export function openLog(level: LogLevel): Log {
  return pino({ level, base: null, redact: SECRET_PATHS }, pino.destination({ fd: 2, sync: true }));
}
