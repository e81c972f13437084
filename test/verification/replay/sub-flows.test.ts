/** Recorded calls of flows that run others, or go on with them for good. */
import { describe, expect, it } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import {
  exportScenario,
  previewCalls,
  renderPreview,
  summarize,
} from '../../../src/verification/replay/index.ts';
import { exported, lines } from './exported.ts';
import { callOf } from './recorded.ts';

const MAIN = `ringflow: 1
name: main
vars: { tier: none }
on: { error: sorry, end: note }
steps:
  hello: { say: Welcome. }
  pin: { run: { flow: ask, with: { greeting: Hello. }, save: { tier: tier } }, on: { denied: no } }
  told: { say: "You are \${vars.tier}.", next: hangup }
  no: { say: Denied. }
  away: { goto: { flow: farewell, with: { name: you } } }
  sorry: { say: Sorry., next: hangup }
  note: { outcome: noted, next: hangup }
`;

const ASK = `ringflow: 1
name: ask
params: { greeting: string }
vars: { tier: gold, pin: { type: string, secret: true } }
returns: { tier: vars.tier }
steps:
  hello: { say: "\${params.greeting}" }
  pin: { collect: { prompt: Your PIN., digits: 4, save: pin }, on: { exhausted: out } }
  right: { switch: [{ when: 'vars.pin == "4711"', goto: return }] }
  out: { return: denied }
`;

const FAREWELL = `ringflow: 1
name: farewell
params: { name: string, times: { type: int, default: 1 } }
on: { error: bye }
steps:
  bye: { say: "Goodbye to \${params.name}.", next: hangup }
`;

/** The compiled flow, with some of its text changed. */
function flow(from = '', to = ''): CompiledFlow {
  const files = [MAIN, ASK, FAREWELL].map((text, index) => ({
    file: `${String(index)}.flow.yaml`,
    text: from === '' ? text : text.replace(from, to),
  }));
  const [main] = files;
  const { flow: compiled, diagnostics } = main
    ? compileFlow(main, { others: createFlowCatalogue(files) })
    : { diagnostics: [] };
  if (compiled === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return compiled;
}

describe('a call of several flows is exported', () => {
  it('with what was heard and done in each, the right PIN among it', () => {
    expect(exported(flow(), `script: [waits: 5s, presses: '4711']`)).toBe(
      lines(`
      script:
        - hears: Welcome.
        - hears: Hello.
        - hears: Your PIN.
        - waits: 4066ms
        - presses: '4711' # made up: masked in the trace
        - hears: You are gold.
        - expects: { outcome: noted }
        - expects: { ended: normal }`),
    );
  });

  it('where one of them has taken over', () => {
    expect(exported(flow(), `script: [presses: '0815']`)).toBe(
      lines(`
      script:
        - hears: Welcome.
        - hears: Hello.
        - hears: Your PIN.
        - presses: '1234' # made up: masked in the trace
        - hears: Denied.
        - hears: Goodbye to you.
        - expects: { ended: normal }`),
    );
  });

  it('when the caller leaves inside of one', () => {
    expect(exported(flow(), `script: [hears: Your PIN., waits: 1s, hangs_up]`)).toBe(
      lines(`
      script:
        - hears: Welcome.
        - hears: Hello.
        - hears: Your PIN.
        - waits: 1s
        - hangs_up
        - expects: { outcome: noted }
        - expects: { ended: normal }`),
    );
  });
});

describe('parameters of an outbound call', () => {
  const WITH = MAIN.replace('vars:', 'params: { name: string }\nvars:').replace(
    'with: { name: you }',
    "with: { name: '${params.name}' }",
  );
  const begun = `scenarios: [{ name: a, start: { direction: outbound, params: { name: Ann } }, script: [presses: KEYS, waits: 1s] }]`;
  const placed = (keys: string) => callOf(flow(MAIN, WITH), begun.replace('KEYS', `'${keys}'`));

  it('are known as long as the flow has them', () => {
    const { call, flow: own } = placed('4711');
    expect(call.params).toEqual({ name: 'Ann' });
    expect(exportScenario(call, own).replayed).toEqual({ lateMs: 0 });
  });

  it('are not known any more once another flow has taken over, which the head says', () => {
    const { call, flow: own } = placed('0815');
    expect(call.params).toBeUndefined();
    const { text, replayed } = exportScenario(call, own);
    expect(text).toContain('params: { name: made-up }');
    expect(replayed.parting).toBeDefined();
    expect(text).toContain('The parameters of the call are no longer known: set them in start');
    const recording = { calls: [call], flows: new Map([[own.version, own]]) };
    expect([...previewCalls(recording, own)]).toMatchObject([{ kind: 'same' }]);
    expect([...previewCalls(recording, flow(MAIN, WITH.replace('Welcome.', 'Hi.')))]).toMatchObject([
      {
        kind: 'unknown',
        why: 'the new version needs the parameter name, which the call was not started with',
      },
    ]);
  });
});

describe('a preview of several flows', () => {
  const recorded = callOf(flow(), "scenarios: [{ name: a, script: [waits: 5s, presses: '4711'] }]");
  const on = (from: string, to: string) => {
    const recording = { calls: [recorded.call], flows: new Map([[recorded.flow.version, recorded.flow]]) };
    return renderPreview(summarize([...previewCalls(recording, flow(from, to))]), {
      name: 'main',
      version: 'v2',
    });
  };

  it('names the step of the flow that is run', () => {
    expect(on('Your PIN.', 'Your secret number.')).toContain(`at step ask.pin:
  1 call would hear something else:
  - hears "Your PIN."
  + hears "Your secret number."`);
  });

  it('sees what a flow that is run gives back', () => {
    expect(on('tier: gold', 'tier: silver')).toContain(`at step told:
  1 call would hear something else:
  - hears "You are gold."
  + hears "You are silver."`);
  });

  it('sees that the PIN is another one now', () => {
    expect(on('4711', '0000')).toContain('1 would end differently');
  });
});
