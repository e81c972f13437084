/** Flows that run one another are compiled together, and are as sound as the least sound of them. */
import { describe, expect, test } from 'vitest';
import { checkFlow, compileFlow, createFlowCatalogue } from '../../../../src/language/compiler/index.ts';

const head = 'ringflow: 1\non: { error: ended }\n';
const end = '  ended: { return: }\n';

function run(name: string, flow: string): string {
  return `${head}name: ${name}\nsteps:\n  go: { run: { flow: ${flow} }, next: return }\n${end}`;
}

/** Compiles the first of these flows, which can run the others. */
function compiled(...texts: string[]) {
  const files = texts.map((text, index) => ({ file: `${index}.yaml`, text }));
  const [first = { file: '', text: '' }] = files;
  const others = createFlowCatalogue(files);
  const { flow, diagnostics } = compileFlow(first, { others });
  expect(checkFlow(first, { others }).diagnostics).toEqual(diagnostics);
  return { flow, told: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

describe('a flow that is run', () => {
  test.each([
    [
      'speaks a secret',
      'vars: { pin: { type: string, secret: true } }\nsteps:\n  go: { say: "${vars.pin}", next: return }\n',
    ],
    ['leads nowhere', 'steps:\n  go: { say: Hi., next: nowhere }\n'],
    ['has a misspelt verb', 'steps:\n  go: { sayy: Hi. }\n'],
    ['has a broken expression', 'steps:\n  go: { say: "${vars.", next: return }\n'],
    ['runs one that does not exist', 'steps:\n  go: { run: { flow: nobody }, next: return }\n'],
  ])('and %s keeps the one that runs it from service', (_, steps) => {
    const { flow, told } = compiled(run('main', 'child'), `${head}name: child\n${steps}${end}`);
    expect(flow).toBeUndefined();
    expect(told).toEqual(['broken-flow: the flow "child", which this step runs, has errors']);
  });

  test('and has errors is told at the step that leads to it, however far away', () => {
    const broken = `${head}name: last\nsteps:\n  go: { sayy: Hi. }\n${end}`;
    const { flow, told } = compiled(run('main', 'child'), run('child', 'last'), broken);
    expect(flow).toBeUndefined();
    expect(told).toEqual(['broken-flow: the flow "last", which "child" runs, has errors']);
  });

  test('and runs the one that runs it is compiled with it once', () => {
    const ask = '  ask: { collect: { prompt: Hi., digits: 1, save: n }, on: { exhausted: ended } }\n';
    const child = run('child', 'main').replace('steps:\n', `vars: { n: "" }\nsteps:\n${ask}`);
    const { flow } = compiled(run('main', 'child'), child);
    expect(Object.keys(flow?.flows ?? {})).toEqual(['child']);
  });
});

describe('a circle of flows', () => {
  const goes = (name: string, to: string, before = '') =>
    `ringflow: 1\nname: ${name}\nsteps:\n${before}  go: { goto: { flow: ${to} }, on: { failed: hangup } }\n`;
  const loops = (told: string[]) => told.filter((one) => one.startsWith('loop-without-input'));
  const never =
    'loop-without-input: the call never leaves the flow "child" and the flows that it leads to, and nobody is asked there';
  const menu =
    '  ask: { menu: { prompt: Press 1., choices: [{ key: 1, goto: go }] }, on: { exhausted: go } }\n';

  test.each([
    ['that go to one another', goes('main', 'child'), goes('child', 'main')],
    ['that only speak', goes('main', 'child', '  hi: { say: Hi. }\n'), goes('child', 'main')],
    ['of which one is run', run('main', 'child'), goes('child', 'main')],
    ['further on', goes('main', 'child'), goes('child', 'last'), goes('last', 'child')],
  ])('%s is never left', (_, ...flows) => {
    expect(loops(compiled(...flows).told)).toEqual([never]);
  });

  test.each([
    ['that ask the caller', goes('main', 'child', menu), goes('child', 'main')],
    ['that ask the caller further on', goes('main', 'child'), goes('child', 'main', menu)],
    [
      'that one of them leaves',
      goes('main', 'child'),
      goes('child', 'main', '  look: { switch: [{ when: \'call.from == ""\', goto: return }] }\n'),
    ],
  ])('%s is left', (_, ...flows) => {
    expect(loops(compiled(...flows).told)).toEqual([]);
  });

  test('of a step that runs a flow which asks nobody is one without input', () => {
    const main =
      'ringflow: 1\nname: main\nsteps:\n  go: { run: { flow: child }, next: go, on: { failed: hangup } }\n';
    const says =
      'ringflow: 1\nname: child\nsteps:\n  hi: { say: Hi., next: return, on: { failed: return } }\n';
    expect(loops(compiled(main, says).told)).toEqual([
      'loop-without-input: the call never leaves the loop "go" -> "go"',
    ]);
    const asks =
      says.replace('next: return', 'next: ask') +
      menu.replaceAll('go', 'hi').replace('exhausted: hi', 'exhausted: return');
    expect(loops(compiled(main, asks).told)).toEqual([]);
  });
});

describe('the finalizer', () => {
  const main = (flow: string) =>
    `ringflow: 1\nname: main\non: { error: bye, end: tidy }\nsteps:\n  bye: { hangup: }\n  tidy: { run: { flow: ${flow} }, on: { failed: hangup }, next: hangup }\n`;
  const says = `${head}name: last\nsteps:\n  hi: { say: Hi., next: return }\n${end}`;
  const media =
    'media-after-end: step "tidy" (run) leads to the step "hi" of the flow "last", which needs a live call, but it can run after the call has ended, on the path from "tidy"';

  test('runs no flow that needs a living call, however far away', () => {
    expect(compiled(main('last'), says).told).toEqual([media]);
    expect(compiled(main('child'), run('child', 'last'), says).told).toEqual([media]);
  });

  test('runs flows that need none', () => {
    const sets = `${head}name: last\nvars: { n: 0 }\nsteps:\n  hi: { set: { n: "\${vars.n + 1}" }, next: return }\n${end}`;
    expect(compiled(main('last'), sets).told).toEqual([]);
  });
});

describe('an outcome', () => {
  const goes = (name: string, to: string) =>
    `${head}name: ${name}\nsteps:\n  go: { goto: { flow: ${to} } }\n${end}`;
  const vip = `${head}name: last\nsteps:\n  go: { hours: week, on: { closed: ended, holiday: vip } }\n  ended: { goto: { flow: child } }\n  vip: { return: vip }\nhours: { week: { timezone: UTC, weekly: { mon: "09:00-17:00" } } }\n`;

  test('of a flow that the one that is run goes to has to be routed', () => {
    const { told } = compiled(run('main', 'child'), goes('child', 'last'), vip);
    expect(told).toContain('outcome-without-edge: step "go" does not say where "vip" leads');
  });

  test('is not called failed, which is what a step does', () => {
    const { told } = compiled(`${head}name: main\nsteps:\n  ended: { return: failed }\n`);
    expect(told).toMatchObject([expect.stringContaining('bad-value: "failed" is reserved for')]);
  });
});

describe('a setting of several flows', () => {
  const child = (declared: string) =>
    `${head}name: child\nenv: { MODE: ${declared} }\nsteps:\n  go: { switch: [{ when: 'env.MODE == ""', goto: ended }], next: return }\n${end}`;
  const main = (declared: string) =>
    run('main', 'child').replace(
      'steps:\n',
      `env: { MODE: ${declared} }\nsteps:\n  look: { switch: [{ when: 'env.MODE == ""', goto: ended }] }\n`,
    );

  test.each([
    ['{ description: Its key. }', '{ secret: true }', 'declares the setting "MODE" secret, others do not'],
    ['{ secret: true }', '{ description: Its key. }', 'declares the setting "MODE" not secret, others do'],
    ['{ default: a }', '{ default: b }', 'gives the setting "MODE" another default'],
  ])('that is %s in one and %s in the other is told', (own, others, difference) => {
    const { flow, told } = compiled(main(own), child(others));
    expect(flow).toBeUndefined();
    expect(told).toEqual([`conflicting-setting: the flow "child", which this step runs, ${difference}`]);
  });

  test('may have its default in one of them alone', () => {
    expect(compiled(main('{ secret: true }'), child('{ secret: true, default: a }')).told).toEqual([]);
  });
});
