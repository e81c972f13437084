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
  body: 'the body does not fit',
  querystring: 'the query does not fit',
  params: 'the address does not fit',
  headers: 'the headers do not fit',
};

/** In one line, each mistake once. */
export function describeMismatches(mistakes: readonly Mismatch[], part: string): string {
  const told = new Set(mistakes.map((mistake) => describeMismatch(mistake, part)));
  return `${PARTS[part] ?? 'the request does not fit'}: ${[...told].join(', ')}`;
}

/** A pattern says little to people, so what it is there for stands beside it. */
function describeMismatch(
  { instancePath, message = 'does not fit', params, parentSchema }: Mismatch,
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
