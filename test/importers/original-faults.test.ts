/** What the report says of faults: they are the original's only if it has them without what was left to the author. */
import { describe, expect, test } from 'vitest';
import { importFlows, noAnswers } from '../../src/importers/index.ts';
import { renderReport, toPlainReport } from '../../src/importers/report/index.ts';

const importSwml = (text: string) =>
  importFlows([{ file: 'line.yaml', text }], { answers: noAnswers, limits: { depth: 4, paths: 200 } });

const reasonsOf = ({ losses }: ReturnType<typeof importSwml>) => losses.map(({ reason }) => reason);

describe('loops', () => {
  const loop = (on_the_way: string) =>
    importSwml(`
sections:
  main:
    - label: top
    - play: { url: 'say: Please speak after the tone.' }
    - ${on_the_way}
    - goto: { label: top }
`);

  test('a loop that goes round only through a stub comes from the stub', () => {
    const imported = loop('record: { beep: true }');
    expect(reasonsOf(imported)).toContain('LOOP_OF_STUB');
    expect(reasonsOf(imported)).not.toContain('ENDLESS_LOOP');
    expect(imported.flows[0]?.text).toContain('todo_way_back');
    expect(imported.flows[0]?.text).not.toContain('as in the original');
    expect(renderReport(imported)).not.toContain('The original had');
  });

  test('a loop without a stub is the original’s own', () => {
    const imported = loop('set: { a: 1 }');
    expect(reasonsOf(imported)).toContain('ENDLESS_LOOP');
    expect(reasonsOf(imported)).not.toContain('LOOP_OF_STUB');
    expect(imported.flows[0]?.text).toContain('todo_endless_loop');
  });
});

describe('other faults', () => {
  const imported = importSwml(`
sections:
  main:
    - prompt: { play: 'say: For news, press 1.', max_digits: 1 }
    - switch:
        variable: prompt_value
        case:
          '1': [{ play: { url: 'say: No news.' } }]
          '2': [{ play: { url: 'say: Please leave a message after the tone.' } }, { record: { beep: true } }]
    - hangup: {}
`);
  const comesFrom = (code: string) =>
    imported.flows.flatMap(({ faults }) =>
      faults.flatMap((fault) => (fault.diagnostic.code === code ? [fault.comesFrom] : [])),
    );

  test('what the original has beside a stub is noted as the original’s', () => {
    expect(comesFrom('choice-not-spoken')).toEqual(['original']);
    expect(imported.flows[0]?.text).toContain('# ringflow-ignore choice-not-spoken: as in the original');
    expect(renderReport(imported)).toContain('The original had');
  });

  test('what is gone once the stub is written comes from the stub', () => {
    expect(comesFrom('promise-not-kept')).toEqual(['stub']);
    expect(imported.flows[0]?.text).toContain(
      '# ringflow-ignore promise-not-kept: until the steps that are left to you are written',
    );
    expect(renderReport(imported)).toContain('1 fault can come from the steps that are left to you');
    expect(toPlainReport(imported).flows[0]?.faults).toContainEqual(
      expect.objectContaining({ code: 'promise-not-kept', comesFrom: 'stub' }),
    );
  });
});
