/** Structured logging. Secrets are never logged (I7). */
export interface Log {
  debug(fields: object, message: string): void;
  /** True when lines of this level are written; absent: always. */
  isLevelEnabled?(level: 'debug'): boolean;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
