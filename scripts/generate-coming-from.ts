/**
 * Writes docs/coming-from.md, which says what Ringflow has for the constructs of other systems: from the mappings of the importers,
 * and from docs/coming-from.yaml for systems without one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';
import { reasons } from '../src/importers/project/index.ts';
import type { Grade, MappingRow } from '../src/importers/project/index.ts';
import { systems as importers } from '../src/importers/index.ts';
import { table } from './reference/markdown.ts';

const root = join(import.meta.dirname, '..');
const dataPath = 'docs/coming-from.yaml';
export const comingFromPath = 'docs/coming-from.md';

/** Grades of a construct, with their meanings. */
export const GRADES = {
  same: 'Ringflow has the same; the last column is a remark',
  nearly: 'Ringflow has it, and the last column says what differs or is lost',
  'by another way': 'the aim is reached in a different way',
  missing: 'Ringflow, or the platform, has nothing for it',
  'left out': 'no caller notices it',
} as const;

/** What Ringflow has for one construct of another system. */
interface Construct {
  /** The words of the other system. */
  theirs: string[];
  /** What distinguishes them, in Markdown. */
  detail?: string;
  /** In Markdown; absent if there is nothing. */
  ours?: string;
  grade: keyof typeof GRADES;
  /** In Markdown. */
  note?: string;
}

interface System {
  id: string;
  system: string;
  /** The heading of the column with its words. */
  word: string;
  constructs: Construct[];
}

/** Reads the data of all systems: of those that can be imported the mapping, then what else is written about them. */
export function readSystems(): System[] {
  const written = (parse(readFileSync(join(root, dataPath), 'utf8')) as { systems: System[] }).systems;
  const imported = importers.map(({ id, name, mapping }): System => {
    const known = new Set(mapping.flatMap(({ theirs }) => theirs.map(toWord)));
    const others = written.find((one) => one.id === id)?.constructs ?? [];
    const further = others.filter(({ theirs }) => !theirs.some((one) => known.has(toWord(one))));
    return {
      id,
      system: name,
      word: name.split(' ').at(-1) ?? name,
      constructs: [...mapping.map(toConstruct), ...further],
    };
  });
  return [...imported, ...written.filter(({ id }) => !importers.some((importer) => importer.id === id))];
}

/** Returns the construct of a name in a mapping, which may be followed by the form of it. */
function toWord(theirs: string): string {
  return theirs.split(' ')[0] ?? theirs;
}

/** A stub with a counterpart is reached by hand; what has none is missing, or noticed by nobody. */
function findGrade(grade: Grade, ours: string | undefined): Construct['grade'] {
  if (grade === 'dropped') return 'left out';
  if (ours === undefined) return 'missing';
  if (grade === 'stub') return 'by another way';
  return grade === 'exact' ? 'same' : 'nearly';
}

function toConstruct({ theirs, detail, ours, grade, reason, note }: MappingRow): Construct {
  const differs = note ?? (reason === undefined ? undefined : reasons[reason].text);
  return {
    theirs: [...theirs],
    ...(detail !== undefined && { detail }),
    ...(ours !== undefined && { ours }),
    grade: findGrade(grade, ours),
    ...(differs !== undefined && { note: differs }),
  };
}

/** The whole page. */
export async function renderComingFrom(): Promise<string> {
  const systems = readSystems();
  const grades = Object.entries(GRADES).map(([grade, means]) => `- **${grade}**: ${means}.`);
  const introduction = `# Coming from another call-flow system

<!-- Made by \`npm run generate\` from ${dataPath}; do not edit. -->

These tables list the constructs of seven other systems and what Ringflow has for them. The names on the left come from the systems' public
documentation. [Writing flows](writing-flows.md) describes what every flow gains: each outcome needs a next step, and scenarios test it without a telephone.
\`run: { flow: std/… }\` runs a [standard flow](std-flows.md).

${grades.join('\n')}`;
  const sections = systems.map(({ system, word, constructs }) => {
    const rows = constructs.map(({ theirs, detail, ours = '–', grade, note = '' }) => [
      [theirs.map((one) => (isCode(one) ? `\`${one}\`` : one)).join(', '), detail].filter(Boolean).join(' '),
      ours,
      grade,
      note,
    ]);
    return `## ${system}\n\n${table([word, 'Ringflow', 'grade', 'what differs'], rows)}`;
  });
  const settings = await resolveConfig(join(root, comingFromPath));
  return format([introduction, ...sections].join('\n\n'), { ...settings, parser: 'markdown' });
}

/** False for the titles of a designer's blocks and for descriptions, which are words. */
function isCode(theirs: string): boolean {
  return !/^(?:[A-Z][a-z]+[ /:]|[a-z]+ )[\w &/:,…-]+$/.test(theirs);
}

if (import.meta.main) {
  writeFileSync(join(root, comingFromPath), await renderComingFrom());
  console.log(comingFromPath);
}
