/**
 * Validation of request bodies against the JSON Schemas, which are loaded with the first request that has a body. Each
 * mistake is reported once, with its place and a correction. For a union, ajv reports errors of every branch; only
 * those of the branch that the body seems to mean are kept.
 */
import { joinList } from '../../../language/text/index.ts';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { toFields } from '../../wire/index.ts';
import type { Service } from './endpoint.ts';
import type { Problem } from '../invalid-request.ts';

/** Returns the mistakes in a body. `definition` is the name of a definition in the service's schema. */
export async function checkBody(service: Service, definition: string, body: unknown): Promise<Problem[]> {
  schemas ??= loadSchemas();
  const { getSchema } = await schemas;
  const validate = getSchema(`${service}#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`${service}.schema.json has no definition ${definition}`);
  if (validate(body)) return [];
  const resolve = (reference: string) => toFields(getSchema(service + reference)?.schema);
  return toProblems(validate.errors ?? [], resolve);
}

interface Schemas {
  getSchema: (reference: string) => ValidateFunction | undefined;
}

let schemas: Promise<Schemas> | undefined;

async function loadSchemas(): Promise<Schemas> {
  const [{ Ajv2020 }, voice, sms, video] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('../../../../schemas/platform/voice.schema.json', { with: { type: 'json' } }),
    import('../../../../schemas/platform/sms.schema.json', { with: { type: 'json' } }),
    import('../../../../schemas/platform/video.schema.json', { with: { type: 'json' } }),
  ]);
  const formats = { uri: (text: string) => URL.canParse(text) };
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false, formats });
  ajv.addSchema(voice.default, 'voice').addSchema(sms.default, 'sms').addSchema(video.default, 'video');
  return { getSchema: (reference) => ajv.getSchema(reference) };
}

interface Schema {
  $ref?: string;
  type?: string;
  required?: string[];
  description?: string;
  examples?: unknown[];
  additionalProperties?: unknown;
  properties?: object;
}

type Resolve = (reference: string) => object | undefined;

/** An ajv error with its schema (ajv's option `verbose`). */
type Complaint = ErrorObject<string, Record<string, unknown>>;

interface Union {
  error: Complaint;
  branches: Schema[];
  marks: string[];
}

/** Mistakes about unions come last. */
function toProblems(errors: readonly ErrorObject[], resolve: Resolve): Problem[] {
  const complaints = errors as readonly Complaint[];
  const unions = complaints.filter(isUnion).map((error): Union => {
    const branches = resolveBranches(error, resolve);
    return { error, branches, marks: findDistinctMembers(branches) };
  });
  const specific = complaints.filter(
    (error) =>
      !isUnion(error) && error.keyword !== 'if' && !unions.some((union) => isAboutOtherBranch(error, union)),
  );
  const hasProblemAt = (path: string) => specific.some(({ instancePath }) => isAtOrBelow(instancePath, path));
  const open = unions.filter((union) => {
    const count = findGivenMembers(union).length;
    return count === 0 ? !hasProblemAt(union.error.instancePath) : count > 1;
  });
  return removeDuplicates([...specific.map(toProblem), ...open.map(toUnionProblem)]);
}

function isUnion({ keyword }: Complaint): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

function resolveBranches({ schema }: Complaint, resolve: Resolve): Schema[] {
  return (schema as Schema[]).map((branch) =>
    branch.$ref === undefined ? branch : ((resolve(branch.$ref) as Schema | undefined) ?? {}),
  );
}

/** Returns the members that tell the branches apart: the first required member of each. */
function findDistinctMembers(branches: Schema[]): string[] {
  return branches.map(({ required }) => required?.[0]).filter((mark) => mark !== undefined);
}

/** True for errors that only say that the body does not match a branch that was not meant. */
function isAboutOtherBranch({ keyword, instancePath, params }: Complaint, { error, marks }: Union): boolean {
  if (instancePath !== error.instancePath) return false;
  return keyword === 'required' ? marks.includes(String(params.missingProperty)) : keyword === 'type';
}

function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** Returns the distinguishing members that are present. Exactly one shows which branch was meant. */
function findGivenMembers({ error: { data }, marks }: Union): string[] {
  const fields = toFields(data) ?? {};
  return marks.filter((mark) => fields[mark] !== undefined);
}

function toUnionProblem(union: Union): Problem {
  const { error, branches, marks } = union;
  const { instancePath: path, data } = error;
  if (marks.length === 0 || toFields(data) === undefined) {
    const types = new Set(branches.map(({ type = 'object' }) => type));
    return { path, message: `must be ${joinList([...types], 'or')}` };
  }
  const given = findGivenMembers(union);
  return given.length > 1
    ? { path, message: `may have only one of ${given.join(', ')}` }
    : { path, message: `must have one of ${marks.join(', ')}` };
}

const messages: Record<string, (complaint: Complaint) => string> = {
  required: () => 'is missing',
  additionalProperties: ({ parentSchema }) => `is not allowed; allowed are ${listKnownMembers(parentSchema)}`,
  enum: ({ params }) => `must be one of ${JSON.stringify(params.allowedValues)}`,
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  type: ({ params }) => `must be ${joinList(String(params.type).split(','), 'or')}`,
  pattern: describeForm,
  format: describeForm,
  minLength: ({ params }) =>
    params.limit === 1 ? 'must not be empty' : `must have at least ${String(params.limit)} characters`,
  maxLength: ({ params }) => `must have at most ${String(params.limit)} characters`,
  minItems: ({ params }) =>
    params.limit === 1 ? 'must not be empty' : `must have at least ${String(params.limit)} items`,
  maxItems: ({ params }) => `must have at most ${String(params.limit)} items`,
  not: ({ schema, message }) => removeSource((schema as Schema).description) ?? message ?? '',
};

function toProblem(complaint: Complaint): Problem {
  const { keyword, instancePath, params, message = 'is wrong' } = complaint;
  const member = params.missingProperty ?? params.additionalProperty;
  const path = typeof member === 'string' ? `${instancePath}/${member}` : instancePath;
  return { path, message: messages[keyword]?.(complaint) ?? message };
}

function describeForm({ parentSchema, message = 'has the wrong form' }: Complaint): string {
  const { examples = [] } = (parentSchema ?? {}) as Schema;
  const shown = examples.map((one) => JSON.stringify(one));
  return shown.length === 0 ? message : `must be such as ${joinList(shown, 'or')}`;
}

function listKnownMembers(schema: object | undefined): string {
  return Object.keys((schema as Schema | undefined)?.properties ?? {}).join(', ');
}

/** Removes the reference to a section at the end of a description. */
function removeSource(text: string | undefined): string | undefined {
  return text?.replace(/ \([^)]*\)$/, '');
}

function removeDuplicates(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [problem.path + problem.message, problem])).values()];
}
