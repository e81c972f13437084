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

/** A mistake in a request, for programs that show it beside what is wrong. */
interface RequestMistake {
  /** Part of the request: body, querystring, params or headers. */
  in: string;
  /** JSON Pointer into that part. */
  pointer: string;
  detail: string;
}

/** Lists the mistakes with their places; the first one of each place. */
export function listMistakes(mismatches: readonly Mismatch[], part: string): RequestMistake[] {
  const byPointer = new Map<string, RequestMistake>();
  for (const mismatch of mismatches) {
    const pointer = locate(mismatch);
    if (!byPointer.has(pointer))
      byPointer.set(pointer, { in: part, pointer, detail: describeExpectation(mismatch) });
  }
  return [...byPointer.values()];
}

function locate({ instancePath, params: { missingProperty, additionalProperty } }: Mismatch): string {
  const member = missingProperty ?? additionalProperty;
  return typeof member === 'string' ? `${instancePath}/${member}` : instancePath;
}

function describeExpectation({ message = 'is invalid', params, parentSchema }: Mismatch): string {
  if (params.missingProperty !== undefined) return 'is required';
  if (params.additionalProperty !== undefined) return 'is not known';
  const expected = parentSchema?.description;
  return params.pattern !== undefined && expected !== undefined ? `expected: ${expected}` : message;
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
  const place = part === 'querystring' ? instancePath.slice(1) : `${part}${instancePath}`;
  return `${place} ${message}${what.length === 0 ? '' : ` (${what.join('; ')})`}`.trimStart();
}
