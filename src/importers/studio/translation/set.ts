/** Translates assignments. */
import { findNext, type Parameter, type Widget } from '../widgets.ts';
import type { FlowWriter } from './flow-writer.ts';
import { declareVariable } from './values.ts';
import type { Variable } from './variables.ts';

export function translateSet(writer: FlowWriter, widget: Widget, variables: readonly Parameter[]): void {
  const next = writer.follow(widget, 'next');
  writer.setGrade(widget, 'exact');
  const values = new Map<string, string | number>();
  for (const parameter of variables) {
    if (parameter.isJson) writer.gradeAs(widget, 'set-variables json');
    for (const variable of writer.scope.variables.listParts(parameter.key)) {
      if (!writer.scope.variables.isLive(variable, findNext(widget, 'next'))) continue;
      const value = writeValue(writer, variable, parameter);
      if (value === undefined) {
        writer.addStub(widget, parameter.isJson ? 'LIST' : 'LIQUID_LOGIC', { next });
        return;
      }
      declareVariable(writer.scope.draft, variable);
      values.set(variable.name, value);
    }
  }
  if (values.size > 0) writer.add(widget, { set: Object.fromEntries(values), next });
}

function writeValue(
  writer: FlowWriter,
  variable: Variable,
  { value, isJson }: Parameter,
): string | number | undefined {
  const template = isJson ? findJsonField(value, variable) : variable.path.length > 1 ? '' : value;
  if (template === undefined) return undefined;
  if (variable.type === 'string') return writer.toText(template);
  const code = writer.toValue(template)?.code;
  if (code === undefined) return undefined;
  return /^-?\d+$/.test(code) ? Number(code) : `\${${code}}`;
}

/** Returns the field of a JSON value that a variable holds, as a template; undefined if the value is no constant JSON. */
function findJsonField(json: string, { path: [, ...rest] }: Variable): string | undefined {
  try {
    let value: unknown = JSON.parse(json);
    for (const part of rest) {
      const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
      value = isThere ? (value as Record<string, unknown>)[part] : undefined;
    }
    return typeof value === 'object'
      ? undefined
      : String((value as string | number | boolean | undefined) ?? '');
  } catch {
    return undefined;
  }
}
