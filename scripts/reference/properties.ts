/** The properties of a schema as the rows of a table. */
import { resolved, within } from './schemas.ts';
import type { Place } from './schemas.ts';
import { sharedType, typeInWords } from './types.ts';

/** One property, or one inside it: `digits.min`, `choices[].key`. */
export interface Row {
  name: string;
  type: string;
  /** `required`, what holds when it is not given, or nothing. */
  default: string;
  meaning: string;
}

/** The properties of a map and of the maps in it, the required ones first. */
export function rowsOf(place: Place, prefix = ''): Row[] {
  const { properties = {}, required = [] } = place.schema;
  const names = Object.keys(properties).toSorted(
    (a, b) => Number(required.includes(b)) - Number(required.includes(a)),
  );
  return names.flatMap((name) => {
    const property = within(place, properties[name] ?? {});
    const { text, otherwise } = described(resolved(property).schema.description ?? '');
    const isRequired = required.includes(name);
    const row = {
      name: prefix + name,
      type: typeInWords(property),
      default: isRequired ? 'required' : otherwise,
      meaning: text,
    };
    return [row, ...innerRows(property, prefix + name)];
  });
}

/** Rows of the maps that a value may be or hold, as long as they have no section of their own. */
export function innerRows(place: Place, path: string): Row[] {
  if (sharedType(place) !== undefined) return [];
  const { schema, file } = resolved(place);
  const { anyOf = [], items, additionalProperties: others } = schema;
  const inside = (inner: typeof schema, suffix: string) => innerRows({ schema: inner, file }, path + suffix);
  return [
    ...(schema.properties ? rowsOf({ schema, file }, path === '' ? '' : `${path}.`) : []),
    ...anyOf.flatMap((branch) => inside(branch, '')),
    ...(items ? inside(items, '[]') : []),
    ...(typeof others === 'object' ? entryRows({ schema: others, file }, path === '' ? '' : `${path}.`) : []),
  ];
}

/** Rows of the values of a map with arbitrary keys. */
function entryRows(place: Place, prefix: string): Row[] {
  if (sharedType(place) !== undefined) return [];
  const name = `${prefix}<name>`;
  const { text, otherwise } = described(resolved(place).schema.description ?? '');
  return [{ name, type: typeInWords(place), default: otherwise, meaning: text }, ...innerRows(place, name)];
}

/** The meaning of a property and, told apart from it, what holds when it is not given. */
export function described(description: string): { text: string; otherwise: string } {
  const [sentence, otherwise] = /\s*Default: (.*?)\.(?=\s[A-Z]|$)/.exec(description) ?? [];
  if (sentence === undefined) return { text: description, otherwise: '' };
  return { text: description.replace(sentence, '').trim(), otherwise: otherwise ?? '' };
}
