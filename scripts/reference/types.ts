/** Renders the type of a schema as text. */
import { joinList } from '../../src/language/text/index.ts';
import { resolve, resolved, within } from './schemas.ts';
import type { Place } from './schemas.ts';

/** Definitions that are told where they are used; all others have a section of their own. */
const INLINE = ['input'];

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'nothing',
  object: 'map',
  array: 'list',
};

/** `[duration](#duration)`, `list of text`, `` `true` or `false` ``. */
export function typeInWords(place: Place): string {
  const { schema } = place;
  const shared = sharedType(place);
  if (shared !== undefined) return `[${shared}](#${anchorOf(shared)})`;
  if (schema.$ref !== undefined || schema.allOf !== undefined) return typeInWords(resolved(place));
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return joinAlternatives(schema.enum.map(code));
  if (schema.anyOf) return joinAlternatives(schema.anyOf.map((branch) => typeInWords(within(place, branch))));
  if (schema.items) return `list of ${grouped(typeInWords(within(place, schema.items)))}`;
  if (typeof schema.additionalProperties === 'object')
    return `map of ${grouped(typeInWords(within(place, schema.additionalProperties)))}`;
  return plain([schema.type ?? (schema.properties ? 'object' : [])].flat());
}

/** The shared type to which a schema refers, straight or by way of other references. */
export function sharedType({ schema, file }: Place): string | undefined {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference === undefined) return undefined;
  const target = resolve(reference, file);
  const [, name] = /^\/definitions\/(\w+)$/.exec(target.pointer) ?? [];
  return target.file === 'flow.schema.json' && hasSection(name) ? name : sharedType(target);
}

/** True for definitions that have a section of their own. */
export function hasSection(definition: string | undefined): definition is string {
  return definition !== undefined && !INLINE.includes(definition);
}

function anchorOf(definition: string): string {
  return definition === 'step' ? 'a-step' : `${definition.toLowerCase()}-type`;
}

/** Digits can be written as a number, without quotes. */
function plain(types: string[]): string {
  const isDigits = types.length === 2 && types.includes('string') && types.includes('integer');
  const isEmptyMap = types.includes('null') && types.includes('object');
  const told = isDigits ? ['string'] : isEmptyMap ? ['null'] : types;
  return joinAlternatives(told.map((type) => WORDS[type] ?? type));
}

/** Renders distinct alternatives: `a, b or c`. */
function joinAlternatives(words: string[]): string {
  return joinList([...new Set(words)], 'or');
}

function grouped(words: string): string {
  return words.includes(' or ') ? `(${words})` : words;
}

function code(value: unknown): string {
  return `\`${String(value)}\``;
}
