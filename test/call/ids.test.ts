import { expect, test } from 'vitest';
import { callId, commandId, commandNumber } from '../../src/call/index.ts';

const call = callId('default.call-1');

test('a command id gives its number back to its own call', () => {
  expect(commandNumber(call, commandId(call, 12))).toBe(12);
});

test.each([
  ['of a call whose id goes on', 'default.call-12.3'],
  ['of another call', 'default.call-2.3'],
  ['without a number', 'default.call-1.'],
  ['with something else in place of the number', 'default.call-1.x'],
  ['with a number that no call reaches', 'default.call-1.1234567890'],
  ['that is empty', ''],
])('a reference %s is not ours', (_fact, reference) => {
  expect(commandNumber(call, reference)).toBeUndefined();
});
