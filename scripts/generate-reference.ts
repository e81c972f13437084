/** Writes docs/flow-reference.md from the JSON Schemas, the verb table and docs/examples/. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prose } from './reference/markdown.ts';
import { innerRows, rowsOf } from './reference/properties.ts';
import { schemaFile, within } from './reference/schemas.ts';
import type { Place } from './reference/schemas.ts';
import { hasSection, typeInWords } from './reference/types.ts';
import { propertyTable, verbSections } from './reference/verbs.ts';

const root = join(import.meta.dirname, '..');
export const referencePath = 'docs/flow-reference.md';

/** The whole page. */
export function flowReference(): string {
  const flow = schemaFile('flow.schema.json');
  const step = flow.schema.definitions?.step ?? {};
  const { next, on, ...others } = step.properties ?? {};
  const besideVerbs = Object.entries({ next, on, ...others }).filter(
    ([, property]) => property?.$ref?.startsWith('verbs/') !== true,
  );
  return [
    '# Flow reference',
    '<!-- Made by `npm run generate` from schemas/ and docs/examples/; do not edit. -->',
    'Every key of a flow file. [Writing flows](writing-flows.md) is the way in; an editor with the schema shows the same texts as you type.',
    '## The file',
    prose(flow.schema.description ?? ''),
    propertyTable(rowsOf(flow)),
    '## A step',
    `${prose(step.description ?? '')} These keys stand beside the verb:`,
    propertyTable(
      rowsOf(
        within(flow, { properties: Object.fromEntries(besideVerbs) as NonNullable<typeof step.properties> }),
      ),
    ),
    '## Verbs',
    ...verbSections(),
    '## Types',
    'What the tables above call by name.',
    ...typeSections(flow),
  ]
    .join('\n\n')
    .concat('\n');
}

function typeSections(flow: Place): string[] {
  return Object.entries(flow.schema.definitions ?? {})
    .filter(([name]) => hasSection(name) && name !== 'step')
    .map(([name, schema]) => {
      const place = within(flow, schema);
      const rows = innerRows(place, '');
      const written = `Written as ${typeInWords(place)}.`;
      return [
        `### ${name} (type)`,
        prose(schema.description ?? ''),
        written,
        ...(rows.length === 0 ? [] : [propertyTable(rows)]),
      ].join('\n\n');
    });
}

if (import.meta.main) {
  writeFileSync(join(root, referencePath), flowReference());
  console.log(referencePath);
}
