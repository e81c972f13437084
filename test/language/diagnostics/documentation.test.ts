/** docs/diagnostics.md: every code has its section, every example does what the section says. */
import { readFileSync } from 'node:fs';
import { imported } from '../../../src/language/diagnostics/import-catalogue.ts';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import {
  catalogue,
  diagnosticCodes,
  provedCodes,
  type DiagnosticCode,
} from '../../../src/language/diagnostics/index.ts';
import type { NamedCapabilities } from '../../../src/language/model/index.ts';
import { carrierProfiles, type CarrierKind } from '../../../src/carriers/index.ts';
import { readSuite } from '../../../src/verification/testkit/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/diagnostics.md'), 'utf8');
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [title = '', ...body] = text.split('\n');
    return { code: title.trim() as DiagnosticCode, body: body.join('\n') };
  });
/** Codes that only `ringflow import` reports. */
const importedCodes: readonly string[] = Object.keys(imported);
/** Codes that it takes two files to cause have no example. */
const ACROSS_FILES: DiagnosticCode[] = ['duplicate-flow', 'broken-flow', 'conflicting-setting'];
/** The flow of examples that are scenarios. */
const shortFlow = 'ringflow: 1\nname: short\nsteps:\n  bye: { say: Please call again later. }\n';
const withExamples = sections.filter(({ code }) => !ACROSS_FILES.includes(code));

/** The flows that examples run. */
const run = ['check-pin', 'say-goodbye'].map((name) =>
  join(import.meta.dirname, `../compiler/cases/others/${name}.flow.yaml`),
);
const others = createFlowCatalogue(run.map((file) => ({ file, text: readFileSync(file, 'utf8') })));

/** The files that examples import stand beside them, each under its path. */
function filesOf(body: string): Map<string, string> {
  const blocks = body.matchAll(/```yaml (\.\/\S+)\n([^]*?)```/g);
  return new Map([...blocks].map(([, path = '', text = '']) => [path, text]));
}

function codesOf(body: string, kind: 'bad' | 'good'): string[] {
  const [, example] = new RegExp(`\`\`\`yaml ${kind}\\n([^]*?)\`\`\``).exec(body) ?? [];
  if (example === undefined) throw new Error(`no ${kind} example`);
  if (example.startsWith('scenarios:')) return codesOfScenario(example);
  const isWhole = example.startsWith('ringflow:');
  const text = isWhole
    ? example
    : `ringflow: 1\nname: example\non: { error: sorry }\n${example}  sorry: { say: Please call again later. }\n`;
  const read = (path: string) => filesOf(body).get(`./${path}`);
  const carriers = findCarriers(example);
  const { diagnostics } = compileFlow(
    { file: 'example.yaml', text, read },
    { others, ...(carriers.length > 0 && { carriers }) },
  );
  // The step below the last one of a part is not the example's.
  return diagnostics.map(({ code }) => code).filter((code) => isWhole || code !== 'ends-without-next');
}

/** The carriers that the command in the first line of an example names. */
function findCarriers(example: string): NamedCapabilities[] {
  return [...example.matchAll(/--carrier (\w+)/g)].map(([, name = '']) => {
    return { name, capabilities: carrierProfiles[name as CarrierKind] };
  });
}

function codesOfScenario(text: string): string[] {
  const { flow } = compileFlow({ file: 'flow.yaml', text: shortFlow });
  const at = flow === undefined ? {} : { flow };
  return readSuite({ file: 'example.scenario.yaml', text }, () => at).diagnostics.map(({ code }) => code);
}

test('the page has the codes of the catalogue, in its order', () => {
  const told = diagnosticCodes.filter((code) => ![...provedCodes, ...importedCodes].includes(code));
  expect(sections.map(({ code }) => code)).toEqual(told);
});

describe.each(sections)('$code', ({ code, body }) => {
  test('is described in the words of the catalogue', () => {
    const { severity, meaning, mend } = catalogue[code];
    expect(body.replace(/\s+/g, ' ')).toContain(`_${severity}_ · ${meaning} ${mend}`);
  });
});

describe.each(withExamples)('$code', ({ code, body }) => {
  test('is what the bad example gives', () => {
    expect(codesOf(body, 'bad')).toContain(code);
  });

  test('is gone in the good example, and nothing else is wrong with it', () => {
    expect(codesOf(body, 'good')).toEqual([]);
  });
});
