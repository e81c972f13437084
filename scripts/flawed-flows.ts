/**
 * Prints how many flaws of the flawed flows the tools find, by family and tool, and what they say about the mended
 * flows: `npm run flaws`, or `npm run flaws -- <folder>` for other flows of the same form. Exits with 1 when a mended
 * flow is not clean.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findingsIn, tools } from '../test/verification/flawed-flows/find.ts';

const DEFAULT_FOLDER = 'test/fixtures/flawed-flows';

/** What is known of one flaw, and what was found. */
interface Flaw {
  name: string;
  family: string;
  /** The tools that find it. */
  by: ReadonlySet<string>;
  /** Findings in the mended flow. */
  falseAlarms: string[];
}

function judgeFlaw(root: string, name: string): Flaw {
  const folder = join(root, name);
  const { family } = parse(readFileSync(join(folder, 'expected.yaml'), 'utf8')) as {
    family: string;
  };
  const mended = findingsIn(folder, 'fixed').map(({ tool, code, step = '' }) => `${tool} ${code} ${step}`);
  const others = new Set(mended);
  const flawed = findingsIn(folder, 'flow').filter(
    ({ tool, code, step = '' }) => !others.has(`${tool} ${code} ${step}`),
  );
  return { name, family, by: new Set(flawed.map(({ tool }) => tool)), falseAlarms: mended };
}

function renderRow(label: string, flaws: readonly Flaw[]): string {
  const counts = [
    ...Object.keys(tools).map((tool) => flaws.filter(({ by }) => by.has(tool)).length),
    flaws.filter(({ by }) => by.size > 0).length,
    flaws.length,
  ];
  return [label.padEnd(16), ...counts.map((count) => String(count).padStart(9))].join('');
}

const [root = DEFAULT_FOLDER] = process.argv.slice(2);
const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const flaws = folders.map(({ name }) => judgeFlaw(root, name));
const families = [...Map.groupBy(flaws, ({ family }) => family)].sort(([a], [b]) => a.localeCompare(b));

console.log(
  ['family'.padEnd(16), ...[...Object.keys(tools), 'found', 'of'].map((head) => head.padStart(9))].join(''),
);
for (const [family, members] of families) console.log(renderRow(family, members));
console.log(renderRow('all', flaws));
const missed = flaws.filter(({ by }) => by.size === 0);
if (missed.length > 0) console.log(`\nnot found: ${missed.map(({ name }) => name).join(', ')}`);
const alarmed = flaws.filter(({ falseAlarms }) => falseAlarms.length > 0);
for (const { name, falseAlarms } of alarmed)
  console.log(`${name}, mended, has findings: ${falseAlarms.join('; ')}`);
process.exitCode = alarmed.length > 0 ? 1 : 0;
