/** The schemas of the flow language as files that refer to each other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Part of a schema that the reference reads. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  definitions?: Record<string, Schema>;
}

/** A schema and the file in which it stands, from which its references are seen. */
export interface Place {
  schema: Schema;
  file: string;
}

const folder = join(import.meta.dirname, '../../schemas');
const files = new Map<string, Schema>();

/** A schema file by its path below schemas/. */
export function schemaFile(file: string): Place {
  const known = files.get(file) ?? (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Schema);
  files.set(file, known);
  return { schema: known, file };
}

/** Resolves a reference: its file, the path in it, and the schema there. */
export function resolve(reference: string, from: string): Place & { pointer: string } {
  const [path = '', pointer = ''] = reference.split('#');
  const file = path === '' ? from : join(from, '..', path);
  let found: unknown = schemaFile(file).schema;
  for (const part of pointer.split('/').filter(Boolean)) found = (found as Record<string, unknown>)[part];
  return { schema: found as Schema, file, pointer };
}

/** A schema without references; a description beside a reference comes before the one it leads to. */
export function resolved({ schema, file }: Place): Place {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference === undefined) return { schema, file };
  const target = resolved(resolve(reference, file));
  const own = schema.description === undefined ? {} : { description: schema.description };
  return { ...target, schema: { ...target.schema, ...own } };
}

/** A schema inside another one. */
export function within({ file }: Place, schema: Schema): Place {
  return { schema, file };
}
