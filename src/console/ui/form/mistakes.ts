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
  const byField = Map.groupBy(listed, ({ pointer }) => toFieldName(pointer));
  return Object.fromEntries(
    [...byField].map(([name, found]) => [name, found.map(({ detail }) => toSentence(detail)).join(' ')]),
  );
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
  return toMistakes([{ field, detail }]);
}

/** Returns several mistakes as one refusal. */
export function toMistakes(mistakes: readonly { field: string; detail: string }[]): ApiProblem {
  return new ApiProblem({
    status: 400,
    code: 'invalid',
    message: mistakes.map(({ detail }) => detail).join('; '),
    details: { errors: mistakes.map(({ field, detail }) => ({ pointer: `/${field}`, detail })) },
  });
}

/** Runs all readers and returns what they read. Throws an `ApiProblem` with the mistakes of all of them. */
export function readAll<const Readers extends readonly (() => unknown)[]>(readers: Readers): Parts<Readers> {
  const mistakes: { field: string; detail: string }[] = [];
  const parts = readers.flatMap((read) => {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof ApiProblem) || !Array.isArray(error.details.errors)) throw error;
      const found = error.details.errors.filter(isListedMistake);
      mistakes.push(...found.map(({ pointer, detail }) => ({ field: pointer.slice(1), detail })));
      return [];
    }
  });
  if (mistakes.length > 0) throw toMistakes(mistakes);
  return parts as Parts<Readers>;
}

/** What readers return, in their order. */
type Parts<Readers extends readonly (() => unknown)[]> = {
  -readonly [At in keyof Readers]: ReturnType<Readers[At]>;
};

function isListedMistake(entry: unknown): entry is { pointer: string; detail: string } {
  const { pointer, detail } = (entry ?? {}) as Record<string, unknown>;
  return typeof pointer === 'string' && typeof detail === 'string';
}

function toSentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
