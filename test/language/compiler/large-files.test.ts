/** Files that nobody wrote by hand: each ends in diagnostics, in time that grows with its length. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../src/language/compiler/index.ts';

const MEGABYTE = 1_048_576;
const header = 'ringflow: 1\nname: a\non: { error: s0 }\n';

test.each([
  ['a file over 1 MiB', 'a'.repeat(MEGABYTE + 1)],
  ['brackets without end', '['.repeat(100_000)],
  ['maps without end', '{a: '.repeat(50_000)],
  ['a bracket without end before thousands of lines', `a: {\n${'key: 1\n'.repeat(20_000)}`],
  [
    'thousands of pairs without commas between them',
    `{${Array.from({ length: 3_000 }, (_, n) => `b${n}: 1 c`).join('')}`,
  ],
  [
    'thousands of pairs in brackets without commas between them',
    `${header}steps: {${Array.from({ length: 20_000 }, (_, n) => `b${n}: 1`).join(' ')}}`,
  ],
  ['lists in lists', '- '.repeat(50_000)],
  ['ever deeper maps', Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ['stray lines', 'x\n'.repeat(100_000)],
  ['as many aliases of an alias', `a: &a [x]\n${Array.from({ length: 2_500 }, () => '- *a').join('\n')}`],
  ['20,000 unknown keys', Array.from({ length: 20_000 }, (_, key) => `key${key}: 1`).join('\n')],
  [
    'a chain of 20,000 steps',
    `${header}steps:\n${Array.from({ length: 20_000 }, (_, n) => ` s${n}: { hangup: }`).join('\n')}`,
  ],
  [
    'a circle of 5,000 steps',
    `${header}steps:\n${Array.from({ length: 5_000 }, (_, n) => ` s${n}: { say: Hi. }`).join('\n')}\n last: { say: Hi., next: s0 }`,
  ],
  [
    'a thousand menus that say one long prompt in many languages, and a mistake',
    `${header}languages: [${Array.from({ length: 500 }, (_, n) => `en-x${n}`).join(', ')}]\nprompts: { p: [${'Press the 1 2 the the., '.repeat(9_000)}] }\nsteps:\n${Array.from({ length: 1_000 }, (_, n) => ` s${n}: { menu: { prompt: [p, p, p], choices: [{ key: 1, goto: s0 }] }, on: { exhausted: s0 } }`).join('\n')}\n bad: { sya: Hi. }`,
  ],
  [
    'a text of nothing but words that tell to press',
    `${header}steps:\n s0: { menu: { prompt: "${'press the key '.repeat(40_000)}", choices: [{ key: 2, goto: s0 }] }, on: { exhausted: s0 } }`,
  ],
  [
    '20,000 comments that silence',
    `${header}steps: { s0: { say: Hi. } }\n${'# ringflow-ignore long-menu: x\n'.repeat(20_000)}`,
  ],
  [
    'a chain of thousands of steps to which thousands of menus lead, and back',
    `${header}steps:\n${Array.from({ length: 4_000 }, (_, n) => ` m${n}: { menu: { prompt: Press 1., choices: [{ key: 1, goto: c0 }] }, on: { exhausted: back } }`).join('\n')}\n${Array.from({ length: 4_000 }, (_, n) => ` c${n}: { say: Hello. }`).join('\n')}\n end: { say: Bye., next: back }`,
  ],
  [
    'thousands of misspelt steps among thousands of steps',
    `${header}steps:\n${Array.from({ length: 5_000 }, (_, n) => ` step_${n}: { say: Hi., next: stop_${n}x }`).join('\n')}`,
  ],
  [
    'thousands of misspelt variables in expressions',
    `${header}vars:\n${Array.from({ length: 2_000 }, (_, n) => ` variable_${n}: 0`).join('\n')}\nsteps:\n${Array.from({ length: 2_000 }, (_, n) => ` s${n}: { say: "\${vars.variably_${n}}" }`).join('\n')}`,
  ],
  ['thousands of mistakes in one text', `${header}steps: { s0: { say: "${'${vars.x} '.repeat(30_000)}" } }`],
  [
    'thousands of keys for thousands of menus',
    `${header}always:\n keys:\n${Array.from({ length: 10_000 }, (_, n) => `  "${n}": s0`).join('\n')}\nsteps:\n${Array.from({ length: 1_000 }, (_, n) => ` s${n}: { menu: { prompt: Hi., choices: [{ key: 1, goto: s0 }] }, on: { exhausted: s0 } }`).join('\n')}`,
  ],
  [
    'a menu of thousands of choices',
    `${header}steps:\n s0:\n  menu:\n   prompt: Hi.\n   choices:\n${Array.from({ length: 20_000 }, (_, n) => `    - { key: ${n}, goto: s0 }`).join('\n')}\n  on: { exhausted: hangup }`,
  ],
  [
    'a long text in many languages',
    `${header}languages: [${Array.from({ length: 40 }, (_, n) => `en-x${n}`).join(', ')}]\nprompts: { p: [${'Press the 1 2 the the., '.repeat(20_000)}] }\nsteps: { s0: { say: p } }`,
  ],
  [
    'a long text of which there are many aliases',
    `${header}prompts:\n p0: &a "${'x'.repeat(500_000)}"\n${Array.from({ length: 5_000 }, (_, n) => ` p${n + 1}: *a`).join('\n')}\nsteps: { s0: { say: p0 } }`,
  ],
  [
    'prompts without thousands of languages',
    `${header}languages: [${Array.from({ length: 1_000 }, (_, n) => `en-a${n}`).join(', ')}]\nprompts:\n${Array.from({ length: 1_000 }, (_, n) => ` p${n}: { en-a0: Hi. }`).join('\n')}\nsteps: { s0: { say: p0 } }`,
  ],
  [
    'a flow that runs itself from thousands of steps',
    `${header}params: { a: int }\nsteps:\n${Array.from({ length: 4_000 }, (_, n) => ` s${n}: { run: { flow: a, with: { a: ${n} } } }`).join('\n')}`,
  ],
  [
    'a thousand values that are copied in a circle and spoken before anything sets them',
    `${header}vars:\n${Array.from({ length: 1_000 }, (_, n) => ` v${n}: ""`).join('\n')}\nsteps:\n s0: { say: Hi. }\n${Array.from({ length: 1_000 }, (_, n) => ` a${n}: { set: { v${n}: "\${vars.v${(n + 1) % 1_000}}" } }\n b${n}: { say: "Hello \${vars.v${n}}, hi." }`).join('\n')}\n end: { sya: Hi. }`,
  ],
  [
    'hundreds of circles on whose answers switches decide',
    `${header}vars:\n${Array.from({ length: 500 }, (_, n) => ` v${n}: ""`).join('\n')}\nsteps:\n s0: { say: Hi. }\n${Array.from({ length: 500 }, (_, n) => ` a${n}: { http: { get: 'https://a.example.com', save: { v${n}: "\${response.json.a}" } }, on: { failed: b${n} } }\n b${n}: { switch: [{ when: vars.v${n} == "x", goto: a${(n * 7) % 500} }] }\n c${n}: { say: "Hello \${vars.v${n}}, hi." }`).join('\n')}`,
  ],
  [
    'a flow that counts to a million, and allows fewer steps',
    `${header}limits: { steps: 100 }\nvars: { n: 0 }\nsteps:\n s0: { set: { n: "\${vars.n + 1}" } }\n s1: { switch: [{ when: vars.n > 1000000, goto: s2 }], next: s0 }\n s2: { say: Hi., next: hangup }\n s3: { say: Hi. }`,
  ],
  [
    'SSML of nothing but beginnings of marks',
    `${header}steps: { s0: { menu: { prompt: { ssml: "${'<'.repeat(400_000)}" }, choices: [{ key: 1, goto: s0 }] }, on: { exhausted: s0 } } }`,
  ],
  [
    'a pattern of thousands of alternatives',
    `${header}vars: { v: "" }\nsteps: { s0: { collect: { prompt: Hi., digits: 4, save: v, pattern: "${'(a|b)'.repeat(100_000)}" }, on: { exhausted: s0 } } }`,
  ],
  ['a line of a million characters', `${header}steps: { s0: { say: ${'a '.repeat(500_000)}, nxt: s0 } }`],
  ['nothing but line breaks', '\n'.repeat(400_000)],
  ['thousands of documents', '---\n'.repeat(100_000)],
  ['spaces without end', `${header}steps: { s0: { say: a${' '.repeat(900_000)}b, nxt: s0 } }`],
  ['an expression without end', `${header}steps: { a: { say: "${'${('.repeat(50_000)}" } }`],
  [
    'a thousand brackets in an expression',
    `${header}steps: { a: { say: "\${${'('.repeat(900)}1${')'.repeat(900)}}" } }`,
  ],
])('%s ends in diagnostics', (_, text) => {
  const { diagnostics } = compileFlow({ file: 'any.yaml', text });
  expect(diagnostics.length).toBeGreaterThan(0);
});
