/**
 * Compiles the subset of JSON Schema (draft-07) that our schemas use, with references resolved. `x-ringflow` defines
 * the meaning of a text, so names and expressions are found at any depth.
 */
import type { VarType } from '../../model/index.ts';
import { resolveBeside } from '../../text/index.ts';

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** The kind of thing that a text refers to. */
export type ReferenceKind =
  | 'step'
  | 'target'
  | 'prompt'
  | 'template'
  | 'condition'
  | 'expression'
  | 'variable'
  | 'value'
  | 'argument'
  /** A template that may contain secrets. */
  | 'sink'
  /** An expression that reads a value from an HTTP response. */
  | 'answer'
  | 'hours'
  | 'table'
  | 'flow'
  | 'language'
  | 'import'
  /** Pitch, rate or volume of a voice. */
  | 'prosody';

interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  enum?: (string | number | boolean)[];
  const?: string | number | boolean;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  dependencies?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
  examples?: unknown[];
  'x-ringflow'?: string;
  'x-ringflow-type'?: string;
}

/**
 * A compiled schema: references resolved, patterns compiled, branches flattened. Nested rules are compiled on first
 * use.
 */
export interface Rule {
  description: string;
  /** Examples of valid values. */
  examples: readonly unknown[];
  types: readonly JsonType[];
  properties: ReadonlyMap<string, () => Rule>;
  required: readonly string[];
  /** The rule of all other properties; absent when none are allowed. */
  others?: () => Rule;
  names?: Rule;
  items?: () => Rule;
  bounds: Pick<
    Schema,
    'minItems' | 'maxItems' | 'minProperties' | 'maxProperties' | 'minLength' | 'minimum' | 'maximum'
  >;
  values?: readonly (string | number | boolean)[];
  pattern?: RegExp;
  /** Description of the pattern. */
  form: string;
  /** Exactly one of these keys is required. */
  oneKeyOf: readonly string[];
  /** Key → the keys of which at least one must be present beside it. */
  companions: ReadonlyMap<string, readonly string[]>;
  /** At least one of these must match; empty when there are no branches. */
  branches: readonly Rule[];
  reference?: ReferenceKind;
  /** The type required of the variable that the text names. */
  variableType?: VarType;
}

/** Compiles schema files; the result looks up a rule by `$id`. References between files use `$id` too. */
export function compileSchemas(
  schemas: readonly ({ $id: string } & Record<string, unknown>)[],
): (id: string) => Rule {
  const files = new Map(schemas.map((schema) => [schema.$id, schema as Schema]));
  const cache = new Map<string, Rule>();

  function resolve(reference: string): Rule {
    const known = cache.get(reference);
    if (known) return known;
    const [file = '', pointer = ''] = reference.split('#');
    const rule = build(followPointer(files.get(file), pointer, reference), file);
    cache.set(reference, rule);
    return rule;
  }

  function build(schema: Schema, file: string): Rule {
    const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
    if (target !== undefined) {
      const rule = resolve(toAbsoluteReference(target, file));
      return schema.description === undefined ? rule : { ...rule, description: schema.description };
    }
    return buildRule(schema, (inner) => build(inner, file));
  }

  return (id) => resolve(`${id}#`);
}

/** Builds the rule of a schema without a reference; `build` builds those of nested schemas. */
function buildRule(schema: Schema, build: (inner: Schema) => Rule): Rule {
  const { description = '', properties = {}, dependencies = {}, anyOf = [] } = schema;
  const buildLater = (inner: Schema) => evaluateOnce(() => build(inner));
  return {
    description,
    examples: schema.examples ?? [],
    types: [schema.type ?? []].flat() as JsonType[],
    properties: new Map(Object.entries(properties).map(([name, inner]) => [name, buildLater(inner)])),
    required: schema.required ?? [],
    ...readOthers(schema, buildLater),
    ...(schema.propertyNames ? { names: build(schema.propertyNames) } : {}),
    ...(schema.items ? { items: buildLater(schema.items) } : {}),
    bounds: schema,
    ...readAllowedValues(schema),
    ...(schema.pattern === undefined ? {} : { pattern: new RegExp(schema.pattern, 'u') }),
    form: description,
    oneKeyOf: listExclusiveKeys(schema),
    companions: new Map(Object.entries(dependencies).map(([key, inner]) => [key, listExclusiveKeys(inner)])),
    branches: anyOf.map(build).flatMap((branch) => (branch.branches.length > 0 ? branch.branches : [branch])),
    ...readReference(schema),
  };
}

function listExclusiveKeys({ oneOf = [] }: Schema): string[] {
  return oneOf.flatMap((choice) => choice.required ?? []);
}

function readOthers({ additionalProperties }: Schema, later: (inner: Schema) => () => Rule) {
  if (additionalProperties === false) return {};
  return { others: later(typeof additionalProperties === 'object' ? additionalProperties : {}) };
}

function readAllowedValues(schema: Schema): Pick<Rule, 'values'> {
  if (schema.const !== undefined) return { values: [schema.const] };
  return schema.enum === undefined ? {} : { values: schema.enum };
}

function readReference(schema: Schema): Pick<Rule, 'reference' | 'variableType'> {
  const kind = schema['x-ringflow'];
  const type = schema['x-ringflow-type'];
  return {
    ...(kind === undefined ? {} : { reference: kind as ReferenceKind }),
    ...(type === undefined ? {} : { variableType: type as VarType }),
  };
}

/**
 * Resolves a reference such as `../flow.schema.json#/definitions/key` relative to a file; the result is `$id#pointer`.
 */
function toAbsoluteReference(reference: string, from: string): string {
  const [path = '', pointer = ''] = reference.split('#');
  if (path === '') return `${from}#${pointer}`;
  return `${resolveBeside(from, path)}#${pointer}`;
}

function followPointer(file: Schema | undefined, pointer: string, reference: string): Schema {
  let found: unknown = file;
  for (const part of pointer.split('/').filter(Boolean)) {
    found = (found as Record<string, unknown> | undefined)?.[part];
  }
  if (found === undefined) throw new Error(`a schema refers to ${reference}, which does not exist`);
  return found as Schema;
}

function evaluateOnce<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
}
