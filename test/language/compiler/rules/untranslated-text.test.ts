/** In which languages callers come to a flow that others lead to. */
import { describe, expect, test } from 'vitest';
import { checkFlow, createFlowCatalogue } from '../../../../src/language/compiler/index.ts';

const farewell = flow('farewell', '  bye: { say: Goodbye., next: hangup }\n');

function flow(name: string, steps: string): string {
  return `ringflow: 1\nname: ${name}\nlanguages: [en-US, de-DE]\non: { error: over }\nsteps:\n${steps}  over: { hangup: }\n`;
}

/** How often it is told of the first of these flows that callers of two languages hear the same. */
function told(...texts: string[]): number {
  const files = texts.map((text, index) => ({ file: `${index}.yaml`, text }));
  const [first = { file: '', text: '' }] = files;
  const { diagnostics } = checkFlow(first, { others: createFlowCatalogue(files) });
  return diagnostics.filter(({ code }) => code === 'untranslated-text').length;
}

describe('a text in a flow of two languages', () => {
  test('is for the callers of the first one, where no other flow is known', () => {
    expect(told(farewell)).toBe(0);
    expect(told(farewell, flow('desk', '  hello: { goto: { flow: other } }\n'))).toBe(0);
  });

  test.each(['run', 'goto'])('is heard in both where another flow leads to it by %s', (verb) => {
    expect(told(farewell, flow('desk', `  hello: { ${verb}: { flow: farewell } }\n`))).toBe(1);
  });

  test('is heard in both where the step that leads to it stands in an imported file', () => {
    const desk = flow('desk', '  hello: { hangup: }\n').replace('on:', 'imports: [./steps.yaml]\non:');
    const files = [
      { file: 'farewell.yaml', text: farewell },
      {
        file: 'desk.yaml',
        text: desk,
        read: () => 'ringflow: 1\nsteps:\n  end: { goto: { flow: farewell } }\n',
      },
    ];
    const { diagnostics } = checkFlow(
      { file: 'farewell.yaml', text: farewell },
      { others: createFlowCatalogue(files) },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['untranslated-text']);
  });

  test('is heard in both where the flow leads to itself', () => {
    expect(told(flow('again', '  hello: { say: Hello. }\n  more: { goto: { flow: again } }\n'))).toBe(1);
  });
});
