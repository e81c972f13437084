/** Values at random that fit a schema, as far as the description of the API uses JSON Schema. */
import * as fc from 'fast-check';
import type { Schema } from '../../../platform/emulator/fuzz/hostile.ts';

/** What the description says of a value. */
export interface Described extends Schema {
  anyOf?: Described[];
  allOf?: Described[];
  items?: Described;
  properties?: Record<string, Described>;
  patternProperties?: Record<string, Described>;
  required?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

const time = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Anything that fits; no text or list longer than finds more. */
export function arbitraryOf(schema: Described): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return listOf(schema);
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer(boundsOf(schema));
    case 'number':
      return fc.double({ ...boundsOf(schema), noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    default:
      throw new Error(`no values are known for ${JSON.stringify(schema)}`);
  }
}

function listOf({ items = {}, minItems = 0, maxItems = 3, uniqueItems }: Described): fc.Arbitrary<unknown[]> {
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, 3) };
  if (uniqueItems !== true) return fc.array(arbitraryOf(items), bounds);
  return fc.uniqueArray(arbitraryOf(items), { ...bounds, selector: (item) => JSON.stringify(item) });
}

function boundsOf({ minimum, maximum }: Described): { min?: number; max?: number } {
  return { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
}

function textOf({ pattern, format, minLength = 0, maxLength = 50 }: Described): fc.Arbitrary<string> {
  if (format === 'date-time') return time;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 50), unit: 'binary' });
}

function objectOf({
  properties = {},
  required = [],
  patternProperties = {},
}: Described): fc.Arbitrary<unknown> {
  const described = Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema)] as const);
  const known = fc.record(Object.fromEntries(described), { requiredKeys: required });
  const others = Object.entries(patternProperties).map(([pattern, schema]) =>
    fc.dictionary(fc.stringMatching(new RegExp(pattern)), arbitraryOf(schema), { maxKeys: 4 }),
  );
  return fc.tuple(known, ...others).map((parts) => Object.assign({}, ...parts) as unknown);
}
