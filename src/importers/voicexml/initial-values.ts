/** What documents and dialogs set when they begin. */
import type { FlowMaker } from './flow-maker.ts';
import { nameResult } from './make-content.ts';
import type { Script, VarDecl } from './model.ts';
import { emptyValue, writeValue } from './variables.ts';

type Values = Record<string, string | number | boolean>;

/** Constants that are set once can stand where the variables are declared. */
export function beginWith(
  maker: FlowMaker,
  { set, next, wish, isRepeated }: { set: Values; next: string; wish: string; isRepeated: boolean },
): string {
  const vars = (maker.draft.flow.vars ??= {});
  const later: Values = {};
  for (const [name, value] of Object.entries(set)) {
    const isConstant = typeof value !== 'string' || !value.includes('${');
    if (isConstant && Object.hasOwn(vars, name) && !isRepeated) vars[name] = value;
    else later[name] = value;
  }
  return Object.keys(later).length === 0 ? next : maker.add(wish, { set: later, next });
}

export function collectInitial(
  maker: FlowMaker,
  vars: readonly VarDecl[],
  params: readonly string[],
): Values {
  const set: Values = {};
  for (const { name, value, place } of vars) {
    const variable = maker.shared.variables.find(name, maker.scope);
    if (variable === undefined) continue;
    const empty = emptyValue(variable.type);
    maker.declare(variable.name, empty);
    const written = params.includes(name)
      ? `\${params.${nameResult(name)}}`
      : value?.expression === undefined
        ? empty
        : writeValue(value.expression, { type: variable.type, resolve: maker.resolve });
    const isLost = written === undefined || (value !== undefined && value.expression === undefined);
    if (isLost) {
      maker.shared.grades.lower(maker.dialog.id, {
        grade: 'near',
        reason: 'ECMASCRIPT',
        place,
        detail: value?.text ?? name,
      });
    }
    set[variable.name] = written ?? empty;
  }
  return set;
}

export function collectItems(maker: FlowMaker): Values {
  const set: Values = {};
  for (const { id, name, value } of maker.dialog.items) {
    const variable = maker.shared.variables.ofItem(maker.dialog, name);
    if (variable === undefined && isFilled(value)) {
      const guard = maker.shared.variables.nameOf(`done ${id}`, `${name} done`);
      maker.declare(guard, false);
      set[guard] = true;
    }
    if (variable === undefined || value?.expression === undefined) continue;
    const written = writeValue(value.expression, { type: 'string', resolve: maker.resolve });
    maker.declare(variable.name, '');
    if (written !== undefined) set[variable.name] = written;
  }
  return set;
}

/** True if an initial value is a constant, so that the item is not visited. */
function isFilled(value: Script | undefined): boolean {
  const { expression } = value ?? {};
  return expression?.kind === 'literal' && expression.value !== undefined;
}
