/** docs/prove.md: every code has its section, every example does what the section says, and a simulated call shows it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue, provedCodes, type DiagnosticCode } from '../../../src/language/diagnostics/index.ts';
import { proofOf } from './proof-of.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/prove.md'), 'utf8');
const [, findings = ''] = page.split(/^# Findings$/m);
const sections = findings
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [title = '', ...body] = text.split('\n');
    return { code: title.trim() as DiagnosticCode, body: body.join('\n') };
  });
/** What never happens no call can show. */
const WITHOUT_CALL: DiagnosticCode[] = ['impossible-expression', 'unreached-step', 'unreached-outcome'];

function exampleIn(body: string, kind: 'bad' | 'good'): string {
  const [, example = ''] = new RegExp(`\`\`\`yaml ${kind}\\n([^]*?)\`\`\``).exec(body) ?? [];
  const on = /^on:/m.test(example) ? '' : 'on: { error: sorry }\n';
  return `ringflow: 1\nname: example\n${on}${example}  sorry: { say: Please call again later. }\n`;
}

test('the page has the codes of the catalogue, in its order', () => {
  expect(sections.map(({ code }) => code)).toEqual(provedCodes);
});

describe.each(sections)('$code', ({ code, body }) => {
  test('is described in the words of the catalogue', () => {
    const { severity, meaning, mend } = catalogue[code];
    expect(body.replace(/\s+/g, ' ')).toContain(`_${severity}_ · ${meaning} ${mend}`);
  });

  test('is what the bad example gives, once, and a simulated call shows it', () => {
    const { found } = proofOf(exampleIn(body, 'bad'));
    const alike = found.filter(({ diagnostic }) => diagnostic.code === code);
    expect(alike).toHaveLength(1);
    expect(alike[0]?.unconfirmed).toBeUndefined();
    expect(alike[0]?.scenario === undefined).toBe(WITHOUT_CALL.includes(code));
  });

  test('is gone in the good example, and nothing else is found', () => {
    const { found, exploration } = proofOf(exampleIn(body, 'good'));
    expect(found.map(({ diagnostic }) => diagnostic.message)).toEqual([]);
    expect(exploration.left).toBe(0);
  });
});
