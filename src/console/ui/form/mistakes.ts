/** Finds the fields that a refusal of the API concerns. */
import { ApiProblem } from '../../api/problem.ts';

/** Name of a field → its mistake. A member of a member is named `platform.appId`. */
export type Mistakes = Readonly<Record<string, string>>;

/** Reads the mistakes: those with a place in the request, or the one that the code names a field for. */
export function readMistakes(
  { code, message, details }: Pick<ApiProblem, 'code' | 'message' | 'details'>,
  fields: Readonly<Record<string, string>>,
): Mistakes {
  const listed = Array.isArray(details.errors) ? details.errors.filter(isListedMistake) : [];
  const field = fields[code];
  if (listed.length === 0 && field !== undefined) return { [field]: toSentence(message) };
  return Object.fromEntries(listed.map(({ pointer, detail }) => [toFieldName(pointer), toSentence(detail)]));
}

/** Returns the field of a place in the request; an entry of a list belongs to the field of the list. */
function toFieldName(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/\/\d+$/, '')
    .replaceAll('/', '.');
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
