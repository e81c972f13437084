/** Finds the expressions for what templates read, and declares what these need. */
import { toCelText, type Draft } from '../../project/index.ts';
import type { Path } from '../liquid/syntax.ts';
import type { Outside } from '../outside.ts';
import { nameParameters } from '../parameters.ts';
import type { StudioFlow } from '../widgets.ts';
import type { CelValue, FindCel } from './cel.ts';
import { findSource } from './references.ts';
import type { Variable, Variables } from './variables.ts';

export interface ValueScope {
  flow: StudioFlow;
  draft: Draft;
  outside: Outside;
  variables: Variables;
  /** True if only requests begin the flow. */
  isPlaced: boolean;
  /** Expression for the number of the remote party. */
  remote: string;
  own: string;
}

/** Creates the function that finds the expression for what a path of a template names. */
export function createFind(scope: ValueScope): FindCel {
  const known: KnownNames = { parameters: nameParameters(scope.flow), placeholders: new Map() };
  return (path) => findValue(scope, path, known);
}

interface KnownNames {
  /** Parameters by their names in the definition. */
  parameters: ReadonlyMap<string, string>;
  /** Placeholders that were asked for. */
  placeholders: Map<string, CelValue>;
}

function findValue(scope: ValueScope, path: Path, known: KnownNames): CelValue | undefined {
  const source = findSource(path);
  const { remote, own, draft, variables, flow } = scope;
  switch (source.kind) {
    case 'remote':
      return { code: remote, type: 'string', isAtom: !remote.includes(' '), isPlain: true };
    case 'own':
      return { code: own, type: 'string', isAtom: !own.includes(' '), isPlain: true };
    case 'call_id':
      return toAtom('call.id');
    case 'parameter':
      return toAtom(`params.${declareParameter(scope, known.parameters.get(source.name) ?? source.name)}`);
    case 'variable':
    case 'output': {
      const variable = variables.find(source);
      if (variable === undefined) return undefined;
      declareVariable(draft, variable);
      const isPlain = isPlainOutput(flow, variable);
      return { code: `vars.${variable.name}`, type: variable.type, isAtom: true, isPlain };
    }
    case 'whole':
      return undefined;
    case 'placeholder':
      return findPlaceholder(scope, source.name, known);
    case 'absent': {
      const [name, ...rest] = source.path.map(String);
      const isPlaceholder = name !== undefined && rest.length === 0 && flow.placeholders.has(name);
      return isPlaceholder ? findPlaceholder(scope, name, known) : toAtom('""');
    }
  }
}

function toAtom(code: string): CelValue {
  return { code, type: 'string', isAtom: true };
}

/** Asks for a placeholder once, with all the places at which it stands. */
function findPlaceholder(
  { draft, outside, flow: { file, span, located } }: ValueScope,
  name: string,
  { placeholders }: KnownNames,
): CelValue {
  const known = placeholders.get(name);
  if (known !== undefined) return known;
  const asked = (located.get(name) ?? [span]).map((place) =>
    outside.ask('placeholder', name, { draft, place: { file, span: place } }),
  );
  const written = asked[0]?.written ?? '';
  const setting = /^\$\{(env\.\w+)\}$/.exec(written)?.[1];
  const value = toAtom(setting ?? toCelText(written));
  placeholders.set(name, value);
  return value;
}

/** Declares a parameter. Where every call is placed with parameters, it must be given; else it is empty if nobody gives it. */
function declareParameter({ draft, isPlaced }: ValueScope, name: string): string {
  (draft.flow.params ??= {})[name] = isPlaced ? 'string' : { type: 'string', default: '' };
  return name;
}

/** Declares a variable, empty at first. */
export function declareVariable(draft: Draft, { name, type }: Variable): void {
  const vars = (draft.flow.vars ??= {});
  if (!Object.hasOwn(vars, name)) vars[name] = type === 'int' ? 0 : '';
}

/** True for findings of which it is known that they have neither capital letters nor spaces around them. */
function isPlainOutput(flow: StudioFlow, { widget, path }: Variable): boolean {
  const kind = widget === undefined ? undefined : flow.byName.get(widget)?.does.kind;
  const [field] = path;
  if (kind === 'gather') return field === 'Digits';
  if (kind === 'connect') return field === 'DialCallStatus';
  return (kind === 'request' || kind === 'function') && field === 'status_code';
}
