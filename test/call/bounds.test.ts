/** The bounds of a call's values and work: what just fits, what is one too many, and where the flow goes then. */
import { describe, expect, test } from 'vitest';
import { readParams } from '../../src/call/index.ts';
import type { CallRecord, Note } from '../../src/call/index.ts';
import { BOUNDS } from '../../src/language/model/index.ts';
import { callOn } from './script.ts';
import type { Script } from './script.ts';
import { started } from './several-flows.ts';

/** The codes of all failures that the trace names. */
function codes({ notes }: Pick<Script, 'notes'>): string[] {
  return notes.flatMap((note: Note) => (note.kind === 'failed' ? [note.code] : []));
}

/** A call that is asked to press a key, with other values than its flow gives its variables. */
function waiting(yaml: string, change: (record: CallRecord) => CallRecord): Script {
  const call = callOn(yaml);
  call.incoming();
  call.connected();
  if (call.last === undefined) throw new Error('the call has not begun');
  call.last = { ...call.last, record: change(call.record) };
  return call;
}

const withVars = (vars: Record<string, string>) => (record: CallRecord) => ({
  ...record,
  context: { ...record.context, vars: { ...record.context.vars, ...vars } },
});

const ask =
  'ask: { menu: { prompt: Press 1., choices: [{ key: 1, goto: work }] }, on: { exhausted: hangup } }';

describe('a text', () => {
  const joining = `
    vars: { a: x, b: x, out: none }
    on: { error: sorry }
    steps:
      ${ask}
      work: { set: { out: "\${vars.a + vars.b}" }, on: { failed: long }, next: hangup }
      long: { say: "Too long: \${error.code}.", next: hangup }
      sorry: { say: Sorry., next: hangup }
  `;
  const half = 'x'.repeat(BOUNDS.textChars / 2);

  test('of the largest size is kept', () => {
    const call = waiting(joining, withVars({ a: half, b: half }));
    call.presses('1');
    expect(String(call.record.context.vars.out)).toHaveLength(BOUNDS.textChars);
  });

  test('that is one character longer is the outcome "failed", and not kept', () => {
    const call = waiting(joining, withVars({ a: half, b: `${half}x` }));
    call.presses('1');
    expect(call.told.at(-1)).toBe('play Too long: value_too_large.');
    expect(call.record.context.vars.out).toBe('none');
    expect(codes(call)).toEqual(['value_too_large']);
  });

  test.each([
    ['a template', '"${vars.a}${vars.b}"'],
    ['a literal beside expressions', '"x${vars.a}${vars.b.substring(1)}"'],
  ])('from %s counts as a whole', (_what, value) => {
    const flow = joining.replace('"${vars.a + vars.b}"', value);
    const call = waiting(flow, withVars({ a: half, b: `${half}x` }));
    call.presses('1');
    expect(codes(call)).toEqual(['value_too_large']);
    const fits = waiting(flow, withVars({ a: half, b: half }));
    fits.presses('1');
    expect(codes(fits)).toEqual([]);
  });

  test('that doubles with each step stops where it is too long, whatever the number of steps', () => {
    const steps = Array.from(
      { length: 40 },
      (_, index) => `s${index}: { set: { s: "\${vars.s + vars.s}" } }`,
    );
    const call = callOn(`
      vars: { s: "0123456789" }
      on: { error: sorry }
      steps:
        ${steps.join('\n        ')}
        sorry: { say: "Sorry: \${error.code} in \${error.step}.", next: hangup }
    `);
    call.incoming();
    call.connected();
    expect(call.told.at(-1)).toBe('play Sorry: value_too_large in s12.');
    expect(JSON.stringify(call.record).length).toBeLessThan(BOUNDS.recordChars);
  });

  test('of a prompt counts with all of its parts', () => {
    const flow = `
      vars: { a: x }
      on: { error: sorry }
      steps:
        ${ask}
        work: { say: ["\${vars.a}", "\${vars.a}"], on: { failed: long }, next: hangup }
        long: { say: "Too long: \${error.code}.", next: hangup }
        sorry: { say: Sorry., next: hangup }
    `;
    const call = waiting(flow, withVars({ a: `${half}x` }));
    call.presses('1');
    expect(call.told.at(-1)).toBe('play Too long: value_too_large.');
    const fits = waiting(flow, withVars({ a: half }));
    fits.presses('1');
    expect(codes(fits)).toEqual([]);
  });

  test('of a notification is cut', () => {
    const call = waiting(joining, (record) => record);
    call.presses('7'.repeat(BOUNDS.textChars + 5));
    const [event] = [call.last?.trace.event];
    expect(event?.type === 'digits' && event.digits.length).toBe(BOUNDS.textChars);
  });
});

describe('all variables', () => {
  const flow = `
    vars: { a: x, b: x, c: x, d: x, out: "" }
    on: { error: sorry }
    steps:
      ${ask}
      work: { set: { out: "\${vars.a.substring(0, SIZE)}" }, next: hangup }
      sorry: { say: "Sorry: \${error.code}.", next: hangup }
  `;
  const filled = {
    a: 'x'.repeat(BOUNDS.textChars),
    b: 'x'.repeat(BOUNDS.textChars),
    c: 'x'.repeat(BOUNDS.textChars),
    d: 'x'.repeat(BOUNDS.textChars - 10),
  };
  const pressed = (size: number, vars: Record<string, string> = filled) => {
    const call = waiting(flow.replace('SIZE', String(size)), withVars(vars));
    call.presses('1');
    return call;
  };

  test('may have the largest size together', () => {
    const call = pressed(10);
    expect(codes(call)).toEqual([]);
    expect(call.record.context.vars.out).toHaveLength(10);
  });

  test('are not given what makes them larger', () => {
    const call = pressed(11);
    expect(call.told.at(-1)).toBe('play Sorry: variables_too_large.');
    expect(call.record.context.vars.out).toBe('');
  });

  test('of a call that was stored when they could be larger may shrink', () => {
    const before = { ...filled, d: 'x'.repeat(2 * BOUNDS.textChars), out: 'y'.repeat(300) };
    const call = pressed(200, before);
    expect(codes(call)).toEqual([]);
    expect(call.record.context.vars.out).toHaveLength(200);
  });

  test.each([
    [10, []],
    [11, ['variables_too_large', 'variables_too_large']],
  ])('count those of flows that wait: with %i characters more the failures are %j', (size, expected) => {
    const main = `
name: main
vars: { a: x, b: x, c: x, d: x }
on: { error: sorry }
steps:
  ask: { menu: { prompt: Press 1., choices: [{ key: 1, goto: work }] }, on: { exhausted: hangup } }
  work: { run: { flow: inner }, next: bye }
  bye: { say: "\${vars.a}\${vars.b}\${vars.c}\${vars.d}", next: hangup }
  sorry: { say: "Sorry: \${error.code}.", next: hangup }
`;
    const inner = `
name: inner
vars: { long: "" }
steps:
  fill: { set: { long: "${'x'.repeat(size)}" } }
  ask: { menu: { prompt: "Press 2. \${vars.long}", choices: [{ key: 2, goto: ask }] }, on: { exhausted: return } }
`;
    const call = started(main, inner);
    if (call.last === undefined) throw new Error('the call has not begun');
    call.last = { ...call.last, record: withVars(filled)(call.record) };
    call.presses('1');
    expect(codes(call)).toEqual(expected);
  });
});

describe('the parameters of a call', () => {
  const flow = callOn(`
    params: { a: { type: string }, b: { type: string, default: "" } }
    steps:
      hello: { say: "Hello \${params.a}\${params.b}." }
  `).flow.flow;

  test('are texts of the largest size', () => {
    expect(readParams(flow, { a: 'x'.repeat(BOUNDS.textChars) }).ok).toBe(true);
    expect(readParams(flow, { a: 'x'.repeat(BOUNDS.textChars + 1) })).toEqual({
      ok: false,
      problems: ['parameter "a" has 65537 characters; expected at most 65536'],
    });
  });
});

describe('the work of one event', () => {
  const circle = (body: string) => `
    vars: { n: 0, s: "0123456789" }
    limits: { steps: 10000 }
    on: { error: sorry }
    steps:
      count: { set: { n: "\${vars.n + 1}", s: "\${vars.s}" }, on: { failed: mend } }
      again: { switch: [{ when: "${body} && vars.n >= 0", goto: count }], on: { failed: mend }, next: hangup }
      mend: { set: { n: 0 }, next: count }
      sorry: { say: "Sorry: \${error.code}.", next: hangup }
  `;

  test('ends a circle of steps that waits for nothing on the error path, whatever edges its steps have', () => {
    const call = callOn(circle('vars.n >= 0'));
    call.incoming();
    call.connected();
    expect(call.told.at(-1)).toMatch(/^play Sorry: limit_(work|trace)\.$/);
    expect(call.record.context.steps).toBeLessThan(3_000);
  });

  test('counts what expressions compute', () => {
    const call = callOn(circle("'0123456789'.split('').map(x, x + vars.s).join() != ''"));
    call.incoming();
    call.connected();
    expect(call.told.at(-1)).toBe('play Sorry: limit_work.');
    expect(call.record.context.steps).toBeLessThan(1_500);
  });

  test('begins anew with the next event', () => {
    const call = callOn(
      `
      vars: { n: 0 }
      steps:
        count: { set: { n: "\${vars.n + 1}" } }
        again: { switch: [{ when: "vars.n % 1000 != 0", goto: count }] }
        ask: { menu: { prompt: Press 1., choices: [{ key: 1, goto: count }] }, on: { exhausted: hangup } }
      limits: { steps: 10000 }
      on: { error: sorry }
    `.replace('on: { error: sorry }', ''),
    );
    call.incoming();
    call.connected();
    for (const _press of [1, 2, 3]) call.presses('1');
    expect(codes(call)).toEqual([]);
    expect(call.record.context.vars.n).toBe(4_000);
  });

  test('costs the same whether the way is known or not (I2)', () => {
    const [first, other] = [callOn(circle('vars.n >= 0')), callOn(circle('vars.n >= 0'))];
    const begun = first.incoming();
    expect(other.incoming()).toEqual(begun);
    expect(other.incoming()).toEqual(begun);
  });
});

describe('the trace of one event', () => {
  test('shows of a long value what its length is', () => {
    const call = waiting(
      `
      vars: { a: x, out: "" }
      steps:
        ${ask}
        work: { set: { out: "\${vars.a}" }, next: hangup }
    `,
      withVars({ a: 'x'.repeat(BOUNDS.shownChars + 1) }),
    );
    call.presses('1');
    const set = call.notes.find((note) => note.kind === 'set');
    expect(set).toEqual({
      kind: 'set',
      variable: 'out',
      value: `${'x'.repeat(BOUNDS.shownChars)}… (${BOUNDS.shownChars + 1} characters)`,
    });
  });

  test('is bounded, and what would be too much for it is not done', () => {
    const values = Array.from({ length: 150 }, (_, index) => `v${index}: "\${vars.a}"`).join(', ');
    const declared = Array.from({ length: 150 }, (_, index) => `v${index}: ""`).join(', ');
    const call = waiting(
      `
      vars: { a: x, ${declared} }
      on: { error: sorry }
      steps:
        ${ask}
        work: { set: { ${values} }, next: more }
        more: { set: { ${values} }, next: hangup }
        sorry: { say: "Sorry: \${error.code}.", next: hangup }
    `,
      withVars({ a: 'x'.repeat(1_700) }),
    );
    call.presses('1');
    expect(call.told.at(-1)).toBe('play Sorry: limit_trace.');
    expect(JSON.stringify(call.last?.trace).length).toBeLessThan(1.2 * BOUNDS.notesChars);
  });
});

describe('a record', () => {
  const flow = `
    vars: { a: x, out: "" }
    steps:
      ${ask}
      work: { set: { out: "\${vars.a.upperAscii().lowerAscii()}" }, next: more }
      more: { menu: { prompt: Press 1., choices: [{ key: 1, goto: work }] }, on: { exhausted: hangup } }
  `;
  const half = 'x'.repeat(BOUNDS.textChars / 2);
  const withName = (chars: number) => (record: CallRecord) => ({
    ...withVars({ a: half })(record),
    context: { ...withVars({ a: half })(record).context, milestones: ['m'.repeat(chars)] },
  });
  /** Of everything else in the record after the key. */
  const rest = () => {
    const call = waiting(flow, withName(0));
    call.takesPlays = false;
    call.presses('1');
    return JSON.stringify({ ...call.record, context: { ...call.record.context, out: null } }).length;
  };

  test('of the largest size is kept', () => {
    const call = waiting(flow, withName(BOUNDS.recordChars - rest()));
    call.presses('1');
    expect(call.record.endedAt).toBeUndefined();
  });

  test('that would be larger ends the call, and is not kept', () => {
    const call = waiting(flow, withName(BOUNDS.recordChars - rest() + 1));
    call.presses('1');
    expect(codes(call)).toEqual(['record_too_large']);
    expect(call.told.at(-1)).toBe('hangup');
    expect(call.record).toMatchObject({ endedAt: 0, context: { vars: { out: '' } } });
  });

  test('that was stored when it could be larger goes on, and ends in order', () => {
    const call = waiting(flow, withName(2 * BOUNDS.recordChars));
    call.disconnected();
    expect(call.record.endedAt).toBe(0);
    expect(codes(call)).toEqual([]);
  });
});
