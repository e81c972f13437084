/** From a JSON Schema and good bodies: the same made wrong in every way at every place that the schema knows. */
import { isDeepStrictEqual } from 'node:util';

/** As much of a JSON Schema as is looked at. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  additionalProperties?: boolean | Schema;
}

type Path = readonly (string | number)[];

/** A body, and what is wrong with it. */
export interface Hostile {
  what: string;
  text: string;
}

const kilo = 1_000;
const deepArray = '['.repeat(5 * kilo) + ']'.repeat(5 * kilo);
const deepObject = '{"a":'.repeat(5 * kilo) + '1' + '}'.repeat(5 * kilo);
/** Long texts that a careless pattern takes quadratic time for. */
const longTexts = ['<', '{', ' ', '\\"'].map((part) => `"${part.repeat(200 * kilo)}"`);

/** JSON texts that are wrong nearly everywhere. Numbers beyond a double stand here too, so they are texts, not values. */
export const nonsense: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e308', '-1e308', '1e999', '-1e999', '9007199254740993'],
  ...['""', '" "', '"x"', '"NaN"', '"1e999"', '"\\u0000"', '"\\ud800"', '"\\udc00x"', '"\\r\\n"', '"😀"'],
  ...['"__proto__"', '"constructor"', '"../../x"', '"${1}"', '"{a}{b}"', '"https://"', '"ws://127.0.0.1:1/#a"'],
  ...['[]', '[null]', '[[]]', '["", 1]', '{}', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}'],
  ...['{"toString":null}', '{"length":1e9}', '{"toJSON":1}', deepArray, deepObject],
]; // prettier-ignore

const huge: readonly string[] = [
  `"${'x'.repeat(kilo * kilo)}"`,
  ...longTexts,
  `[${'0,'.repeat(50 * kilo)}0]`,
  `{${Array.from({ length: 20 * kilo }, (_, index) => `"k${index}":0`).join()}}`,
];

const strangeNames = ['no_such_property', '__proto__', 'constructor', 'hasOwnProperty', 'toString', ''];

/** Every wrong form of some good bodies: of the first at every place, of the others where they have what it has not. */
export function* hostileBodies(source: Source, goods: readonly unknown[]): Generator<Hostile> {
  const [first, ...others] = goods;
  yield* wrongForms(placesIn(source), first);
  for (const good of others) {
    const isNew = ({ path }: Place) =>
      at(good, path) !== undefined && !isDeepStrictEqual(at(good, path), at(first, path));
    yield* wrongForms(placesIn(source).filter(isNew), good);
  }
}

function* wrongForms(places: readonly Place[], good: unknown): Generator<Hostile> {
  for (const { path, schemas } of places) {
    if (path.length > 0) {
      yield { what: `${name(path)} missing`, text: JSON.stringify(replaced(good, path, undefined)) };
      for (const text of [...nonsense, ...huge, ...schemas.flatMap(nearby), ...grown(at(good, path))])
        yield { what: `${name(path)} is ${text.slice(0, 60)}`, text: placed(good, path, text) };
    }
    if (path.length > 0 && !schemas.some(({ properties }) => properties !== undefined)) continue;
    for (const strange of strangeNames)
      for (const text of ['"x"', '{}', 'null'])
        yield { what: `${name(path)} has ${strange}: ${text}`, text: placed(good, [...path, strange], text) };
  }
}

/** Which schema bodies are made from. */
export interface Source {
  document: Schema;
  /** Its name below `$defs`; absent: the whole. */
  definition?: string | undefined;
}

/** A place in a body, and all that the schema says of it. */
export interface Place {
  path: Path;
  schemas: Schema[];
}

/** The places that a schema knows, the root first. */
export function placesIn({ document, definition }: Source): Place[] {
  const root = definition === undefined ? document : (document.$defs?.[definition] ?? {});
  const places = new Map<string, Place>();
  for (const { path, schema } of placesOf(document, root)) {
    const key = JSON.stringify(path);
    places.set(key, { path, schemas: [...(places.get(key)?.schemas ?? []), schema] });
  }
  return [...places.values()];
}

/** Every mention of a place, once for each schema that it is in. */
function* placesOf(
  document: Schema,
  schema: Schema,
  path: Path = [],
): Generator<{ path: Path; schema: Schema }> {
  if (path.length > 8) return;
  yield { path, schema };
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const referred =
    schema.$ref === undefined ? [] : [document.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}];
  for (const part of [...parts, ...referred]) yield* placesOf(document, part, path);
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    yield* placesOf(document, inner, [...path, key]);
  if (schema.items) yield* placesOf(document, schema.items, [...path, 0]);
}

/** What is legal, or almost. */
function nearby({ enum: values = [], const: only, minimum, maximum, type, format }: Schema): string[] {
  const near = [...values, ...(only === undefined ? [] : [only])].map((value) => JSON.stringify(value));
  if (minimum !== undefined) near.push(String(minimum), String(minimum - 1));
  if (maximum !== undefined) near.push(String(maximum), String(maximum + 1));
  if (type === 'boolean') near.push('"true"', '1');
  if (format === 'uri')
    near.push('"http://["', '"file:///etc/passwd"', '"http://a b"', '"http://127.0.0.1:99999/"');
  return near;
}

/** A good text with more at its end. */
function grown(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  return ['\u0000', '\uD800', ' ', 'x'.repeat(10 * kilo)].map((more) => JSON.stringify(value + more));
}

function name(path: Path): string {
  return path.length === 0 ? 'the body' : path.join('.');
}

function at(value: unknown, path: Path): unknown {
  return path.reduce(
    (inner: unknown, key) => (inner as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

const mark = '\u0001here\u0001';

/** The body as JSON, with a JSON text at a place; what leads there is made where it is missing. */
export function placed(good: unknown, path: Path, text: string): string {
  return JSON.stringify(replaced(good, path, mark)).replace(JSON.stringify(mark), () => text);
}

/** A copy with another value at a place, or without it. Names such as `__proto__` become properties as in JSON. */
function replaced(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  const old: unknown = entries.find(([one]) => one === String(key))?.[1];
  const others = entries.filter(([one]) => one !== String(key));
  const changed = Object.fromEntries([...others, [String(key), replaced(old, rest, to)]]);
  return typeof key === 'number' ? Object.values(changed).filter((one) => one !== undefined) : changed;
}
