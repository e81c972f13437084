/** What flows import: where files are looked for, what becomes part of the flow, and where mistakes are told. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compileFlow,
  inspectFragment,
  createFlowCatalogue,
} from '../../../../src/language/compiler/index.ts';
import { hasErrors } from '../../../../src/language/diagnostics/index.ts';

type Files = Record<string, string>;

/** Compiles `flows/desk/flow.yaml`; the other files are named as seen from its folder. */
function compile(files: Files) {
  const { 'flow.yaml': text = '', ...others } = files;
  const read = (path: string) => others[path];
  return compileFlow({ file: 'flows/desk/flow.yaml', text: `ringflow: 1\n${text}`, read });
}

function told(files: Files): string[] {
  return compile(files).diagnostics.map(
    ({ file, span: { start }, code }) => `${file}:${start.line}:${start.column} ${code}`,
  );
}

const flow = (imports: string, rest = '') =>
  `name: desk\nimports: [${imports}]\non: { error: hello }\n${rest}steps:\n  hello: { say: welcome }\n`;
const welcome = 'ringflow: 1\nprompts: { welcome: Hello. }\n';

describe('a file is found', () => {
  test.each([
    ['beside the flow', './common.yaml', 'common.yaml'],
    ['below its folder', './parts/common.yml', 'parts/common.yml'],
    ['in the folder around that', '../common.yaml', '../common.yaml'],
    ['below the folder around', '../shared/./x/../common.yaml', '../shared/common.yaml'],
  ])('%s', (_where, written, path) => {
    expect(told({ 'flow.yaml': flow(written), [path]: welcome })).toEqual([]);
  });

  test('as seen from the file that names it', () => {
    const files = {
      'flow.yaml': flow('../shared/all.yaml'),
      '../shared/all.yaml': 'ringflow: 1\nimports: [./prompts/en.yaml]\n',
      '../shared/prompts/en.yaml': welcome,
    };
    expect(told(files)).toEqual([]);
    expect(compile(files).imports.map(({ file }) => file)).toEqual([
      'flows/shared/all.yaml',
      'flows/shared/prompts/en.yaml',
    ]);
  });

  test('once, however often it is named', () => {
    const files = {
      'flow.yaml': flow('./a.yaml, ./b.yaml, ./a.yaml'),
      'a.yaml': 'ringflow: 1\nimports: [./c.yaml]\n',
      'b.yaml': 'ringflow: 1\nimports: [./c.yaml]\n',
      'c.yaml': welcome,
    };
    expect(told(files)).toEqual([]);
    expect(compile(files).imports).toHaveLength(3);
  });
});

describe('a file is refused', () => {
  test.each(['../../common.yaml', '../shared/../../common.yaml', './../../flows/desk/common.yaml'])(
    'outside of the folder around that of the flow: %s',
    (written) => {
      const asked: string[] = [];
      const read = (path: string) => {
        asked.push(path);
        return welcome;
      };
      const text = `ringflow: 1\n${flow(written)}`;
      const { diagnostics } = compileFlow({ file: 'flows/desk/flow.yaml', text, read });
      expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-import']);
      expect(asked).toEqual([]);
    },
  );

  test.each([
    '/etc/passwd.yaml',
    'common.yaml',
    './common.txt',
    './a?b.yaml',
    './%2e%2e/x.yaml',
    'C:/x.yaml',
  ])('that is not written as a path: %s', (written) => {
    expect(told({ 'flow.yaml': flow(`'${written}'`, 'prompts: { welcome: Hello. }\n') })).toEqual([
      'flows/desk/flow.yaml:3:11 bad-value',
    ]);
  });

  test('that is not there, without a word of the names that may stand in it', () => {
    expect(told({ 'flow.yaml': flow('./gone.yaml') })).toEqual(['flows/desk/flow.yaml:3:11 unknown-import']);
  });

  test('that imports the flow again', () => {
    const files = { 'flow.yaml': flow('./a.yaml'), 'a.yaml': `${welcome}imports: [./flow.yaml]\n` };
    expect(told(files)).toEqual(['flows/desk/a.yaml:3:11 import-cycle']);
  });

  test('where there are more than anybody needs', () => {
    const chain = Array.from({ length: 150 }, (_, index): [string, string] => [
      `${index}.yaml`,
      `ringflow: 1\nimports: [./${index + 1}.yaml]\n`,
    ]);
    expect(told({ 'flow.yaml': flow('./0.yaml'), ...Object.fromEntries(chain) })).toEqual([
      'flows/desk/99.yaml:2:11 too-large',
    ]);
  });
});

describe('a file of which nothing can be read', () => {
  const bomb = (depth: number) =>
    Array.from(
      { length: depth },
      (_, at) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(at === 0 ? 0 : 9)}x]\n`,
    );

  test.each([
    ['is empty', '', 'syntax'],
    ['holds comments only', '# prompts\n# to come\n', 'syntax'],
    ['is UTF-16', 'r\0i\0n\0g\0f\0l\0o\0w\0', 'wrong-encoding'],
    ['holds NUL characters', `${welcome}\0`, 'wrong-encoding'],
    ['is too deep', `ringflow: 1\nprompts: ${'['.repeat(100)}${']'.repeat(100)}\n`, 'too-large'],
    ['grows by its aliases', `ringflow: 1\n${bomb(8).join('')}`, 'too-large'],
    ['is too long', `${welcome}#${'x'.repeat(1_100_000)}\n`, 'too-large'],
  ])('that %s is told, and nothing of the names that may stand in it', (_what, text, code) => {
    const files = { 'flow.yaml': flow('./a.yaml, ./b.yaml'), 'a.yaml': text, 'b.yaml': welcome };
    expect(told(files)).toContainEqual(expect.stringMatching(`^flows/desk/a.yaml:\\d+:\\d+ ${code}$`));
    expect(new Set(compile(files).diagnostics.map(({ file }) => file))).toEqual(
      new Set(['flows/desk/a.yaml']),
    );
    expect(compile(files)).not.toHaveProperty('flow');
    expect(compile(files).imports.map(({ file }) => file)).toEqual([
      'flows/desk/a.yaml',
      'flows/desk/b.yaml',
    ]);
  });

  test('never makes a flow without an error', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some).toString('utf8')),
      fc.string({ unit: fc.constantFrom('{', '[', ' ', '\n', ':', '#', '"', 'a', '-', '*'), maxLength: 30 }),
    );
    fc.assert(
      fc.property(bytes, (text) => {
        const { flow: made, diagnostics } = compile({ 'flow.yaml': flow('./a.yaml'), 'a.yaml': text });
        expect(made === undefined).toBe(hasErrors(diagnostics));
      }),
    );
  });
});

describe('a path', () => {
  const hints = (imports: string) =>
    compile({ 'flow.yaml': flow('').replace('[]', imports), 'a.yaml': welcome }).diagnostics.map(
      ({ code, hint }) => `${code}: ${hint}`,
    );

  test.each([
    ['[./a]', 'bad-value: write ./a.yaml'],
    ['[a.yaml]', 'bad-value: write ./a.yaml'],
    ['a.yaml', 'bad-value: write ./a.yaml'],
  ])('%s is one mistake, whatever the file would have held', (written, hint) => {
    expect(hints(written)).toEqual([hint]);
  });
});

describe('a mistake is told', () => {
  test('in the file in which it stands, whatever stands before it', () => {
    const files = {
      'flow.yaml': flow('./a.yaml, ./b.yaml'),
      'a.yaml': `# ${'x'.repeat(500)}\n${welcome}`,
      'b.yaml': 'ringflow: 1\n\nsteps:\n  more: { say: wellcome, next: helo }\n',
    };
    expect(told(files)).toEqual([
      'flows/desk/b.yaml:4:16 unknown-prompt',
      'flows/desk/b.yaml:4:32 dangling-target',
    ]);
  });

  test('with a fix that fits that file', () => {
    const text = 'ringflow: 1\nsteps:\n  more: { say: wellcome }\n';
    const { diagnostics } = compile({
      'flow.yaml': flow('./a.yaml, ./b.yaml'),
      'a.yaml': welcome,
      'b.yaml': text,
    });
    const [{ fix } = {}] = diagnostics;
    expect(fix && text.slice(fix.span.start.offset, fix.span.end.offset)).toBe('wellcome');
  });

  test('where its syntax is broken, and nothing is concluded from that', () => {
    const files = { 'flow.yaml': flow('./a.yaml'), 'a.yaml': 'ringflow: 1\nprompts:\n  welcome: "Hello\n' };
    expect(told(files)).toEqual(['flows/desk/a.yaml:3:12 syntax']);
  });

  test('not at all where a comment in that file says why', () => {
    const step =
      '  silent: { menu: { prompt: Press 1., choices: [{ key: 1, goto: hello }] }, on: { exhausted: hangup } }\n';
    const warned = `ringflow: 1\nsteps:\n${step}`;
    const ignored = `ringflow: 1\nsteps:\n  # ringflow-ignore silence-leads-nowhere: agreed\n${step}`;
    const files = (text: string) => ({
      'flow.yaml': flow('./a.yaml, ./b.yaml'),
      'a.yaml': welcome,
      'b.yaml': text,
    });
    const silence = (text: string) => told(files(text)).filter((line) => line.includes('silence'));
    expect(silence(warned)).toHaveLength(1);
    expect(silence(ignored)).toEqual([]);
  });

  test('once for two things of one name, in the flow where it is one of them', () => {
    const clash = { 'flow.yaml': flow('./a.yaml, ./b.yaml'), 'a.yaml': welcome, 'b.yaml': welcome };
    expect(told(clash)).toEqual(['flows/desk/b.yaml:2:12 duplicate-name']);
    const own = { 'flow.yaml': flow('./a.yaml', 'prompts: { welcome: Hi. }\n'), 'a.yaml': welcome };
    expect(told(own)).toEqual(['flows/desk/flow.yaml:5:12 duplicate-name']);
    expect(compile(own).diagnostics[0]?.message).toContain('a.yaml:2:12');
  });
});

describe('what is imported', () => {
  const shared = `ringflow: 1
prompts: { welcome: Hello., bye: Goodbye., spare: Nobody says this. }
vars: { tier: standard, spare: 1 }
hours: { office: { timezone: Europe/Berlin, open: { mon-fri: 09:00-18:00 } } }
tables: { desks: { '1': { number: '+49301' } } }
steps:
  farewell: { say: "\${vars.tier}" }
  last: { say: bye }
  spare: { say: welcome, next: hangup }
`;
  const files = {
    'flow.yaml': flow('../shared.yaml').replace(
      '{ say: welcome }',
      '{ say: welcome }\n  end: { set: { tier: gold } }\n  on: { switch: [{ when: vars.tier == "gold", goto: farewell }] }',
    ),
    '../shared.yaml': shared,
  };

  test('is part of the flow, and unused parts are no mistake', () => {
    const { flow: compiled, diagnostics } = compile(files);
    expect(diagnostics).toEqual([]);
    expect(Object.keys(compiled?.prompts ?? {})).toEqual(['welcome', 'bye', 'spare']);
    expect(Object.keys(compiled?.steps ?? {})).toEqual(['hello', 'end', 'on', 'farewell', 'last', 'spare']);
    expect(compiled?.vars).toMatchObject({ tier: { initial: 'standard' } });
    expect(compiled?.hours).toHaveProperty('office');
    expect(compiled?.tables).toHaveProperty('desks');
  });

  test('does not follow the last step of the flow, nor of another file', () => {
    const { graph } = compile(files);
    const ways = Object.fromEntries(
      graph?.steps.map(({ name, edges }) => [name, edges.map(({ to }) => to)]) ?? [],
    );
    expect(ways.on).toContain('hangup');
    expect(ways.on).not.toContain('last');
    expect(ways.farewell?.[0]).toBe('last');
  });

  test('knows its file and line', () => {
    const { flow: compiled } = compile(files);
    expect(compiled?.steps.last).toMatchObject({ file: '../shared.yaml', line: 8 });
    expect(compiled?.steps.hello).not.toHaveProperty('file');
  });

  test('gives the flow another version when it changes', () => {
    const versionOf = (text: string) =>
      compile({ 'flow.yaml': flow('./a.yaml'), 'a.yaml': text }).flow?.version;
    expect(versionOf(welcome)).toBe(versionOf(`${welcome}# a remark\n`));
    expect(versionOf(welcome)).not.toBe(versionOf(welcome.replace('Hello', 'Welcome')));
  });

  test('may be in more languages than the flow', () => {
    const text =
      'ringflow: 1\nprompts: { welcome: { en-US: Hello., de-DE: Hallo. }, other: { de-DE: Anders. } }\n';
    expect(told({ 'flow.yaml': flow('./a.yaml'), 'a.yaml': text })).toEqual([]);
  });

  test('has tables in files beside its own file', () => {
    const parts = {
      'flow.yaml': flow('../shared/t.yaml', 'prompts: { welcome: Hi. }\n'),
      '../shared/t.yaml': 'ringflow: 1\ntables: { desks: { file: desks.csv } }\n',
      '../shared/desks.csv': 'desk,number\n1,+49301\n',
    };
    expect(told(parts)).toEqual([]);
    expect(compile(parts).flow?.tables.desks?.rows).toEqual({ 1: ['+49301'] });
  });

  test('is part of a flow that another one runs, too', () => {
    const main =
      'ringflow: 1\nname: main\non: { error: go }\nvars: { tier: "" }\nsteps:\n  go: { run: { flow: sub, save: { tier: tier } }, on: { denied: hangup } }\n  told: { say: "${vars.tier}" }\n';
    const sub =
      'ringflow: 1\nname: sub\nimports: [./part.yaml]\nreturns: { tier: vars.tier }\nsteps:\n  hi: { say: Hi., next: no }\n';
    const part = 'ringflow: 1\nvars: { tier: gold }\nsteps: { no: { return: denied } }\n';
    const read = (path: string) => (path === 'part.yaml' ? part : undefined);
    const others = createFlowCatalogue([{ file: 'sub.flow.yaml', text: sub, read }]);
    const { flow: compiled, diagnostics } = compileFlow({ file: 'main.flow.yaml', text: main }, { others });
    expect(diagnostics).toEqual([]);
    expect(compiled?.flows.sub?.steps).toHaveProperty('no');
  });
});

describe('a fragment by itself', () => {
  const inspect = (text: string) =>
    inspectFragment({ file: 'common.yaml', text }).diagnostics.map(({ code }) => code);

  test('needs nothing of a flow', () => {
    expect(inspect('ringflow: 1\nsteps: { a: { say: whatever, next: elsewhere } }\n')).toEqual([]);
  });

  test('is held against its schema', () => {
    expect(inspect('ringflow: 1\nname: x\nprompts: { a: 5 }\n')).toEqual(['unknown-key', 'wrong-type']);
  });
});
