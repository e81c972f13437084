/** What is told of a request that its description refuses. */

/** A mistake as Ajv tells it, with what was expected there. */
interface Mismatch {
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
  parentSchema?: { description?: string };
}

/** What Fastify throws for a request that its route's schema refuses. */
export interface Invalid {
  validation?: Mismatch[];
  /** Which part of the request. */
  validationContext?: string;
}

const PARTS: Readonly<Record<string, string>> = {
  body: 'the body is invalid',
  querystring: 'the query is invalid',
  params: 'the path is invalid',
  headers: 'the headers are invalid',
};

/** In one line, each mistake once. */
export function describeMismatches(mistakes: readonly Mismatch[], part: string): string {
  const told = new Set(mistakes.map((mistake) => describeMismatch(mistake, part)));
  return `${PARTS[part] ?? 'the request is invalid'}: ${[...told].join(', ')}`;
}

/** A pattern says little to people, so what it is there for stands beside it. */
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
