/** Describes why a request does not match its schema. */

/** An error of Ajv, with the schema that was violated. */
interface Mismatch {
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
  parentSchema?: { description?: string };
}

/** The error that Fastify throws for an invalid request. */
export interface Invalid {
  validation?: Mismatch[];
  /** The part of the request. */
  validationContext?: string;
}

const PARTS: Readonly<Record<string, string>> = {
  body: 'the body is invalid',
  querystring: 'the query is invalid',
  params: 'the path is invalid',
  headers: 'the headers are invalid',
};

/** Describes all errors in one line without repetition. */
export function describeMismatches(mismatches: readonly Mismatch[], part: string): string {
  const texts = new Set(mismatches.map((mismatch) => describeMismatch(mismatch, part)));
  return `${PARTS[part] ?? 'the request is invalid'}: ${[...texts].join(', ')}`;
}

/** Describes an error; the description of a pattern is added for people. */
function describeMismatch(
  { instancePath, message = 'is invalid', params, parentSchema }: Mismatch,
  part: string,
): string {
  const { additionalProperty, pattern } = params;
  const expected = parentSchema?.description?.replace(/\.$/, '');
  const what = [
    ...(typeof additionalProperty === 'string' ? [`"${additionalProperty}"`] : []),
    ...(pattern !== undefined && expected !== undefined ? [expected] : []),
  ];
  return `${part}${instancePath} ${message}${what.length === 0 ? '' : ` (${what.join('; ')})`}`;
}
