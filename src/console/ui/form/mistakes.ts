/** Finds the fields that a refusal of the API concerns. */
import { ApiProblem } from '../../api/problem.ts';

/** Name of a field → its mistake. A member of a member is named `platform.appId`. */
export type Mistakes = Readonly<Record<string, string>>;

/** Reads the mistakes: those with a place in the request, or the one that the code names a field for. */
export function readMistakes(
  { code, message, details }: Pick<ApiProblem, 'code' | 'message' | 'details'>,
  fields: Readonly<Record<string, string>>,
): Mistakes {
  const field = fields[code];
  if (field !== undefined) return { [field]: toSentence(message) };
  const listed = Array.isArray(details.errors) ? details.errors.filter(isListedMistake) : [];
  return Object.fromEntries(
    listed.map(({ pointer, detail }) => [pointer.slice(1).replaceAll('/', '.'), toSentence(detail)]),
  );
}

/** Returns a mistake that the form finds by itself as a refusal, which it shows like those of the API. */
export function toMistake(field: string, detail: string): ApiProblem {
  return new ApiProblem({
    status: 400,
    code: 'invalid',
    message: detail,
    details: { errors: [{ pointer: `/${field}`, detail }] },
  });
}

function isListedMistake(entry: unknown): entry is { pointer: string; detail: string } {
  const { pointer, detail } = (entry ?? {}) as Record<string, unknown>;
  return typeof pointer === 'string' && typeof detail === 'string';
}

function toSentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
