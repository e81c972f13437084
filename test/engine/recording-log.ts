import type { Log } from '../../src/ports/index.ts';

export interface Line {
  level: keyof Log;
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

  of(level: keyof Log): string[] {
    return this.lines.filter((line) => line.level === level).map(({ message }) => message);
  }

  #writer(level: keyof Log): Log[keyof Log] {
    return (fields, message) => {
      this.lines.push({ level, fields: fields as Record<string, unknown>, message });
    };
  }
}
