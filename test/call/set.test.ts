import { describe, expect, test } from 'vitest';
import { callOn } from './script.ts';

describe('set', () => {
  test('gives variables of every type new values', () => {
    const call = callOn(`
      vars: { text: a, whole: 1, half: 0.5, open: false }
      steps:
        first: { set: { text: "\${vars.text}b\${vars.whole}", whole: "\${vars.whole + 1}", half: 2, open: true } }
        second: { set: { half: "\${vars.half * 1.5}", open: "\${vars.whole > 5}", text: "plain $\${x}" } }
    `);
    call.incoming();
    expect(call.record.context.vars).toEqual({ text: 'plain ${x}', whole: 2, half: 3, open: false });
    expect(call.notes).toContainEqual({ kind: 'set', variable: 'text', value: 'ab1' });
  });

  test('later assignments of one step see the earlier ones', () => {
    const call = callOn(`
      vars: { a: 1, b: 0 }
      steps:
        both: { set: { a: 2, b: "\${vars.a + 1}" } }
    `);
    call.incoming();
    expect(call.record.context.vars).toEqual({ a: 2, b: 3 });
  });

  test('a value that cannot be computed is the outcome "failed"', () => {
    const call = callOn(`
      vars: { a: 1, zero: 0 }
      steps:
        sum: { set: { a: "\${1 / vars.zero}" }, on: { failed: other } }
        never: { say: Never. }
        other: { say: "\${error.code} in \${error.step}" }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play expression in sum']);
    expect(call.record.context.vars.a).toBe(1);
  });
});
