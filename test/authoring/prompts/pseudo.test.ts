import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { scanTemplate, parseTemplate } from '../../../src/language/model/index.ts';
import { createInventory, addPseudoLocale } from '../../../src/authoring/prompts/index.ts';
import { desk, flowOf } from './scene.ts';

const sample = (name: string) =>
  readFileSync(new URL(`../../../flows/${name}/flow.yaml`, import.meta.url), 'utf8');

const PSEUDO_LANGUAGE = 'qps-ploc';

/** A text as the pseudo-locale of a flow has it. */
function pseudoText(text: string): string {
  const flow = addPseudoLocale(stringify({ prompts: { one: text } }), ['en-US']);
  const { prompts } = parse(flow) as { prompts: { one: Record<string, string> } };
  return prompts.one[PSEUDO_LANGUAGE] ?? '';
}

describe('a pseudo-text', () => {
  it('can be read, sounds foreign and is longer', () => {
    expect(pseudoText('For sales, press 1.')).toBe('Fóór šáálééš, prééšš 1.');
    const text = 'Our office is closed now. Please call again tomorrow between nine and five.';
    expect(pseudoText(text).length / text.length).toBeGreaterThan(1.25);
    expect(pseudoText(text).length / text.length).toBeLessThan(1.45);
  });

  it.each([
    ['Hi ${vars.name}.', 'Híí ${vars.name}.'],
    ['${call.from.substring(1).split("").join(", ")}', '${call.from.substring(1).split("").join(", ")}'],
    ['$${price}', '$${prííçéé}'],
    ['<speak>One <break time="1s"/> &amp; two</speak>', '<speak>ÓÓñéé <break time="1s"/> &amp; twóó</speak>'],
  ])('leaves expressions, tags and entities as they are: %s', (text, expected) => {
    expect(pseudoText(text)).toBe(expected);
  });

  it('has the expressions of its text, whatever that is', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 8 }).map((text) => text.replaceAll('$', '')),
      fc.constantFrom('${vars.a}', '${"}" + vars.b}', '$${', '${call.from}'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        fc.pre(scanTemplate(text).ok);
        const expressions = (all: string) => parseTemplate(all).filter((part) => typeof part !== 'string');
        expect(expressions(pseudoText(text))).toEqual(expressions(text));
      }),
    );
  });
});

describe('a flow with a pseudo-locale', () => {
  const source = addPseudoLocale(desk, ['en-US', 'de-DE']);
  const flow = flowOf(source);

  it('begins in it, and keeps its own languages', () => {
    expect(flow.languages).toEqual([PSEUDO_LANGUAGE, 'en-US', 'de-DE']);
    expect(flow.prompts.welcome).toEqual({
      [PSEUDO_LANGUAGE]: [{ kind: 'text', text: ['Wéélçóóméé, "frííééñd".'] }],
      ...flowOf(desk).prompts.welcome,
    });
  });

  it('has a text in it for each named prompt', () => {
    const missing = createInventory(flow).missing.filter(({ language }) => language === PSEUDO_LANGUAGE);
    expect(missing).toEqual([]);
    expect(flow.prompts.main?.[PSEUDO_LANGUAGE]).toHaveLength(2);
    expect(flow.prompts.jingle?.[PSEUDO_LANGUAGE]).toEqual([
      { kind: 'stored', name: ['jingle'], lengthMs: 3000 },
    ]);
    expect(flow.prompts.idle?.['de-DE']).toEqual([{ kind: 'text', text: ['Nobody hears this.'] }]);
  });

  it('leaves what stands in steps as it is, and the comments too', () => {
    expect(flow.machine).toEqual(flowOf(desk).machine);
    expect(source).toMatch(/^# The front desk\.\n/);
    expect(source).toContain('# heard first');
  });

  it('can be made from a flow that has one already', () => {
    const again = addPseudoLocale(source, flow.languages);
    expect(flowOf(again).prompts).toEqual(flow.prompts);
    expect(flowOf(again).languages).toEqual(flow.languages);
  });

  it('can be made where there are no prompts, and where they are aliases', () => {
    const text = 'ringflow: 1\nname: a\non: { error: b }\nsteps:\n  b: { say: bye }\n';
    expect(flowOf(addPseudoLocale(text.replace('bye', 'Bye.'), ['en-US'])).languages).toEqual([
      PSEUDO_LANGUAGE,
      'en-US',
    ]);
    const aliased = text.replace('steps', 'prompts: { first: &one { en-US: Bye. }, bye: *one }\nsteps');
    const { prompts } = flowOf(addPseudoLocale(aliased, ['en-US']));
    expect(prompts.bye).toEqual({
      [PSEUDO_LANGUAGE]: [{ kind: 'text', text: ['Býýéé.'] }],
      'en-US': [{ kind: 'text', text: ['Bye.'] }],
    });
    expect(prompts.first).toEqual(prompts.bye);
  });

  it.each(['front-desk', 'account-line', 'appointment-reminder'])('%s has no mistake in it', (name) => {
    const text = sample(name);
    const { diagnostics } = compileFlow({ file: name, text: addPseudoLocale(text, flowOf(text).languages) });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
