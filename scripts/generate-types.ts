/** Writes schemas/types/ from the JSON Schemas: the one source of the types of everything that crosses a boundary. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const root = join(import.meta.dirname, '..');

/** Every schema from which types are made, with the file that receives them. A schema that is missing is an error. */
export const targets = [
  { schema: 'schemas/flow.schema.json', output: 'schemas/types/flow.ts' },
  { schema: 'schemas/scenario.schema.json', output: 'schemas/types/scenario.ts' },
  { schema: 'schemas/platform/voice.schema.json', output: 'schemas/types/voice.ts' },
  { schema: 'schemas/platform/video.schema.json', output: 'schemas/types/video.ts' },
  { schema: 'schemas/platform/sms.schema.json', output: 'schemas/types/sms.ts' },
] as const;

/** The TypeScript text for one schema, formatted by the generator alone, so that it depends on nothing else. */
export async function typesFor(schema: string): Promise<string> {
  const path = join(root, schema);
  const parsed = JSON.parse(await readFile(path, 'utf8'), withoutPlaceholders) as JSONSchema & {
    title: string;
  };
  return compile(parsed, parsed.title, {
    cwd: dirname(path),
    additionalProperties: false,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    bannerComment: `/* Generated from ${schema} by \`npm run generate\`; do not edit. */`,
    style: { printWidth: 110, singleQuote: true, trailingComma: 'all' },
  });
}

/** Placeholders of rows are replaced before anything reads them, so the types leave them out. */
function withoutPlaceholders(key: string, value: unknown): unknown {
  if (key !== 'anyOf' || !Array.isArray(value)) return value;
  return (value as { $ref?: string }[]).filter(({ $ref }) => $ref !== '#/definitions/placeholder');
}

if (import.meta.main) {
  for (const { schema, output } of targets) {
    const path = join(root, output);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await typesFor(schema));
    console.log(output);
  }
}
