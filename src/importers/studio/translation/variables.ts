/**
 * Variables of a translated flow: one for each thing that the original remembers and reads later.
 *
 * VARIABLES-1 Only what some reachable widget reads has a variable.
 * VARIABLES-2 A variable is a whole number only if everything that writes it is one and no read can come before the first write,
 *    except in arithmetic, where nothing counts as 0 on both sides.
 */
import { Names } from '../../project/index.ts';
import { parseLiquid, type Path } from '../liquid/syntax.ts';
import type { StudioFlow, Widget } from '../widgets.ts';
import { splitWords } from '../parameters.ts';
import { toValue, type CelValue } from './cel.ts';
import { findSource, listPaths, listTemplates, type Source } from './references.ts';
import { listFirst, WidgetGraph } from './widget-graph.ts';

export interface Variable {
  /** Identifies what it holds. */
  key: string;
  name: string;
  type: 'string' | 'int';
  /** The widget whose finding it holds; undefined for a variable of the flow. */
  widget?: string;
  /** Path within the finding or within the variable’s value. */
  path: Path;
}

/** Parts of a translation on which variables depend. */
interface VariableScope {
  flow: StudioFlow;
  /** Names of the widgets that a call can reach. */
  reachable: ReadonlySet<string>;
}

export class Variables {
  readonly #scope: VariableScope;
  readonly #byKey = new Map<string, Variable>();
  readonly #readers = new Map<string, Set<string>>();
  readonly #live = new Map<string, (name: string) => boolean>();
  readonly #graph: WidgetGraph;
  readonly #widgets: readonly Widget[];
  /** Flow variable → the widgets that set it. */
  readonly #writers = new Map<string, Set<string>>();
  /** Variables by the widget whose findings they hold, and by the name of the flow variable. */
  readonly #outputs = new Map<string, Variable[]>();
  readonly #parts = new Map<string, Variable[]>();
  readonly #names = new Names('vars');

  constructor(scope: VariableScope) {
    this.#scope = scope;
    this.#widgets = [...scope.flow.byName.values()].filter(({ name }) => scope.reachable.has(name));
    this.#graph = new WidgetGraph(this.#widgets);
    for (const widget of this.#widgets) this.#collect(widget);
    for (const variable of this.#byKey.values()) {
      const { widget, path } = variable;
      const [index, name] = widget === undefined ? [this.#parts, String(path[0])] : [this.#outputs, widget];
      index.set(name, [...(index.get(name) ?? []), variable]);
    }
    this.#findNumbers();
  }

  /** All variables, in the order of their first readers. */
  get all(): readonly Variable[] {
    return [...this.#byKey.values()];
  }

  /** Returns the variable for something that is read; undefined if nothing remembers it. */
  find(source: Source): Variable | undefined {
    return this.#byKey.get(toKey(source));
  }

  /** Lists the variables that hold what a widget finds out. */
  listOutputs(widget: string): Variable[] {
    return this.#outputs.get(widget) ?? [];
  }

  /** Lists the variables that hold a flow variable, or parts of it. */
  listParts(name: string): Variable[] {
    return this.#parts.get(name) ?? [];
  }

  /** True if the value that a variable has on the way to a widget may be read later; no widget: at the end of the flow. */
  isLive(variable: Variable, next: string | undefined): boolean {
    return next !== undefined && this.#findLive(variable)(next);
  }

  /** Returns the names of the widgets that read a variable. */
  listReaders(variable: Variable): ReadonlySet<string> {
    return this.#readers.get(variable.key) ?? new Set();
  }

  #collect(widget: Widget): void {
    if (widget.does.kind === 'set')
      for (const { key } of widget.does.variables)
        this.#writers.set(key, (this.#writers.get(key) ?? new Set()).add(widget.name));
    for (const path of listTemplates(widget).flatMap(listPaths)) {
      const source = findSource(path);
      if (source.kind !== 'variable' && source.kind !== 'output') continue;
      const key = toKey(source);
      const readers = this.#readers.get(key) ?? new Set();
      readers.add(widget.name);
      this.#readers.set(key, readers);
      if (!this.#byKey.has(key)) this.#byKey.set(key, this.#create(key, source));
    }
  }

  #create(key: string, source: Extract<Source, { kind: 'variable' | 'output' }>): Variable {
    const words = source.path.filter((part) => part !== 'parsed').map(String);
    const wish = source.kind === 'output' ? [source.widget, ...words].join(' ') : words.join(' ');
    const widget = source.kind === 'output' ? { widget: source.widget } : {};
    return {
      key,
      name: this.#names.nameOf(key, splitWords(wish)),
      type: 'string',
      path: source.path,
      ...widget,
    };
  }

  /** Finds the widgets at which the value that a variable has before them may be read. */
  #findLive(variable: Variable): (name: string) => boolean {
    const known = this.#live.get(variable.key);
    const live = known ?? this.#graph.findLeading(this.listReaders(variable), this.#listWriters(variable));
    this.#live.set(variable.key, live);
    return live;
  }

  #listWriters({ widget, path }: Variable): Iterable<string> {
    return widget === undefined ? (this.#writers.get(String(path[0])) ?? []) : [widget];
  }

  /** Finds the variables that are whole numbers: all are assumed to be, until a writer or a reader objects. */
  #findNumbers(): void {
    const numbers = new Set(this.all.filter(({ widget, path }) => widget === undefined && path.length === 1));
    for (const variable of numbers) variable.type = 'int';
    for (let size = -1; size !== numbers.size;) {
      size = numbers.size;
      for (const variable of numbers)
        if (!this.#isWrittenAsNumber(variable) || this.#isReadUnset(variable)) {
          variable.type = 'string';
          numbers.delete(variable);
        }
    }
  }

  #isWrittenAsNumber(variable: Variable): boolean {
    const [key] = variable.path;
    const templates = [...this.#listWriters(variable)].flatMap((name) => {
      const does = this.#scope.flow.byName.get(name)?.does;
      return does?.kind === 'set' ? does.variables.filter((one) => one.key === key) : [];
    });
    const find = (path: Path): CelValue | undefined => {
      const found = this.find(findSource(path));
      return found && { code: `vars.${found.name}`, type: found.type, isAtom: true };
    };
    return (
      templates.length > 0 &&
      templates.every(({ value, isJson }) => !isJson && toValue(parseLiquid(value), find)?.type === 'int')
    );
  }

  /** True if a read other than the counting itself can come before the first write. */
  #isReadUnset(variable: Variable): boolean {
    const first = listFirst(this.#scope.flow);
    return this.#graph.isReached(first, this.listReaders(variable), this.#listWriters(variable));
  }
}

function toKey(source: Source): string {
  if (source.kind === 'output') return JSON.stringify(['widgets', source.widget, ...source.path]);
  return source.kind === 'variable' ? JSON.stringify(['variables', ...source.path]) : '';
}
