/** Every YAML under cases/ is compiled; those of err/ must print what stands beside them. UPDATE=1 writes that anew. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { imported } from '../../../src/language/diagnostics/import-catalogue.ts';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { carrierProfiles, type CarrierKind } from '../../../src/carriers/index.ts';
import { verbs } from '../../../src/language/compiler/verbs/index.ts';
import {
  diagnosticCodes,
  provedCodes,
  renderPretty,
  type DiagnosticCode,
} from '../../../src/language/diagnostics/index.ts';
import type { NamedCapabilities } from '../../../src/language/model/index.ts';

const root = join(import.meta.dirname, 'cases');
/** Codes that no single file can cause. */
/** Codes that only `ringflow import` reports. */
const importedCodes: readonly string[] = Object.keys(imported);
const ACROSS_FILES: DiagnosticCode[] = ['duplicate-flow'];
/** Codes of scenarios (test/language/diagnostics/documentation.test.ts). */
const IN_SCENARIOS: DiagnosticCode[] = ['impossible-line'];

function casesOf(folder: 'ok' | 'err' | 'carriers') {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ name, path: join(root, folder, name) }));
}

/** The flows that cases run. */
const others = createFlowCatalogue(
  readdirSync(join(root, 'others')).map((file) => ({
    file,
    text: readFileSync(join(root, 'others', file), 'utf8'),
  })),
);

function compileCase({ name, path }: { name: string; path: string }) {
  const text = readFileSync(path, 'utf8');
  const carriers = findCarriers(text);
  const compilation = compileFlow(
    { file: name, text, read: readBeside(path) },
    { others, ...(carriers && { carriers }) },
  );
  const texts = new Map([[name, text], ...compilation.imports.map((one) => [one.file, one.text] as const)]);
  const printed = renderPretty(compilation.diagnostics, { source: (file) => texts.get(file) });
  return { ...compilation, printed };
}

/** The carriers that the comment at the head of a case names; undefined for the default. */
function findCarriers(text: string): NamedCapabilities[] | undefined {
  const [, names] = /^# carriers: (.*)$/m.exec(text) ?? [];
  return names?.split(', ').map((name) => ({ name, capabilities: carrierProfiles[name as CarrierKind] }));
}

/** Files that a case names stand in folders beside the cases. */
function readBeside(path: string): (name: string) => string | undefined {
  return (name) => {
    const file = join(dirname(path), name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
}

describe('a good flow', () => {
  test.each(casesOf('ok'))('$name compiles without a word', (one) => {
    const { flow, graph, printed } = compileCase(one);
    expect(printed).toBe('');
    expect(flow?.version).toMatch(/^[0-9a-f]{16}$/);
    expect(Object.keys(flow?.steps ?? {})).toEqual(graph?.steps.map(({ name }) => name));
  });
});

function expectPrinted({ path }: { path: string }, printed: string): void {
  const expected = path.replace(/\.yaml$/, '.out');
  if (process.env.UPDATE !== undefined) writeFileSync(expected, printed);
  expect(existsSync(expected)).toBe(true);
  expect(printed).toBe(readFileSync(expected, 'utf8'));
}

describe('a flow that is checked for carriers', () => {
  test.each(casesOf('carriers'))('$name prints what they lack', (one) => {
    expectPrinted(one, compileCase(one).printed);
  });
});

describe('a bad flow', () => {
  test.each(casesOf('err'))('$name prints what is wrong', (one) => {
    const { printed, flow, diagnostics } = compileCase(one);
    expectPrinted(one, printed);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(flow === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
  });
});

test('every code of the catalogue is caused by a case', () => {
  const caused = new Set(
    [...casesOf('err'), ...casesOf('carriers')].flatMap((one) =>
      compileCase(one).diagnostics.map(({ code }) => code),
    ),
  );
  const elsewhere = [...ACROSS_FILES, ...IN_SCENARIOS, ...provedCodes, ...importedCodes];
  expect(diagnosticCodes.filter((code) => !caused.has(code) && !elsewhere.includes(code))).toEqual([]);
});

describe('of every verb', () => {
  const good = casesOf('ok').flatMap((one) => compileCase(one).graph?.steps.map(({ verb }) => verb) ?? []);
  const bad = casesOf('err').flatMap((one) => {
    const { graph, diagnostics } = compileCase(one);
    return diagnostics.map(({ span: { start } }) => {
      return graph?.steps.findLast(({ span }) => span.start.offset <= start.offset)?.verb;
    });
  });

  test.each([...verbs.keys()])('%s there is a step in a good flow, and one with a mistake', (verb) => {
    expect({ good: good.includes(verb), bad: bad.includes(verb) }).toEqual({ good: true, bad: true });
  });
});

test('ten different mistakes in one file give ten diagnostics', () => {
  const path = join(root, 'err', 'ten-mistakes.yaml');
  const { diagnostics } = compileCase({ name: 'ten-mistakes.yaml', path });
  expect(diagnostics).toHaveLength(10);
  expect(new Set(diagnostics.map(({ code }) => code)).size).toBe(10);
});
