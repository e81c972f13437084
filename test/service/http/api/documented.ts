/** Whether the description of the API (schemas/openapi.json) tells of a refusal that was answered. */
import { readFileSync } from 'node:fs';

interface Described {
  components: { responses: Record<string, Narrowed> };
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

interface Narrowed {
  content?: Record<string, { schema: { allOf: { properties?: { code?: { enum: string[] } } }[] } }>;
}

const file = new URL('../../../../schemas/openapi.json', import.meta.url);
export const described = JSON.parse(readFileSync(file, 'utf8')) as Described;

const operations = Object.entries(described.paths).flatMap(([template, methods]) => {
  const path = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
  return Object.entries(methods).map(([method, { responses }]) => ({ path, method, responses }));
});

/** The codes that an operation tells of for a status. */
export function codesOf(responses: Record<string, unknown>, status: number): string[] {
  const response = responses[status] as Narrowed | { $ref: string } | undefined;
  const { content }: Narrowed =
    response !== undefined && '$ref' in response
      ? (described.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? {})
      : (response ?? {});
  return content?.['application/problem+json']?.schema.allOf[1]?.properties?.code?.enum ?? [];
}

/** What is wrong with a refusal; undefined where it is described, or was asked for by no operation. */
export function undocumented(asked: { method: string; path: string }, body: unknown): string | undefined {
  const { status, code } = body as { status: number; code: string };
  const [path = ''] = asked.path.split('?');
  const operation = operations.find(
    (one) => one.method === asked.method.toLowerCase() && one.path.test(`/api/v1${path}`),
  );
  if (operation === undefined || codesOf(operation.responses, status).includes(code)) return undefined;
  return `${asked.method} ${path} is described without ${status} ${code}`;
}
