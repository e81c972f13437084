import { describe, expect, test } from 'vitest';
import { openLog } from '../../src/adapters/log-pino/index.ts';
import { OperationalError } from '../../src/engine/ports/index.ts';

/** What is written of an error. */
function logged(error: Error): unknown {
  const lines: string[] = [];
  openLog('warn', { write: (line) => lines.push(line) }).warn({ err: error }, 'it failed');
  const [line = '', ...others] = lines;
  expect(others).toEqual([]);
  return (JSON.parse(line) as { err: unknown }).err;
}

describe('the log', () => {
  test('has of a failure of the world its code and message, and no stack', () => {
    const cause = new Error('database is locked');
    const error = new OperationalError('store_busy', 'calls.db is locked', { retryable: true, cause });
    expect(logged(error)).toEqual({ code: 'store_busy', message: 'calls.db is locked' });
  });

  test('has of a bug of ours where it happened', () => {
    expect(logged(new TypeError('no such thing'))).toMatchObject({
      type: 'TypeError',
      message: 'no such thing',
      stack: expect.stringContaining('log-pino.test.ts') as string,
    });
  });
});
