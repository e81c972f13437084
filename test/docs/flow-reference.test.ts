/** docs/flow-reference.md is made from the schemas; this is what makes it so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flowReference, referencePath } from '../../scripts/generate-reference.ts';
import { prose, table } from '../../scripts/reference/markdown.ts';
import { described, rowsOf } from '../../scripts/reference/properties.ts';
import { typeInWords } from '../../scripts/reference/types.ts';
import { splitDescription } from '../../src/authoring/lsp/outcome-meanings.ts';
import { compileFlow, createFlowCatalogue } from '../../src/language/compiler/index.ts';
import { verbs } from '../../src/language/compiler/verbs/index.ts';

const page = readFileSync(join(import.meta.dirname, '../..', referencePath), 'utf8');

const sections = new Map(
  page.split(/^### /m).map((section) => {
    const [title = '', ...body] = section.split('\n');
    return [title, body.join('\n')];
  }),
);

/** Examples may run one another. */
const examples = join(import.meta.dirname, '../../docs/examples');
const others = createFlowCatalogue(
  readdirSync(examples).map((file) => ({ file, text: readFileSync(join(examples, file), 'utf8') })),
);

/** The section in whose title a verb stands. */
function sectionOf(verb: string): string {
  const title = [...sections.keys()].find((one) => one.split(', ').includes(verb));
  return sections.get(title ?? '') ?? '';
}

test('the page is up to date (npm run generate)', () => {
  expect(page).toBe(flowReference());
});

test('what it links to on itself is there', () => {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(/[,()]/g, '').replaceAll(' ', '-'),
  );
  const links = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

describe.each([...verbs.keys()])('the section on %s', (verb) => {
  const section = sectionOf(verb);

  test('has an example that compiles without a diagnostic, or names the one to look at', () => {
    const other = /^For an example see \[(\w+)\]/m.exec(section)?.[1];
    const [, example = ''] =
      /```yaml flow\n([^]*?)```/.exec(other === undefined ? section : sectionOf(other)) ?? [];
    const { flow, diagnostics } = compileFlow({ file: `${verb}.flow.yaml`, text: example }, { others });
    expect(diagnostics).toEqual([]);
    expect(Object.values(flow?.steps ?? {}).map((step) => step.verb)).toContain(verb);
  });

  test('lists the outcomes that its description names', () => {
    const { description = '' } = JSON.parse(
      readFileSync(
        join(import.meta.dirname, `../../schemas/verbs/${verb === 'play' ? 'say' : verb}.schema.json`),
        'utf8',
      ),
    ) as { description?: string };
    const told = [...splitDescription(description).meanings.keys()];
    expect(told.filter((name) => !section.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

describe('a description', () => {
  test('gives its default to a column of its own', () => {
    expect(described('How long to wait. Default: 5s.')).toEqual({
      text: 'How long to wait.',
      otherwise: '5s',
    });
    expect(described('The key. Default: none. It is not kept.')).toEqual({
      text: 'The key. It is not kept.',
      otherwise: 'none',
    });
    expect(described('What is asked.')).toEqual({ text: 'What is asked.', otherwise: '' });
  });

  test('gives its outcomes to a table', () => {
    const { does, meanings } = splitDescription(
      'Bridges. Outcomes: completed (they hung up, we did not), busy, failed.',
    );
    expect(does).toBe('Bridges.');
    expect([...meanings]).toEqual([
      ['completed', 'they hung up, we did not'],
      ['busy', 'the line is busy'],
      ['failed', 'it cannot be done'],
    ]);
  });
});

describe('a type in words', () => {
  const file = 'flow.schema.json';

  test.each<[string, object]>([
    ['text', { type: ['string', 'integer'] }],
    ['nothing', { type: ['null', 'object'] }],
    ['`#` or `*`', { enum: ['#', '*'] }],
    ['[duration](#duration-type)', { $ref: '#/definitions/duration' }],
    ['[prompt](#prompt-type)', { $ref: '#/definitions/input/properties/prompt' }],
    ['list of (text or true or false)', { items: { type: ['string', 'boolean'] } }],
    [
      'map of [target](#target-type)',
      { type: 'object', additionalProperties: { $ref: '#/definitions/target' } },
    ],
  ])('%s', (words, schema) => {
    expect(typeInWords({ schema, file })).toBe(words);
  });

  test('is told of properties at any depth, the required ones first', () => {
    const schema = {
      properties: {
        note: { type: 'string', description: 'A remark.' },
        list: { items: { properties: { key: { type: 'integer' } }, required: ['key'] }, description: 'All.' },
      },
      required: ['list'],
    };
    expect(rowsOf({ schema, file })).toEqual([
      { name: 'list', type: 'list of map', default: 'required', meaning: 'All.' },
      { name: 'list[].key', type: 'whole number', default: 'required', meaning: '' },
      { name: 'note', type: 'text', default: '', meaning: 'A remark.' },
    ]);
  });
});

describe('Markdown', () => {
  test('has a meaning only in backticks', () => {
    expect(prose('from <speak> to `<speak>`, # or *, [a_b]')).toBe(
      'from &lt;speak> to `<speak>`, # or \\*, \\[a\\_b\\]',
    );
  });

  test('keeps bars out of the borders of a table', () => {
    expect(table(['a', 'b'], [['x|y', 'z']])).toBe('| a | b |\n| --- | --- |\n| x\\|y | z |');
  });
});
