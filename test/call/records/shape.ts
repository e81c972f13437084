/** The shapes of what is kept as JSON Schemas, made from the types of this release. */
import { join } from 'node:path';
import { createFormatter, createParser, createProgram, SchemaGenerator } from 'ts-json-schema-generator';
import type { CompletedConfig, Schema } from 'ts-json-schema-generator';
import { DEFAULT_CONFIG } from 'ts-json-schema-generator';

const root = join(import.meta.dirname, '../../..');

/** The interfaces of shapes.ts. */
const NAMES = ['Calls', 'Spooled', 'Deployments', 'Documents'] as const;

/** A JSON Schema for each interface of shapes.ts, in the order of their names, the same on every machine. */
export function shapesOfToday(): Record<(typeof NAMES)[number], Schema> {
  const config: CompletedConfig = {
    ...DEFAULT_CONFIG,
    path: join(root, 'test/call/records/shapes.ts'),
    tsconfig: join(root, 'tsconfig.json'),
    skipTypeCheck: true,
    jsDoc: 'none',
    additionalProperties: true,
    sortProps: true,
  };
  const program = createProgram(config);
  const shapes = NAMES.map((type) => {
    const own = { ...config, type };
    const generator = new SchemaGenerator(program, createParser(program, own), createFormatter(own), own);
    return [type, generator.createSchema(type)] as const;
  });
  return Object.fromEntries(shapes) as ReturnType<typeof shapesOfToday>;
}
