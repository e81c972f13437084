import { describe, expect, test } from 'vitest';
import { createExpressions, parseTemplate } from '../../../src/language/model/index.ts';
import { follow, renderLiquid, UnsupportedLiquid } from '../../../src/importers/studio/liquid/evaluate.ts';
import { parseLiquid, type Path } from '../../../src/importers/studio/liquid/syntax.ts';
import { toFlowText, type CelValue } from '../../../src/importers/studio/translation/cel.ts';

const values = { text: 'Ada Lovelace', digits: '4711', padded: ' Yes ', count: 2, empty: '' };

function lookUp(path: Path): unknown {
  return follow(values, path);
}

function render(template: string): string {
  return renderLiquid(parseLiquid(template), lookUp);
}

const expressions = createExpressions({
  vars: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { type: typeof value === 'number' ? 'int' : 'string', initial: value, secret: false },
    ]),
  ),
  env: {},
});

function findCel([name = '']: Path): CelValue | undefined {
  if (!Object.hasOwn(values, name)) return { code: '""', type: 'string', isAtom: true };
  return { code: `vars.${name}`, type: name === 'count' ? 'int' : 'string', isAtom: true };
}

/** Renders a template by its translation. */
function renderTranslated(template: string): string | undefined {
  const text = toFlowText(parseLiquid(template), findCel);
  if (text === undefined) return undefined;
  const parsed = parseTemplate(text);
  return expressions.render(parsed, { vars: values } as never);
}

describe('Liquid', () => {
  test.each([
    ['plain {text}', 'plain {text}'],
    ['Hello {{text}}!', 'Hello Ada Lovelace!'],
    ['{{ nothing.at.all }}', ''],
    ['{{ text | upcase }} {{ text | downcase }}', 'ADA LOVELACE ada lovelace'],
    ['[{{ padded | strip }}]', '[Yes]'],
    ['{{ digits | split: "" | join: ", " }}', '4, 7, 1, 1'],
    ['{{ digits | split: "7" | join }}', '4 11'],
    ['{{ digits | size }}', '4'],
    ['{{ count | plus: 1 }} {{ count | minus: 3 }} {{ count | times: 4 }}', '3 -1 8'],
    ['{{ digits | plus: 1 }}', '4712'],
    ['{{ text | plus: 1 }}', '1'],
    ['{{ empty | default: "none" }} {{ text | default: "none" }}', 'none Ada Lovelace'],
    ["{{ text | replace: 'Ada', 'A.' | append: '!' | prepend: '>' }}", '>A. Lovelace!'],
    ['{{ text | remove: "Ada " }}', 'Lovelace'],
    ['{% if count > 1 %}many{% else %}few{% endif %}', 'many'],
    ['{% if text == "x" %}x{% elsif digits contains "71" %}71{% else %}none{% endif %}', '71'],
    ['{% unless text == "x" %}not x{% endunless %}', 'not x'],
    ['{% if count == 2 and text contains "Ada" or empty == "x" %}yes{% endif %}', 'yes'],
    ['a {%- if count == 2 -%} b {%- endif -%} c', 'abc'],
    ['{{ "quoted | bar" }} {{ 5 }}', 'quoted | bar 5'],
    ['$' + '{ {x} $5', '$' + '{ {x} $5'],
  ])('%s', (template, expected) => {
    expect(render(template)).toBe(expected);
    expect(renderTranslated(template)).toBe(expected);
  });

  test.each([
    '{{ text | date: "%Y" }}',
    '{{ text | split: "," }}',
    '{% for x in list %}{{ x }}{% endfor %}',
    '{% if text %}open',
    '{% assign x = 1 %}',
    '{% endif %}',
    '{{ text || digits }}',
    '{{ text | to_json }}',
  ])('%s is not supported', (template) => {
    expect(() => render(template)).toThrow(UnsupportedLiquid);
    expect(renderTranslated(template)).toBeUndefined();
  });

  test('a path has names and positions', () => {
    const paths: Path[] = [];
    const template = "{{ widgets.http_1.parsed.items[0].name }}{{ flow.variables['a b'] }}";
    renderLiquid(parseLiquid(template), (path) => {
      paths.push(path);
      return undefined;
    });
    expect(paths).toEqual([
      ['widgets', 'http_1', 'parsed', 'items', 0, 'name'],
      ['flow', 'variables', 'a b'],
    ]);
    expect(() => render('{{ a..b }}')).toThrow(UnsupportedLiquid);
  });

  test('names of prototypes have no meaning', () => {
    expect(render('{{ constructor.name }}{{ __proto__ }}{{ text.toString }}')).toBe('');
  });

  test('deep and long templates take little time', () => {
    const deep = '{% if text %}'.repeat(2_000) + '{% endif %}'.repeat(2_000);
    expect(() => render(deep)).toThrow(UnsupportedLiquid);
    expect(render('{{ text }} '.repeat(5_000)).length).toBe(13 * 5_000);
    expect(render('{{'.repeat(20_000)).length).toBe(40_000);
  });
});
