/** R6 across flows: no way of running one another takes a call past its limits, or leaves the caller on the line. */
import { describe, expect, test } from 'vitest';
import { runnable } from '../../src/call/index.ts';
import { compileFlow, createFlowCatalogue } from '../../src/language/compiler/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';
import { Script } from './script.ts';
import { callOn, started } from './several-flows.ts';

/** Lets the call go its way, as a caller who listens and does nothing, until it hangs up. */
function untilHangUp(call: Script): Script {
  for (let events = 0; events < 1_000 && call.told.at(-1) !== 'hangup'; events += 1) {
    if (call.record.endedAt !== undefined) throw new Error('the call is over, and nobody hung up');
    if (call.state.endsWith('.speaking')) call.played();
    else call.timer();
  }
  return call;
}

const child = `
name: child
steps:
  hello: { say: Hello., next: return }
`;

describe('R6: limits.steps', () => {
  test('R6: ends two flows that go to each other for ever', () => {
    const here = `
name: here
limits: { steps: 5 }
steps:
  look: { switch: [{ when: 'call.from == ""', goto: hangup }] }
  go: { goto: { flow: there } }
`;
    const there = `
name: there
steps:
  go: { goto: { flow: here } }
`;
    const call = callOn(here, there);
    call.incoming();
    expect(call.told).toEqual(['hangup']);
    expect(call.record.context).toMatchObject({ steps: 6, error: { code: 'limit_steps' } });
  });

  test.each([
    ['goes to the error path', '{ error: sorry }', ['play Hello.', 'play Sorry.', 'hangup']],
    ['hangs up where there is none', '{}', ['play Hello.', 'hangup']],
  ])('R6: reached by a step that runs a flow, %s', (_fact, on, told) => {
    const main = `
name: main
limits: { steps: 2 }
on: ${on}
steps:
  first: { run: { flow: child }, on: { failed: hangup } }
  second: { run: { flow: child }, on: { failed: hangup }, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;
    const call = untilHangUp(started(main, child));
    expect(call.told.slice(1)).toEqual(told);
    expect(call.record.context.error).toMatchObject({ code: 'limit_steps', step: 'second' });
    call.disconnected();
    expect(call.record.endedAt).toBeDefined();
  });

  test('R6: lets no request be made by the step that was one too many', () => {
    const call = started(`
name: main
limits: { steps: 1 }
on: { error: sorry }
steps:
  hello: { say: Hello. }
  pay: { http: { post: "https://pay.test", json: { amount: 1 } }, next: hangup }
  sorry: { say: Sorry., next: hangup }
`);
    expect(call.played().requests).toEqual([]);
    expect(call.told.at(-1)).toBe('play Sorry.');
  });
});

describe('R6: limits.duration', () => {
  const MINUTE = 60_000;
  const asking = (on: string) => `
name: asking
${on}
steps:
  ask: { menu: { prompt: Press 1., choices: [{ key: 1, goto: ask }], attempts: 20 }, on: { exhausted: return } }
  done: { return: }
`;

  test.each([
    ['has an error path of its own', 'on: { error: done }'],
    ['has none', ''],
  ])('R6: has the call hung up after one more minute, though a flow is run that %s', (_fact, on) => {
    const main = `
name: main
limits: { duration: 1m, steps: 5000 }
steps:
  again: { run: { flow: asking }, on: { failed: again }, next: again }
`;
    const call = untilHangUp(started(main, asking(on)));
    expect(call.at).toBe(2 * MINUTE);
    const codes = call.notes.flatMap((note) => (note.kind === 'failed' ? [note.code] : []));
    expect(new Set(codes)).toEqual(new Set(['limit_duration']));
  });
});

describe('a finalizer (R5)', () => {
  const finalizing = (tidy: string) => `
name: main
vars: { noted: false }
on: { error: bye, end: tidy }
steps:
  hello: { say: Hello., next: hangup }
  bye: { say: Bye., next: hangup }
  tidy: ${tidy}
  note: { set: { noted: true }, next: hangup }
`;

  const compiled = (...texts: string[]): CompiledFlow => {
    const files = texts.map((text, index) => ({ file: `${index}.yaml`, text: `ringflow: 1\n${text}` }));
    const [first = { file: '', text: '' }] = files;
    const { flow } = compileFlow(first, { others: createFlowCatalogue(files) });
    if (flow === undefined) throw new Error('it does not compile');
    return flow;
  };

  /** As from a compiler that does not look into the flows that finalizers run. */
  const unchecked = (tidy: string): Script => {
    const harmless = 'name: child\nsteps:\n  done: { return: }\n';
    const flow = { ...compiled(finalizing(tidy), harmless), flows: { child: compiled(child) } };
    const call = new Script(runnable(flow));
    call.incoming();
    call.connected();
    return call;
  };

  test('waits for nobody where a flow that it runs needs a living call, and goes on', () => {
    const call = unchecked('{ run: { flow: child }, on: { failed: hangup } }');
    const { trace, commands } = call.disconnected();
    expect(commands).toEqual([]);
    expect(call.record).toMatchObject({ endedAt: 0, context: { vars: { noted: true } } });
    expect(trace.notes).toContainEqual({ kind: 'nobody_there' });
  });

  test('ends where a flow that it goes to needs one', () => {
    const call = unchecked('{ goto: { flow: child } }');
    call.disconnected();
    expect(call.record).toMatchObject({ endedAt: 0, context: { flow: 'child' } });
  });
});

describe('a value that cannot be given back', () => {
  const failing = (on: string) => `
name: failing
vars: { n: 0 }
${on}
returns: { x: "1 / vars.n" }
steps:
  count: { set: { n: 0 }, next: return }
  mend: { set: { n: 1 }, next: return }
`;
  const main = `
name: main
vars: { x: 7 }
on: { error: sorry }
steps:
  go: { run: { flow: failing, save: { x: x } }, on: { failed: sorry } }
  ok: { say: "Value \${vars.x}.", next: hangup }
  sorry: { say: "Sorry: \${error.code} in \${error.step}.", next: hangup }
`;

  test('is a failure of the step that runs the flow (R6)', () => {
    expect(started(main, failing('')).told.at(-1)).toBe('play Sorry: expression in go.');
  });

  test('takes the error path of the flow first', () => {
    expect(started(main, failing('on: { error: mend }')).told.at(-1)).toBe('play Value 1.');
  });
});
