/** The sections of the reference on verbs. */
import { SHARED_MEANINGS, splitDescription } from '../../src/authoring/lsp/outcome-meanings.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { EMPTY_CATALOGUE } from '../../src/language/compiler/types.ts';
import { verbs } from '../../src/language/compiler/verbs/index.ts';
import type { Outcome } from '../../src/language/compiler/types.ts';
import { HANGUP } from '../../src/language/model/index.ts';
import { prose, table } from './markdown.ts';
import { innerRows } from './properties.ts';
import { resolved, schemaFile, within } from './schemas.ts';
import type { Place } from './schemas.ts';
import { typeInWords } from './types.ts';

const examples = join(import.meta.dirname, '../../docs/examples');
const SUFFIX = '.flow.yaml';

/** Verbs that share a schema are two words for the same. */
export function verbSections(): string[] {
  const flow = schemaFile('flow.schema.json');
  const properties = flow.schema.definitions?.step?.properties ?? {};
  const bySchema = Map.groupBy(
    Object.keys(properties).filter((name) => properties[name]?.$ref?.startsWith('verbs/')),
    (name) => properties[name]?.$ref ?? '',
  );
  return [...bySchema].map(([file, names]) => verbSection(names, schemaFile(file)));
}

function verbSection(names: string[], place: Place): string {
  const { schema } = place;
  const { does, meanings } = splitDescription(schema.description ?? '');
  const [name = ''] = names;
  const rows = innerRows(within(place, { ...schema, description: '' }), '');
  const { schema: body } = resolved(place);
  return [
    `### ${names.join(', ')}`,
    prose(does),
    ...(body.properties && Object.keys(body.properties).length > 0 ? [] : [`Value: ${typeInWords(place)}.`]),
    ...(rows.length === 0 ? [] : [propertyTable(rows)]),
    outcomeTable(outcomesOf(name), meanings),
    example(names),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A table of properties. */
export function propertyTable(rows: ReturnType<typeof innerRows>): string {
  return table(
    ['property', 'type', 'default', 'meaning'],
    rows.map((row) => [`\`${row.name}\``, row.type, prose(row.default), prose(row.meaning)]),
  );
}

/** The outcomes of a verb, of whatever body: those of its examples are there too. */
function outcomesOf(name: string): Outcome[] {
  const verb = verbs.get(name);
  const bodies = [undefined, ...exampleFiles().flatMap((file) => bodiesIn(file, name))];
  const outcomes = bodies.flatMap((body) => verb?.listOutcomes(body as never, EMPTY_CATALOGUE) ?? []);
  const own = outcomes.filter((outcome) => 'goto' in outcome).slice(0, 1);
  return [
    ...own,
    ...new Map(outcomes.filter((one) => 'otherwise' in one).map((one) => [one.name, one])).values(),
  ];
}

function outcomeTable(outcomes: Outcome[], meanings: ReadonlyMap<string, string>): string {
  const rows = outcomes.map((outcome) => {
    if ('goto' in outcome) return outcomeOfBody(outcome.goto);
    const { name, otherwise, like } = outcome;
    const shared = like === undefined ? '' : `that of \`${like}\``;
    const without = [shared, shared !== '' && otherwise === 'nowhere' ? '' : OTHERWISE[otherwise]];
    const meaning = prose(meanings.get(name) ?? SHARED_MEANINGS[name] ?? '');
    return [`\`${name}\``, meaning, without.filter((part) => part !== '').join(', or ')];
  });
  return table(['outcome', 'when', 'without an edge in `on`'], rows);
}

const OTHERWISE = {
  next: '`next`, or the step below',
  error: '`on.error` of the flow',
  nowhere: 'must be given',
  stay: 'the step goes on',
  never: 'busy and no_answer need edges of their own',
};

function outcomeOfBody(to: string | undefined): string[] {
  return to === HANGUP ? ['`done`', '', 'ends the call'] : ['one for each `goto`', '', 'where it says'];
}

/** The verb's own example, or a pointer to the first one in which it occurs. */
function example(names: string[]): string {
  const own = exampleFiles().find((file) => names.includes(basename(file, SUFFIX)));
  if (own !== undefined) return `\`\`\`yaml flow\n${readFileSync(join(examples, own), 'utf8')}\`\`\``;
  const other = exampleFiles().find((file) => names.some((name) => bodiesIn(file, name).length > 0));
  if (other === undefined) return '';
  const verb = basename(other, SUFFIX);
  return `For an example see [${verb}](#${verb}).`;
}

function exampleFiles(): string[] {
  return readdirSync(examples).toSorted();
}

/** Returns the bodies of a verb in an example. */
function bodiesIn(file: string, verb: string): unknown[] {
  const { steps } = parse(readFileSync(join(examples, file), 'utf8')) as { steps: Record<string, object> };
  return Object.values(steps).flatMap((step) =>
    Object.entries(step).flatMap(([key, body]: [string, unknown]) => (key === verb ? [body] : [])),
  );
}
