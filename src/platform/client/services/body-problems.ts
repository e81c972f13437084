/**
 * From what ajv says of a body to what its writer can use: each thing that is wrong once, where it is, and what would be
 * right. ajv tells of every branch of an alternative; of those only what the body seems to be meant for is of use.
 */
import { joinList } from '../../../language/text/index.ts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { asFields } from '../../wire/index.ts';
import type { Problem } from '../invalid-request.ts';

/** A schema, as far as its alternatives and its words are looked at. */
interface Schema {
  $ref?: string;
  type?: string;
  required?: string[];
  description?: string;
  examples?: unknown[];
  additionalProperties?: unknown;
  properties?: object;
}

/** Gives the definition that a `$ref` names. */
type Resolve = (reference: string) => object | undefined;

/** What one error says: of a place, once with ajv's `verbose`. */
type Complaint = ErrorObject<string, Record<string, unknown>>;

/** An alternative of which no branch fits, or more than one. */
interface Union {
  error: Complaint;
  branches: Schema[];
  marks: string[];
}

/** All that is wrong; alternatives come last. */
export function problemsFrom(errors: readonly ErrorObject[], resolve: Resolve): Problem[] {
  const complaints = errors as readonly Complaint[];
  const unions = complaints.filter(isUnion).map((error): Union => {
    const branches = branchesOf(error, resolve);
    return { error, branches, marks: marksOf(branches) };
  });
  const specific = complaints.filter(
    (error) => !isUnion(error) && error.keyword !== 'if' && !unions.some((union) => isOfOther(error, union)),
  );
  const isTold = (path: string) => specific.some(({ instancePath }) => isAtOrBelow(instancePath, path));
  const open = unions.filter((union) => {
    const count = givenIn(union).length;
    return count === 0 ? !isTold(union.error.instancePath) : count > 1;
  });
  return distinct([...specific.map(problemOf), ...open.map(problemOfUnion)]);
}

function isUnion({ keyword }: Complaint): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

/** The branches of an alternative, each as it stands where it is defined. */
function branchesOf({ schema }: Complaint, resolve: Resolve): Schema[] {
  return (schema as Schema[]).map((branch) =>
    branch.$ref === undefined ? branch : ((resolve(branch.$ref) as Schema | undefined) ?? {}),
  );
}

/** What tells branches apart: the first member that each requires. */
function marksOf(branches: Schema[]): string[] {
  return branches.map(({ required }) => required?.[0]).filter((mark) => mark !== undefined);
}

/** That a branch which was not meant misses its own member, or that a value is not of its type, goes without saying. */
function isOfOther({ keyword, instancePath, params }: Complaint, { error, marks }: Union): boolean {
  if (instancePath !== error.instancePath) return false;
  return keyword === 'required' ? marks.includes(String(params.missingProperty)) : keyword === 'type';
}

function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** The members of which each stands for a branch. One alone says what was meant: then what is wrong lies in that branch. */
function givenIn({ error: { data }, marks }: Union): string[] {
  const fields = asFields(data) ?? {};
  return marks.filter((mark) => fields[mark] !== undefined);
}

function problemOfUnion(union: Union): Problem {
  const { error, branches, marks } = union;
  const { instancePath: path, data } = error;
  if (marks.length === 0 || asFields(data) === undefined) {
    const types = new Set(branches.map(({ type = 'object' }) => type));
    return { path, message: `must be ${joinList([...types], 'or')}` };
  }
  const given = givenIn(union);
  const isAmbiguous = given.length > 1;
  const message = isAmbiguous
    ? `may have only one of ${given.join(', ')}`
    : `must have one of ${marks.join(', ')}`;
  return { path, message };
}

const say: Record<string, (complaint: Complaint) => string> = {
  required: () => 'is missing',
  additionalProperties: ({ parentSchema }) => `is not known; known are ${knownIn(parentSchema)}`,
  enum: ({ params }) => `must be one of ${JSON.stringify(params.allowedValues)}`,
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  type: ({ params }) => `must be ${joinList(String(params.type).split(','), 'or')}`,
  pattern: form,
  format: form,
  minLength: ({ params }) =>
    params.limit === 1 ? 'must not be empty' : `must have at least ${String(params.limit)} characters`,
  maxLength: ({ params }) => `must have at most ${String(params.limit)} characters`,
  minItems: ({ params }) =>
    params.limit === 1 ? 'must not be empty' : `must have at least ${String(params.limit)} items`,
  maxItems: ({ params }) => `must have at most ${String(params.limit)} items`,
  not: ({ schema, message }) => withoutSource((schema as Schema).description) ?? message ?? '',
};

function problemOf(complaint: Complaint): Problem {
  const { keyword, instancePath, params, message = 'is wrong' } = complaint;
  const member = params.missingProperty ?? params.additionalProperty;
  const path = typeof member === 'string' ? `${instancePath}/${member}` : instancePath;
  return { path, message: say[keyword]?.(complaint) ?? message };
}

/** An example says more than a pattern. */
function form({ parentSchema, message = 'has the wrong form' }: Complaint): string {
  const { examples = [] } = (parentSchema ?? {}) as Schema;
  return examples.length === 0
    ? message
    : `must be such as ${joinList(
        examples.map((one) => JSON.stringify(one)),
        'or',
      )}`;
}

function knownIn(schema: object | undefined): string {
  return Object.keys((schema as Schema | undefined)?.properties ?? {}).join(', ');
}

/** Descriptions end with the section that they come from. */
function withoutSource(text: string | undefined): string | undefined {
  return text?.replace(/ \([^)]*\)$/, '');
}

function distinct(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [problem.path + problem.message, problem])).values()];
}
