/**
 * Files with something wrong in them: fixtures of all systems with pieces cut out, doubled, swapped or replaced. None ends with an
 * exception, none takes long, and whatever is written is a flow without errors.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importFlows, noAnswers, systems } from '../../src/importers/index.ts';
import { hasErrors } from '../../src/language/diagnostics/index.ts';
import { scaleRuns } from '../setup/property-runs.ts';

const limits = { depth: 2, paths: 40 };

/** Every source file of the cases of all systems. */
const fixtures = systems.flatMap(({ id }) => {
  const root = join(import.meta.dirname, id, 'cases');
  return readdirSync(root).flatMap((name) =>
    readdirSync(join(root, name))
      .map((file) => join(root, name, file))
      .filter((file) => statSync(file).isFile() && !file.endsWith('answers.yaml'))
      .map((file) => readFileSync(file, 'utf8')),
  );
});

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '<',
  '>',
  '&',
  '${',
  '}}',
  '{{x}}',
  '\\',
  '\0',
  '\n',
  ':',
  '- ',
  'null',
  '-1',
  '1e999',
  '__proto__',
  'constructor',
  '\u202e',
  '<script>',
  '&amp;',
  '*a',
  '&a ',
  'true',
  '9'.repeat(400),
];

const mutation = fc.record({
  kind: fc.constantFrom('cut', 'double', 'insert', 'swap', 'truncate'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 60 }),
  piece: fc.constantFrom(...PIECES),
});

type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(text: string, { kind, at, to, length, piece }: Mutation): string {
  const from = Math.floor(at * text.length);
  const other = Math.floor(to * text.length);
  const cut = text.slice(from, from + length);
  if (kind === 'cut') return text.slice(0, from) + text.slice(from + length);
  if (kind === 'double') return text.slice(0, other) + cut + text.slice(other);
  if (kind === 'insert') return text.slice(0, from) + piece + text.slice(from);
  if (kind === 'truncate') return text.slice(0, from);
  return text.slice(0, from) + text.slice(other, other + length) + text.slice(from + length);
}

test('a mutated file is imported or refused, never with an exception', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...fixtures),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      (text, mutations) => {
        const mutated = mutations.reduce(mutate, text);
        const { flows, diagnostics } = importFlows([{ file: 'flow', text: mutated }], {
          answers: noAnswers,
          limits,
        });
        for (const flow of flows)
          expect([flow.text, hasErrors(flow.diagnostics)]).toEqual([flow.text, false]);
        if (flows.length === 0) expect(diagnostics).not.toEqual([]);
      },
    ),
    { numRuns: scaleRuns(200, 10_000) },
  );
});
