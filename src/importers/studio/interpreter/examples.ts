/** Examples of answers that make a difference to a flow: what it compares, and values beside a bound. */
import type { Json } from '../../../../schemas/types/scenario.ts';
import type { ServiceReply } from '../../../verification/compare/index.ts';
import { findTestKind, parseDecimal, splitValues } from '../tests.ts';
import type { Condition, StudioFlow, Widget } from '../widgets.ts';

/** Values with which a flow compares each thing that it reads; by the path as written. */
export type Examples = ReadonlyMap<string, ReadonlySet<string>>;

const MAX_REPLIES = 40;

/** Collects the examples of a flow. */
export function collectExamples({ widgets }: StudioFlow): Examples {
  const examples = new Map<string, Set<string>>();
  const copies = listCopies(widgets);
  for (const condition of widgets.flatMap(({ transitions }) =>
    transitions.flatMap((one) => one.conditions),
  )) {
    const values = listValues(condition);
    const paths = listWrittenPaths(condition.left);
    for (const path of [...paths, ...paths.flatMap((one) => copies.get(one) ?? [])]) {
      const known = examples.get(path) ?? new Set();
      for (const value of values) known.add(value);
      examples.set(path, known);
    }
  }
  return examples;
}

/** Variable → what is copied into it. */
function listCopies(widgets: readonly Widget[]): ReadonlyMap<string, string[]> {
  const copies = new Map<string, string[]>();
  for (const { does } of widgets)
    if (does.kind === 'set')
      for (const { key, value } of does.variables) {
        const name = `flow.variables.${key}`;
        copies.set(name, [...(copies.get(name) ?? []), ...listWrittenPaths(value)]);
      }
  return copies;
}

function listWrittenPaths(template: string): string[] {
  return [...template.matchAll(/\{\{-?\s*([\w.[\]'"-]+)/g)].map(([, path = '']) => path);
}

function listValues({ type, right }: Condition): string[] {
  if (right.includes('{{') || right.includes('{%')) return [];
  switch (findTestKind(type)?.asks) {
    case 'any_of':
      return splitValues(right);
    case 'equal':
    case 'contains':
    case 'starts_with':
      return [right.trim()];
    case 'less':
    case 'greater': {
      const bound = parseDecimal(right);
      return bound === undefined ? [] : [bound - 1, bound, bound + 1].map(String);
    }
    case 'regex':
      return sampleTexts(right);
    default:
      return [];
  }
}

/** Makes texts that simple patterns match: their alternatives, with counts and classes replaced. */
function sampleTexts(pattern: string): string[] {
  const inner = pattern
    .trim()
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/^\((?:\?:)?([^()]*)\)$/, '$1');
  return inner
    .split('|')
    .map((part) =>
      part.replaceAll(
        /(\\d|\[[^\]]*\]|\\?.)(?:\{(\d+)(?:,\d*)?\}|([*+?]))?/g,
        (_, atom: string, count?: string, sign?: string) =>
          sampleAtom(atom).repeat(
            count === undefined ? (sign === '*' || sign === '?' ? 0 : 1) : Math.min(Number(count), 20),
          ),
      ),
    )
    .filter((text) => text !== '');
}

function sampleAtom(atom: string): string {
  if (atom === '\\d') return '1';
  if (atom.startsWith('[')) return /^\[\^?(.)/.exec(atom)?.[1] ?? '';
  if ('()^$'.includes(atom)) return '';
  return atom === '.' ? 'x' : atom.replace(/^\\/, '');
}

/** Lists the examples of what a widget finds out, by the path below its name. */
export function findExamples(examples: Examples, widget: string): Map<string, readonly string[]> {
  const prefix = `widgets.${widget}.`;
  const found = new Map<string, readonly string[]>();
  for (const [path, values] of examples)
    if (path.startsWith(prefix)) found.set(path.slice(prefix.length), [...values]);
  return found;
}

/**
 * Makes replies of a service: for each field, each value that is compared and another one, while the other fields have the first
 * value that is compared, or another one.
 */
export function makeReplies(examples: Examples, widget: string): ServiceReply[] {
  const found = [...findExamples(examples, widget)].filter(([path]) => path.startsWith('parsed.'));
  const fields = found.map(([path, values]) => ({
    path: path.split('.').slice(1),
    values: [...values, OTHER],
  }));
  const fill = (
    chosen: (values: readonly string[]) => string,
    one?: { path: readonly string[]; value: string },
  ) => buildJson(fields.map(({ path, values }) => [path, path === one?.path ? one.value : chosen(values)]));
  const ways = [(values: readonly string[]) => values[0] ?? OTHER, () => OTHER];
  const bodies = [
    ...ways.map((chosen) => fill(chosen)),
    ...fields.flatMap(({ path, values }) =>
      ways.flatMap((chosen) => values.map((value) => fill(chosen, { path, value }))),
    ),
    ...(fields.length > 0 ? [{}] : []),
  ];
  const distinct = [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()];
  const statuses = (findExamples(examples, widget).get('status_code') ?? []).filter((one) =>
    /^[2-5]\d\d$/.test(one),
  );
  return [
    ...distinct.slice(0, MAX_REPLIES).map((json) => ({ status: 200, json })),
    ...statuses.map((status) => ({ status: Number(status), json: distinct[0] ?? {} })),
  ];
}

/** A value that nothing is compared with. */
const OTHER = 'another';

function buildJson(fields: readonly (readonly [readonly string[], string])[]): Json {
  const root: Record<string, Json> = {};
  for (const [path, value] of fields) {
    let node = root;
    for (const part of path.slice(0, -1)) {
      const known = Object.hasOwn(node, part) ? node[part] : undefined;
      const inner: Record<string, Json> =
        typeof known === 'object' && known !== null && !Array.isArray(known) ? known : {};
      define(node, part, inner);
      node = inner;
    }
    define(node, path.at(-1) ?? '', value);
  }
  return root;
}

function define(node: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(node, name, { value, enumerable: true, writable: true, configurable: true });
}
