/** What the flow itself decides on is known (KNOWN-1); what is known and read by a condition tells situations apart (KNOWN-2). */
import { describe, expect, test } from 'vitest';
import { findKnownValues } from '../../../src/verification/prove/known-values.ts';
import type { KnownValues } from '../../../src/verification/prove/known-values.ts';
import type { CallContext } from '../../../src/call/index.ts';
import { flowWith, provable } from './proof-of.ts';

function knownIn(body: string, open: string[] = []): KnownValues {
  const { flow } = provable(flowWith(body));
  return findKnownValues(flow, flow, new Set(open));
}

const at = (vars: Record<string, unknown>) => ({ vars }) as unknown as CallContext;

const which = (condition: string) => `  which:
    switch: [{ when: '${condition}', goto: sorry }]
`;

describe('a variable is known', () => {
  test('that nothing sets', () => {
    expect(knownIn(`vars: { mode: day }\nsteps:\n${which('vars.mode == "day"')}`).vars).toEqual(['mode']);
  });

  test('that is set to a literal', () => {
    const known = knownIn(`vars: { mode: day }
steps:
  night: { set: { mode: night } }
${which('vars.mode == "day"')}`);
    expect(known.vars).toEqual(['mode']);
  });

  test('that is computed from known ones, with those', () => {
    const known = knownIn(`vars: { tries: 0, most: 3 }
steps:
  count: { set: { tries: '\${vars.tries + vars.most}' } }
${which('vars.tries > 9')}`);
    expect(known.vars).toEqual(['most', 'tries']);
  });

  test('on which a condition depends however indirectly, and no other', () => {
    const known = knownIn(`vars: { a: 1, b: 0, c: 0, unread: 0 }
steps:
  one: { set: { b: '\${vars.a + 1}' } }
  two: { set: { c: '\${vars.b + 1}' } }
  three: { set: { unread: '\${vars.c + 1}' } }
  four: { say: 'It is \${vars.unread}.' }
${which('vars.c > 1')}`);
    expect(known.vars).toEqual(['a', 'b', 'c']);
  });

  test('whose name stands in a text of a condition without being read there: not for that', () => {
    const known = knownIn(`vars: { mode: day, other: x }
steps:
  hear: { say: 'It is \${vars.other}.' }
${which('vars.mode == "vars.other"')}`);
    expect(known.vars).toEqual(['mode']);
  });
});

describe('a variable is open', () => {
  test.each([
    [
      'that a caller enters',
      `  ask:
    collect: { prompt: Please enter a digit., digits: 1, save: it }
    on: { exhausted: sorry }
`,
    ],
    [
      'that a web service answers',
      `  look:
    http: { get: 'https://crm.example.com/it', save: { it: '\${response.json.it}' } }
`,
    ],
    [
      'that comes in a message',
      `  wait_for:
    wait: { for: message, save: it, timeout: 1m }
    on: { timeout: sorry, failed: sorry }
`,
    ],
    ['that is computed from who calls', `  note: { set: { it: '\${call.from}' } }\n`],
    [
      'that is computed from an open one',
      `  first: { set: { other: '\${call.from}' } }\n  note: { set: { it: '\${vars.other}' } }\n`,
    ],
    [
      'in one of several places where it is set',
      `  ask:
    menu: { prompt: To go on press 1., choices: [{ key: 1, goto: fixed }] }
    on: { exhausted: note }
  fixed: { set: { it: x } , next: which }
  note: { set: { it: '\${call.to}' } }
`,
    ],
  ])('%s', (_what, steps) => {
    const known = knownIn(`vars: { it: '', other: '' }\nsteps:\n${steps}${which('vars.it == "7"')}`);
    expect(known.vars).toEqual([]);
    expect(known.evaluate('vars.it == "7"', at({ it: '7', other: '' }))).toBeUndefined();
  });

  test('that the search has found to take too many values', () => {
    const body = `vars: { tries: 0 }
steps:
  count: { set: { tries: '\${vars.tries + 1}' } }
${which('vars.tries > 100')}`;
    expect(knownIn(body).vars).toEqual(['tries']);
    expect(knownIn(body, ['tries']).vars).toEqual([]);
  });

  test('and so is all that is computed from one of those', () => {
    const body = `vars: { tries: 0, twice: 0 }
steps:
  count: { set: { tries: '\${vars.tries + 1}' } }
  double: { set: { twice: '\${vars.tries * 2}' } }
${which('vars.twice > 100')}`;
    expect(knownIn(body, ['tries']).vars).toEqual([]);
  });
});

describe('an expression', () => {
  const known = knownIn(`vars: { mode: day, tries: 2, who: '' }
steps:
  note: { set: { who: '\${call.from}' } }
${which('vars.mode == "day" && vars.tries > 1')}`);
  const context = at({ mode: 'day', tries: 2, who: '+49' });

  test.each<[string, unknown]>([
    ['vars.mode == "day"', true],
    ['vars.mode == "night"', false],
    ['vars.tries + 1 > 2 && vars.mode.startsWith("d")', true],
    ['true', true],
    ['"call" == "call"', true],
    ["vars.mode == 'env.MODE'", false],
  ])('%s has a value', (source, value) => {
    expect(known.evaluate(source, context)).toBe(value);
  });

  test.each([
    'call.from == "+49"',
    'vars.who == "+49"',
    'vars.mode == "day" && vars.who == "+49"',
    'error.code == "409"',
    'message.text == "yes"',
    'vars.nothing == 1',
    '1 / 0 > 2',
  ])('%s has none', (source) => {
    expect(known.evaluate(source, context)).toBeUndefined();
  });

  test('reads the values of the moment', () => {
    expect(known.evaluate('vars.tries > 1', at({ mode: 'day', tries: 0, who: '' }))).toBe(false);
  });
});

test('a setting is open: another place may set it otherwise', () => {
  const { flow } = provable(
    flowWith(`env: { MODE: { description: Day or night., default: day } }
steps:
${which('env.MODE == "day"')}`),
  );
  expect(findKnownValues(flow, flow).evaluate('env.MODE == "day"', at({}))).toBeUndefined();
});

describe('a parameter of a flow that is run', () => {
  const ring = `ringflow: 1
name: ring
params: { rounds: { type: int, default: 1 } }
vars: { round: 0 }
on: { error: sorry }
steps:
  again: { set: { round: '\${vars.round + 1}' } }
  which:
    switch: [{ when: vars.round < params.rounds, goto: again }]
    next: return
  sorry: { return: }
`;
  const knownFor = (steps: string) => {
    const text = flowWith(`vars: { many: 2 }\nsteps:\n${steps}`);
    const { flow } = provable(text, 'flow.yaml', [{ file: 'ring.yaml', text: ring }]);
    const part = Object.values(flow.flows).find(({ name }) => name === 'ring');
    if (part === undefined) throw new Error('the flow is not run');
    return findKnownValues(part, flow);
  };
  const context = { vars: { round: 2 }, params: { rounds: 2 } } as unknown as CallContext;

  test('is known where each step gives it a constant or nothing', () => {
    const known = knownFor(
      '  a: { run: { flow: ring, with: { rounds: 2 } } }\n  b: { run: { flow: ring } }\n',
    );
    expect(known.evaluate('vars.round < params.rounds', context)).toBe(false);
    expect(known.vars).toEqual(['round']);
  });

  test('is open where one of them gives it a value of the call', () => {
    const known = knownFor(
      "  a: { run: { flow: ring, with: { rounds: 2 } } }\n  b: { run: { flow: ring, with: { rounds: '${vars.many}' } } }\n",
    );
    expect(known.evaluate('vars.round < params.rounds', context)).toBeUndefined();
  });

  test('is open when the flow answers by itself', () => {
    const { flow } = provable(ring);
    expect(findKnownValues(flow, flow).evaluate('vars.round < params.rounds', context)).toBeUndefined();
  });
});
