import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { renderPretty } from '../../../src/language/diagnostics/index.ts';

function compile(text: string) {
  return compileFlow({ file: 'flow.yaml', text });
}

const head = 'ringflow: 1\nname: case\non: { error: sorry }\n';
const tail = '  sorry: { hangup: }\n';
const whole = readFileSync(join(import.meta.dirname, 'cases/ok/every-construct.yaml'), 'utf8');

describe('the version of a flow', () => {
  const { flow } = compile(whole);

  test('is the same for the same flow, in whatever order its keys stand', () => {
    const turned = whole.replace(
      '{ error: sorry, end: note_call }',
      '{ end: note_call, error: sorry } # turned',
    );
    expect(turned).not.toBe(whole);
    expect(compile(turned).flow?.version).toBe(flow?.version);
  });

  test('is another when lines move, since traces name lines, though the machine stays the same', () => {
    const moved = compile(whole.replace('steps:\n', '# The steps.\nsteps:\n')).flow;
    expect(moved?.version).not.toBe(flow?.version);
    expect(moved?.machine).toEqual(flow?.machine);
  });

  test.each([
    ['a text', 'Are you still there?', 'Are you there?'],
    ['a target', 'next: hangup\n  note_call', 'next: hello\n  note_call'],
    ['a variable', 'tries: 0', 'tries: 1'],
    ['a limit', 'steps: 300', 'steps: 301'],
  ])('is another when %s is another', (_, before, after) => {
    const changed = compile(whole.replace(before, after)).flow;
    expect(changed).toBeDefined();
    expect(changed?.version).not.toBe(flow?.version);
  });
});

describe('a compiled flow', () => {
  test('survives JSON', () => {
    const { flow } = compile(whole);
    expect(JSON.parse(JSON.stringify(flow))).toEqual(flow);
  });

  test('has every default filled in', () => {
    const { flow } = compile(`${head}steps:\n${tail}`);
    expect(flow).toMatchObject({
      format: 1,
      name: 'case',
      languages: ['en-US'],
      vars: {},
      prompts: {},
      limits: { durationMs: 3_600_000, steps: 500 },
    });
    expect(flow).not.toHaveProperty('voice');
  });

  test('knows the line and the outcomes of each step', () => {
    const { flow } = compile(`${head}steps:\n  hello:\n    say: Hi.\n${tail}`);
    expect(flow?.steps).toEqual({
      hello: { verb: 'say', line: 5, outcomes: ['done', 'failed'] },
      sorry: { verb: 'hangup', line: 7, outcomes: ['done'] },
    });
  });

  test('has variables of the type of their initial value', () => {
    const vars =
      'vars: { a: x, b: 5, c: 5.0, d: true, e: "5", f: { type: double }, g: { type: string, initial: 007, secret: true } }\n';
    const { flow } = compile(`${head}${vars}steps:\n${tail}`);
    expect(flow?.vars).toEqual({
      a: { type: 'string', initial: 'x', secret: false },
      b: { type: 'int', initial: 5, secret: false },
      c: { type: 'double', initial: 5, secret: false },
      d: { type: 'bool', initial: true, secret: false },
      e: { type: 'string', initial: '5', secret: false },
      f: { type: 'double', initial: 0, secret: false },
      g: { type: 'string', initial: '007', secret: true },
    });
  });

  test('has prompts by language, one without languages under each', () => {
    const text = `${head}languages: [en-US, de-DE]
prompts:
  same: OK
  own: { en-US: [Hello, { url: https://x.org/a.wav, length: 3m }], de-DE: { ssml: "<speak>Hallo</speak>" } }
steps:
${tail}`;
    const ok = { kind: 'text', text: ['OK'] };
    expect(compile(text).flow?.prompts).toEqual({
      same: { 'en-US': [ok], 'de-DE': [ok] },
      own: {
        'en-US': [
          { kind: 'text', text: ['Hello'] },
          { kind: 'url', url: ['https://x.org/a.wav'], lengthMs: 180_000 },
        ],
        'de-DE': [{ kind: 'ssml', ssml: ['<speak>Hallo</speak>'] }],
      },
    });
  });
});

describe('the graph', () => {
  test('has an edge for each outcome, with what chose it', () => {
    const { graph } = compile(`${head}vars: { x: '' }
always: { keys: { 9: sorry, "*": repeat } }
steps:
  main:
    menu: { prompt: Hi., choices: [{ key: 1, goto: ask }, { key: 2, goto: repeat }] }
    on: { exhausted: hangup }
  ask:
    collect: { prompt: Hi., digits: 1, save: x }
    on: { exhausted: repeat }
  bye:
    say: Bye.
    next: hangup
${tail}`);
    expect(graph?.entry).toBe('main');
    expect(graph?.errorStep).toBe('sorry');
    expect(graph?.always.map(({ key, to }) => [key, to])).toEqual([
      ['9', 'sorry'],
      ['*', 'repeat'],
    ]);
    const edges = graph?.steps.flatMap(({ name, edges: all }) =>
      all.map(({ outcome, to, kind, failure }) =>
        [name, outcome, to, kind, failure ? 'failure' : ''].join(' ').trim(),
      ),
    );
    expect(edges).toEqual([
      'main 1 ask goto',
      'main 2 main goto',
      'main exhausted hangup on',
      'main silent hangup on',
      'main failed sorry error failure',
      'ask filled bye next',
      'ask exhausted ask on',
      'ask silent ask on',
      'ask failed sorry error failure',
      'bye done hangup next',
      'bye failed sorry error failure',
      'sorry done hangup goto',
    ]);
  });

  test('knows where a target is written, and where nobody wrote one', () => {
    const text = `${head}steps:\n  hello:\n    say: Hi.\n    next: sorry\n${tail}`;
    const [done, failed] = compile(text).graph?.steps[0]?.edges ?? [];
    expect(text.slice(done?.span?.start.offset, done?.span?.end.offset)).toBe('sorry');
    expect(failed?.span).toBeUndefined();
  });

  test('is there for a flow with errors, as far as it could be read', () => {
    const { flow, graph } = compile(`${head}steps:\n  hello:\n    xyzzy: Hi.\n${tail}`);
    expect(flow).toBeUndefined();
    expect(graph?.steps.map(({ name, edges }) => [name, edges.length])).toEqual([
      ['hello', 0],
      ['sorry', 1],
    ]);
  });
});

describe('one mistake', () => {
  test.each([
    [
      'a broken variable',
      'vars: { x: [1] }\nsteps:\n  a:\n    switch: [{ when: vars.x > 3, goto: sorry }]\n',
      1,
    ],
    ['a misspelt verb', 'steps:\n  a:\n    sya: Hi.\n  b:\n    hangup:\n', 1],
    ['a misspelt target', 'steps:\n  a:\n    say: Hi.\n    next: bb\n  b:\n    say: Ho.\n', 1],
    ['a misspelt step name', 'steps:\n  a:\n    say: Hi.\n    next: B\n  B:\n    say: Ho.\n', 2],
  ])('%s is not told as several', (_, steps, count) => {
    const { diagnostics } = compile(`${head}${steps}${tail}`);
    expect(renderPretty(diagnostics, { source: () => undefined }).split('\n\n')).toHaveLength(count);
  });

  test('in the YAML does not make names unknown that stand behind it', () => {
    const { diagnostics } = compile(
      `${head}steps:\n  a:\n    say: { text: \${x} }\n  b:\n    say: Hi.\n    next: c\n  c:\n    say: Ho.\n${tail}`,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['syntax']);
  });
});
