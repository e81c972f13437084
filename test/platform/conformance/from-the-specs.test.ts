import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';

const program = resolve(import.meta.dirname, '../../../examples/from-the-specs.mjs');

test('a program written from the specifications alone runs against an emulator as it comes', async () => {
  const emulator = await startEmulator();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, emulator.url]);
    expect(stdout.trim().split('\n')).toEqual([
      'inbound call: the caller pressed 1',
      'outbound call: Normal Clearing, order 7',
      'SMS job: 1 of 1 delivered',
      'video room: 1 in the session, 1 CDR',
    ]);
    expect(emulator.act(({ control }) => control.numbers())).toEqual([{ number: '+4930100100' }]);
  } finally {
    await emulator.close();
  }
});
