import type { Log } from '../../src/engine/ports/index.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

export interface Line {
  level: Level;
  fields: Record<string, unknown>;
  message: string;
}

/** A log that a test can read. */
export class RecordingLog implements Log {
  readonly lines: Line[] = [];
  readonly debug = this.#writer('debug');
  readonly info = this.#writer('info');
  readonly warn = this.#writer('warn');
  readonly error = this.#writer('error');

  of(level: Level): string[] {
    return this.lines.filter((line) => line.level === level).map(({ message }) => message);
  }

  #writer(level: Level): Log[Level] {
    return (fields, message) => {
      this.lines.push({ level, fields: fields as Record<string, unknown>, message });
    };
  }
}
