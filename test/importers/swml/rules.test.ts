/** The rules of SWML, as the interpreter follows them: without any translation. */
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { noAnswers, Project } from '../../../src/importers/project/index.ts';
import { readSource } from '../../../src/importers/reading/index.ts';
import { swml } from '../../../src/importers/swml/index.ts';
import type { Effect, Move, Side } from '../../../src/verification/compare/index.ts';

/** Runs the statements of a document as a call, and returns in words what was noticed. */
function call(sections: string, ...moves: Move[]): string {
  const source = readSource({ file: 'call.yaml', text: stringify({ sections: parse(sections) as unknown }) });
  if ('code' in source) throw new Error(source.message);
  const [flow] = swml.translate([source], new Project(noAnswers));
  if (flow === undefined) throw new Error('no flow');
  const side: Side = flow.original;
  const [start] = side.starts();
  if (start === undefined) throw new Error('no start');
  let turn = side.begin(start);
  const effects = [...turn.effects];
  for (const move of moves) {
    turn = side.move(turn.state, move);
    effects.push(...turn.effects);
  }
  return effects.map(describe).join(' | ');
}

function describe(effect: Effect): string {
  if (effect.kind === 'heard') return effect.text;
  if (effect.kind === 'dialled') return `dials ${effect.to}`;
  if (effect.kind === 'requested') return `${effect.method} ${effect.url} ${JSON.stringify(effect.fields)}`;
  return effect.kind === 'unsupported' ? `unsupported ${effect.what}` : effect.kind;
}

const presses = (keys: string): Move => ({ kind: 'presses', keys });
const silence: Move = { kind: 'stays_silent' };

test('a goto with max n is heard n + 1 times', () => {
  const sections = 'main: [{ label: a }, { play: "say: Hi" }, { goto: { label: a, max: 2 } }]';
  expect(call(sections)).toBe('Hi | Hi | Hi | ended');
});

test('a goto without max jumps a hundred times', () => {
  const heard = call('main: [{ label: a }, { play: "say: Hi" }, { goto: a }]');
  expect(heard.split(' | ')).toHaveLength(102);
});

test('blocks of switch and cond fall through to what follows', () => {
  const sections = `
    main:
      - set: { tier: gold }
      - switch: { variable: tier, case: { gold: [{ play: "say: Gold" }] }, default: [{ play: "say: Other" }] }
      - cond: [{ when: "tier == 'silver'", then: [{ play: "say: No" }] }, { else: [{ play: "say: Else" }] }]
      - play: "say: After"`;
  expect(call(sections)).toBe('Gold | Else | After | ended');
});

test('the end of a section returns to execute, and that of main ends the call', () => {
  const sections = `
    main: [{ execute: { dest: sub, params: { x: 1 } } }, { play: "say: \${return_value} \${params.x}" }]
    sub: [{ play: "say: in \${params.x}" }, { return: "\${params.x + 1}" }, { play: "say: never" }]`;
  expect(call(sections)).toBe('in 1 | 2  | ended');
});

test('transfer never returns', () => {
  const sections = `
    main: [{ execute: one }, { play: "say: never" }]
    one: [{ transfer: two }]
    two: [{ play: "say: two" }]`;
  expect(call(sections)).toBe('two | ended');
});

test('max_digits is 1 by default, and a terminator is no part of the value', () => {
  const ask = (options: string) =>
    `main: [{ prompt: { play: "say: Ask" ${options} } }, { play: "say: [\${prompt_value}] \${prompt_result}" }]`;
  expect(call(ask(''), presses('12'))).toBe('Ask | [1] match_digits | ended');
  expect(call(ask(', max_digits: 4, terminators: "#"'), presses('12#'))).toBe(
    'Ask | [12] match_digits | ended',
  );
  expect(call(ask(', max_digits: 4'), silence)).toBe('Ask | [] no_input | ended');
});

test('any speech option turns keys off, unless an option for keys stands beside it', () => {
  const ask = (options: string) =>
    `main: [{ prompt: { play: "say: Ask", speech_hints: [sales] ${options} } }, { play: "say: \${prompt_result}" }]`;
  expect(call(ask(''), presses('1'))).toBe('Ask | no_match | ended');
  expect(call(ask(', max_digits: 1'), presses('1'))).toBe('Ask | match_digits | ended');
  expect(call(ask(''), { kind: 'says', words: 'Sales, please' })).toBe('Ask | match_speech | ended');
});

test('busy, no answer and failed share a way, and serial parties ring one after the other', () => {
  const sections = `
    main:
      - connect: { serial: [{ to: "+491" }, { to: "+4930555001" }, { to: "+4930555002" }] }
      - play: "say: \${connect_result}"`;
  const failed = call(
    sections,
    { kind: 'party', does: 'busy' },
    { kind: 'party', does: 'no_answer' },
    { kind: 'party', does: 'failed' },
  );
  expect(failed).toMatch(/^dials \S+ \| dials \+4930555001 \| dials \+4930555002 \| failed \| ended$/);
  expect(call(sections, { kind: 'party', does: 'talked' })).toMatch(/ \| connected \| ended$/);
});

test('a request keeps the types of its fields and its status', () => {
  const sections = `
    main:
      - set: { n: 2, t: "07" }
      - request: { url: "https://a.example/x?y=\${t}", method: POST, body: { n: "\${n + 1}", t: "\${t}" }, save_variables: true }
      - play: "say: \${request_result} \${request_response_code} \${request_response.a.b}"`;
  const sent = 'POST https://a.example/x {"y":"07","n":"3","t":"07"}';
  expect(call(sections, { kind: 'replies', reply: { status: 200, json: { a: { b: 5 } } } })).toBe(
    `${sent} | success 200 5 | ended`,
  );
  expect(call(sections, { kind: 'replies', reply: { status: 404, json: {} } })).toBe(
    `${sent} | failed 404  | ended`,
  );
  expect(call(sections, { kind: 'replies', reply: 'timeout' })).toBe(`${sent} | failed   | ended`);
});

test('a section that executes itself for ever ends', () => {
  expect(call('main: [{ play: "say: x" }, { execute: main }]').endsWith('unsupported execute')).toBe(true);
});

test('a document of a thousand statements is translated in less than a second of CPU', () => {
  const statements = Array.from({ length: 1_000 }, (_, at) => ({
    play: { url: `say: Text ${at} for \${vars.a${at % 7}}.` },
  }));
  const text = JSON.stringify({ sections: { main: [{ set: { a0: 1 } }, ...statements] } });
  const source = readSource({ file: 'large.json', text });
  if ('code' in source) throw new Error(source.message);
  const before = process.cpuUsage();
  const project = new Project(noAnswers);
  swml.translate([source], project);
  const { user, system } = process.cpuUsage(before);
  expect(project.nodes).toHaveLength(1_001);
  expect(user + system).toBeLessThan(1_000_000);
});
