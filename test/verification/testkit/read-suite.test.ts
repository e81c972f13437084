import { globSync, readFileSync } from 'node:fs';
import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import schema from '../../../schemas/scenario.schema.json' with { type: 'json' };
import { renderPretty } from '../../../src/language/diagnostics/index.ts';
import { readSuite } from '../../../src/verification/testkit/index.ts';
import { read } from './flow.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

/** What is told about a file, one line each: `3:14 unknown-prompt: …`. */
function told(text: string): string[] {
  return read(text).diagnostics.map(
    ({ span: { start }, code, message }) => `${start.line}:${start.column} ${code}: ${message}`,
  );
}

/** The same for one script line, from the column of the line on. */
function toldOfLine(line: string): string[] {
  return told(`scenarios:\n  - name: case\n    script:\n      - ${line}\n`).map((text) =>
    text.replace(/^4:/, ''),
  );
}

describe('a sound file', () => {
  const text = `flow: flow.yaml
scenarios:
  - name: a
    start: { direction: outbound, to: "+4917012345678" }
    parties: { "+49301110": busy, "sip:desk@example.com": { answers: 2s, hangs_up: 1m } }
    script:
      - hears: { prompt: welcome }
      - presses: 12#
      - waits: 500ms
      - hangs_up
  - name: b
    script: [expects: { var: { name: tries, is: 3 } }]
`;

  it('becomes scenarios with every default filled in', () => {
    const { suite, diagnostics } = read(text);
    expect(diagnostics).toEqual([]);
    expect(suite).toMatchObject({ file: 'desk.scenario.yaml', flowFile: 'flow.yaml' });
    expect(suite?.scenarios.map(({ name, start }) => ({ name, start }))).toEqual([
      {
        name: 'a',
        start: {
          direction: 'outbound',
          from: '+4930555000',
          to: '+4917012345678',
          parties: {
            '+49301110': { on_ring: 'busy' },
            'sip:desk@example.com': {
              on_ring: 'answers',
              afterMs: 2_000,
              acts: [{ afterMs: 60_000, hangsUp: true }],
            },
          },
          phones: {},
        },
      },
      {
        name: 'b',
        start: { direction: 'inbound', from: '+4915112345678', to: '+4930555000', parties: {}, phones: {} },
      },
    ]);
  });

  it('keeps for each line what it asks for and where it stands', () => {
    const { suite } = read(text);
    expect(suite?.scenarios[0]?.script).toMatchObject([
      { kind: 'hears', what: { kind: 'prompt', name: 'welcome' }, span: { start: { line: 7, column: 9 } } },
      { kind: 'presses', keys: '12#' },
      { kind: 'waits', ms: 500 },
      { kind: 'hangs_up', span: { start: { line: 10, column: 9 }, end: { line: 10, column: 17 } } },
    ]);
    expect(suite?.scenarios[1]?.script).toMatchObject([{ kind: 'expects_var', variable: 'tries', value: 3 }]);
  });
});

it('a script may stand on one line, with pairs that have no brackets', () => {
  const { suite, diagnostics } = read('scenarios: [{ name: a, script: [hears: Welcome, presses: 9] }]\n');
  expect(diagnostics).toEqual([]);
  expect(suite?.scenarios[0]?.script).toMatchObject([{ kind: 'hears' }, { kind: 'presses', keys: '9' }]);
});

describe('a scenario that cannot happen', () => {
  it.each([
    ['hears: { prompt: welcom }', '26 unknown-prompt: the flow "desk" has no prompt "welcom"'],
    ['expects: { step: mian }', '26 dangling-target: the flow "desk" has no step "mian"'],
    ['expects: { step: hangup }', '26 dangling-target: the flow "desk" has no step "hangup"'],
    [
      'expects: { var: { name: acount, is: x } }',
      '33 unknown-variable: the flow "desk" has no variable "acount"',
    ],
    [
      'expects: { var: { name: tries, is: many } }',
      '44 wrong-type: the variable "tries" is a whole number; found many',
    ],
    [
      'expects: { var: { name: known, is: 1 } }',
      '44 wrong-type: the variable "known" is true or false; found 1',
    ],
    ['hears: { matches: "(" }', '27 bad-value: "(" is not a regular expression'],
    [
      'expects: { step: main, to: "+49301110" }',
      '36 conflicting-keys: "to" is only allowed with command: dial or connect or sms or stream',
    ],
    [
      'expects: { command: connect, text: hello }',
      '44 conflicting-keys: "text" is only allowed with command: play',
    ],
    ['hear: hello', '9 unknown-key: unexpected key "hear"'],
    ['presses: hello', '18 bad-value: "hello" does not have the right form'],
    ['waits: 30', '16 wrong-type: expected text, found the number 30'],
    ['hangup', '9 bad-value: found "hangup"; expected "hangs_up"'],
    ['expects: { ended: fine }', '27 bad-value: found "fine"; expected "normal", "busy"'],
    ['party_hangs_up: 0301110', '25 bad-value: "0301110" does not have the right form'],
    ['{ hears: a, presses: 1 }', '21 conflicting-keys: "hears" and "presses" exclude each other'],
    ['expects: {}', 'missing-key'],
  ])('%s', (line, expected) => {
    const [first, ...others] = toldOfLine(line);
    expect(first).toContain(expected);
    expect(others).toEqual([]);
  });

  it.each([
    ['a party that does what nobody does', 'parties: { "+49301110": sleeps }', 'bad-value: found "sleeps"'],
    ['a party with two ways', 'parties: { "+49301110": { answers: 1s, rejects: 1s } }', 'conflicting-keys'],
    ['a party without a number', 'parties: { desk: busy }', 'expected a phone number such as'],
    ['a caller without a number', 'start: { from: anonymous }', 'bad-value: "anonymous"'],
    [
      'a message that begins an inbound call',
      'start: { message: STOP, direction: inbound }',
      'conflicting-keys: a call that is started by a message must be outbound: the flow calls its sender',
    ],
    ['a direction that is none', 'start: { direction: sideways }', 'bad-value: found "sideways"'],
  ])('%s', (_what, head, expected) => {
    expect(told(`scenarios:\n  - name: case\n    ${head}\n    script: [hangs_up]\n`)).toEqual([
      expect.stringContaining(expected) as string,
    ]);
  });

  it.each([
    ['hangs_up: true', 'write it without a value: - hangs_up'],
    ['hangs_up:', 'write it without a value: - hangs_up'],
    ['hang_up: true', 'write it without a value: - hangs_up'],
    ['hear: hello', 'did you mean "hears"?'],
    ['waits: 3', 'add the unit, for instance 3s'],
    ['waits: "30"', 'add the unit, for instance 30s'],
    ['says: 3', 'for text, write it in quotes: "3"'],
    ['not_hears: a', 'it is called "does_not_hear" here'],
    ['dials: 1', 'it is called "presses" here'],
    ['sleeps: 3s', 'it is called "waits" here'],
    ['silence', 'for a caller who says nothing until the flow reacts, write - stays_silent'],
    ['expects: { not_heard: a, step: main }', 'write it as a line of its own: - does_not_hear: …'],
    ['expects: { variable: tries, step: main }', 'to expect a variable, write var: { name: …, is: … }'],
    ['waits_until: 6pm', 'The caller waits until a time of day, such as 18:00, in the UTC offset'],
    ['presses: { keys: 12, pause: 2 }', 'add the unit, for instance 2s'],
  ])('%s has a hint: %s', (line, hint) => {
    const text = `scenarios:\n  - name: case\n    script:\n      - ${line}\n`;
    expect(read(text).diagnostics.map((one) => one.hint)).toEqual([expect.stringContaining(hint) as string]);
  });

  it.each([
    ['examples: [{ a: 1 }]', 'it is called "each" here'],
    ['rows: [{ a: 1 }]', 'it is called "each" here'],
    ['seed: 7', 'nothing in a run is random, so there is no seed'],
  ])('%s of a scenario has a hint: %s', (line, hint) => {
    const text = `scenarios:\n  - name: a\n    script: [hangs_up]\n    ${line}\n`;
    expect(read(text).diagnostics.map((one) => one.hint)).toEqual([hint]);
  });

  it('is told of the words that need no value', () => {
    expect(toldOfLine('hear: hello')[0]).toMatch(
      /"expects", or without a value "hangs_up", "operator_hangs_up", "mumbles", "stays_silent", "stream_ends" or "stream_breaks"$/,
    );
  });

  it('is shown with the line and what was probably meant', () => {
    const text = 'scenarios:\n  - name: case\n    script:\n      - hears: { prompt: welcom }\n';
    expect(renderPretty(read(text).diagnostics, { source: () => text })).toBe(
      `desk.scenario.yaml:4:26: error: the flow "desk" has no prompt "welcom" [unknown-prompt]
    4 |       - hears: { prompt: welcom }
      |                          ^~~~~~
      hint: did you mean "welcome"?
`,
    );
  });
});

describe('a file with mistakes', () => {
  it('gives no scenarios, and tells all of them at once', () => {
    const text = `scenarios:
  - name: a
    script:
      - hears: { prompt: nothing }
      - expects: { step: nowhere }
  - nam: b
    script: []
`;
    const { suite, diagnostics } = read(text);
    expect(suite).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual([
      'unknown-prompt',
      'dangling-target',
      'unknown-key',
      'bad-value',
    ]);
  });

  it.each([
    ['is empty', '', 'syntax'],
    ['is no map', '- a', 'wrong-type'],
    ['is no YAML', 'scenarios: [', 'syntax'],
    ['has no scenarios', 'flow: flow.yaml', 'missing-key'],
  ])('that %s is told', (_what, text, code) => {
    expect(read(text).diagnostics[0]?.code).toBe(code);
  });

  it('a flow file that is not there is told at the key that names it', () => {
    expect(told('flow: ../other.yaml\nscenarios: [{ name: a, script: [hangs_up] }]\n')).toEqual([
      '1:7 bad-value: there is no flow file ../other.yaml',
    ]);
  });

  it('a flow with errors of its own gives no scenarios and no further words', () => {
    const text = 'scenarios: [{ name: a, script: [{ expects: { step: anything } }] }]\n';
    expect(readSuite({ file: 'a/b.scenario.yaml', text }, () => ({}))).toEqual({ diagnostics: [] });
  });

  it('the flow is looked for beside the scenario file', () => {
    const asked: string[] = [];
    readSuite({ file: 'a/b.scenario.yaml', text: 'flow: c/d.yaml\nscenarios: []\n' }, (path) => {
      asked.push(path);
      return undefined;
    });
    expect(asked).toEqual(['a/c/d.yaml']);
  });
});

describe('any text at all', () => {
  const sound = `flow: flow.yaml
scenarios:
  - name: a
    parties: { "+49301110": { answers: 2s, hangs_up: 1m } }
    script: [hears: { matches: "a+" }, presses: 1, expects: { var: { name: tries, is: 3 } }, hangs_up]
`;

  it('gives scenarios or says what is wrong, and never both or neither', () => {
    const edit = fc.tuple(fc.nat(sound.length), fc.nat(6), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 3 }), (edits) => {
        const text = edits.reduce(
          (whole, [at, length, instead]) => whole.slice(0, at) + instead + whole.slice(at + length),
          sound,
        );
        const { suite, diagnostics } = read(text);
        expect(suite === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: scaleRuns(300) },
    );
  });
});

describe('parameters of a scenario', () => {
  const flow = `ringflow: 1
name: hi
params: { day: string, count: int }
steps:
  hi: { say: "\${params.day} \${params.count}" }
`;
  const told = (start: string) =>
    read(`scenarios:\n  - name: a\n${start}    script: [hangs_up]\n`, flow).diagnostics.map(
      ({ span, message }) => `${span.start.line}:${span.start.column} ${message}`,
    );

  it('are read by their types', () => {
    expect(told('    start: { params: { day: 07, count: 3 } }\n')).toEqual([]);
  });

  it('are told at their place when they are wrong, or missing', () => {
    expect(told('    start: { params: { day: x, count: many, more: 1 } }\n')).toEqual([
      '3:24 parameter "count" must be of type int',
      '3:24 parameter "more" is not declared (the flow takes day, count)',
    ]);
    expect(told('')).toEqual(['2:11 parameter "count" is missing', '2:11 parameter "day" is missing']);
  });
});

/** Scenario files of the samples, and the examples of the documentation. */
function written(): { place: string; text: string }[] {
  const files = globSync('flows/*/*.scenario.yaml').map((place) => ({
    place,
    text: readFileSync(place, 'utf8'),
  }));
  const page = readFileSync('docs/testing.md', 'utf8');
  const examples = [...page.matchAll(/^```yaml scenario\n(.*?)^```$/gms)].map(([, text = ''], index) => ({
    place: `example ${index + 1} of docs/testing.md`,
    text,
  }));
  return [...files, ...examples];
}

describe('the schema', () => {
  const validate = new Ajv.default({ strict: false }).compile(schema);

  it('is a sound JSON Schema, apart from the names that it marks', () => {
    const ajv = new Ajv.default({
      strict: true,
      strictRequired: false,
      allowUnionTypes: true,
      keywords: ['x-ringflow'],
    });
    expect(ajv.compile(schema)({ scenarios: [{ name: 'a', script: ['hangs_up'] }] })).toBe(true);
  });

  it.each(written())('takes what an editor shows of $place', ({ text }) => {
    expect([validate(parse(text)), validate.errors]).toEqual([true, null]);
  });

  it('describes every property', () => {
    const missing: string[] = [];
    const visit = (node: unknown, path: string) => {
      if (typeof node !== 'object' || node === null) return;
      const { properties = {} } = node as {
        properties?: Record<string, { description?: string; $ref?: string }>;
      };
      for (const [name, { description, $ref }] of Object.entries(properties))
        if (description === undefined && $ref === undefined) missing.push(`${path}.${name}`);
      for (const [key, child] of Object.entries(node)) visit(child, `${path}.${key}`);
    };
    visit(schema, 'scenario');
    expect(missing).toEqual([]);
  });
});
