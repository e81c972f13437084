/**
 * Prints what imports give on the fixtures of the tests: `node bench/import-figures.ts [--faults] [--losses]`.
 *   by default   per system: the largest fixture and all of them, with nodes by grade and the share of equal paths
 *   --faults     planted faults that the comparison sees: of all, and without those that nobody can notice and the long cases
 *   --losses     nodes that are near, stub or dropped, by reason and construct
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systems } from '../src/importers/index.ts';
import type { Imported, SystemId } from '../src/importers/index.ts';
import { countPlantedFaults } from '../test/importers/planted-faults.ts';
import { importCase } from '../test/importers/run-cases.ts';

const { values: flags } = parseArgs({
  options: { faults: { type: 'boolean' }, losses: { type: 'boolean' } },
});
const limits = { depth: 6, paths: 5_000 };
const grades = ['exact', 'near', 'stub', 'dropped'] as const;

interface Case {
  name: string;
  imported: Imported;
}

function importAll(id: SystemId): Case[] {
  const root = join(import.meta.dirname, '../test/importers', id, 'cases');
  return readdirSync(root).map((name) => ({ name, imported: importCase(join(root, name), limits) }));
}

function toRow(label: string, name: string, all: readonly Imported[]): string[] {
  const nodes = all.flatMap((one) => one.nodes);
  const compared = all.flatMap(({ flows }) => flows.flatMap(({ comparison }) => comparison ?? []));
  const sum = (of: 'compared' | 'equal' | 'unsupported') =>
    compared.reduce((total, one) => total + one[of], 0);
  const counts = grades.map((grade) => String(nodes.filter((node) => node.grade === grade).length));
  const paths = `${sum('equal')} of ${sum('compared')}`;
  return [label, name, String(nodes.length), ...counts, paths, String(sum('unsupported'))];
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows)
    process.stdout.write(
      `${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  process.stdout.write('\n');
}

const cases = new Map(systems.map(({ id }) => [id, importAll(id)]));
printTable([
  ['system', 'fixture', 'nodes', ...grades, 'equal paths', 'of these up to a stub'],
  ...[...cases].flatMap(([id, all]) => {
    const [largest] = all.toSorted((one, other) => other.imported.nodes.length - one.imported.nodes.length);
    return [
      ...(largest === undefined ? [] : [toRow(id, largest.name, [largest.imported])]),
      toRow(
        id,
        `all ${all.length}`,
        all.map(({ imported }) => imported),
      ),
    ];
  }),
]);
if (flags.losses === true) {
  const nodes = [...cases].flatMap(([id, all]) =>
    all.flatMap(({ imported }) => imported.nodes.map((node) => ({ ...node, system: id }))),
  );
  const groups = Map.groupBy(
    nodes.filter(({ grade }) => grade !== 'exact'),
    ({ reason = '', grade }) => `${reason} ${grade}`,
  );
  printTable([
    ['reason and grade', 'nodes', 'constructs'],
    ...[...groups]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([what, of]) => [
        what,
        String(of.length),
        [...new Set(of.map(({ system, type }) => `${system}: ${type}`))].join(', '),
      ]),
  ]);
}
if (flags.faults === true)
  printTable([
    ['system', 'seen of all planted', 'seen without harmless ones and long cases'],
    ...systems.map(({ id }) => {
      const [raw, told] = [countPlantedFaults(id, true), countPlantedFaults(id)];
      return [id, ...[raw, told].map(({ planted, unseen }) => `${planted - unseen.length} of ${planted}`)];
    }),
  ]);
