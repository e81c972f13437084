/** Parameters of a flow as lines of text: `name = value`. The API turns the texts into the types of the parameters. */
import { readAll, toMistake } from './mistakes.ts';

type Params = Readonly<Record<string, string | number | boolean>>;

/**
 * Reads the lines as a member `params`; no member when there are none. Throws an `ApiProblem` for lines without a name.
 *
 * @param field the field of the lines, which a mistake concerns
 */
export function readParamLines(
  lines: readonly string[],
  field = 'params',
): { params?: Record<string, string> } {
  if (lines.length === 0) return {};
  const pairs = readAll(lines.map((line) => () => readParamLine(line, field)));
  return { params: Object.fromEntries(pairs) };
}

function readParamLine(line: string, field: string): [string, string] {
  const at = line.indexOf('=');
  if (at <= 0) throw toMistake(field, `"${line}" has no name before "=": write lines such as language = de`);
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

/** Renders parameters as lines. */
export function toParamLines(params: Params = {}): string[] {
  return Object.entries(params).map(([name, value]) => `${name} = ${String(value)}`);
}
