import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import { applyFixes } from '../../../../src/language/diagnostics/index.ts';

test('a name that is written as a block is hinted at, and nothing behind it is touched', () => {
  const text =
    'ringflow: 1\nname: blocks\nprompts: { hello: Hello. }\nsteps:\n  main:\n    say: >-\n      helo\n    next: bye\n  bye: { hangup: }\n';
  const { diagnostics } = compileFlow({ file: 'flow.yaml', text });
  expect(diagnostics).toContainEqual(
    expect.objectContaining({ code: 'unknown-prompt', hint: 'did you mean "hello"?' }),
  );
  expect(applyFixes(text, diagnostics).text).toBe(text);
});
