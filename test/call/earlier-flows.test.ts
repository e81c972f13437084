/** Flows that an earlier release has compiled and that calls still run. */
import { describe, expect, test } from 'vitest';
import { runnable } from '../../src/call/index.ts';
import { compileFlow, createFlowCatalogue } from '../../src/language/compiler/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';
import { Script } from './script.ts';

const FILES = [
  `ringflow: 1
name: main
on: { error: sorry }
vars: { who: nobody, again: nobody, tier: none }
tables: { people: { '1': Anna, '2': Bert } }
steps:
  find: { lookup: { table: people, key: '2', save: { who: value, again: value } }, on: { not_found: sorry } }
  run: { run: { flow: inner, save: { tier: level } } }
  found: { say: "\${vars.who}, \${vars.again}, \${vars.tier}.", next: hangup }
  sorry: { say: Sorry. }
`,
  'ringflow: 1\nname: inner\nreturns: { level: \'"gold"\' }\nsteps: { on: { outcome: seen } }\n',
].map((text, index) => ({ file: `${index}.yaml`, text }));

function compile(): CompiledFlow {
  const [main] = FILES;
  const { flow, diagnostics } = compileFlow(main!, { others: createFlowCatalogue(FILES) });
  if (flow === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return flow;
}

/** Replaces `values`, a map from variables, by `save`, a map to variables. */
function toEarlierForm(flow: CompiledFlow): CompiledFlow {
  const text = JSON.stringify(flow, (_, value: unknown): unknown => {
    const { values, ...others } = (value ?? {}) as { values?: unknown };
    const isMap = typeof values === 'object' && values !== null && !Array.isArray(values);
    return isMap
      ? {
          ...others,
          save: Object.fromEntries(
            Object.entries(values as Record<string, string>).map(([name, value]) => [value, name]),
          ),
        }
      : value;
  });
  return JSON.parse(text) as CompiledFlow;
}

function heardOn(flow: CompiledFlow): string | undefined {
  const call = new Script(runnable(flow));
  call.incoming();
  call.connected();
  return call.told.at(-1);
}

describe('what lookup and run save', () => {
  test('may be kept in several variables', () => {
    expect(heardOn(compile())).toBe('play Bert, Bert, gold.');
  });

  test('is kept by a flow that names the variable last', () => {
    expect(heardOn(toEarlierForm(compile()))).toBe('play nobody, Bert, gold.');
  });
});
