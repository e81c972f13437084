/** Values of texts and expressions in a call, by the rules of SWML. */
import { evaluateExpression, isTruthy, readField, toSpokenText } from '../ecmascript/index.ts';
import type { Value } from '../ecmascript/index.ts';
import { toRecord } from './call-state.ts';
import type { CallState } from './call-state.ts';
import type { Data, Embedded, Template } from './model.ts';
import type { Outside } from './outside.ts';

/** Thrown for an expression that is not ECMAScript as the importer knows it. */
export class UnsupportedExpression extends Error {}

const callNames = ['from', 'to', 'direction', 'type'];

/** Evaluates with what a call knows at a moment. */
export class Evaluation {
  readonly #state: CallState;
  readonly #params: Readonly<Record<string, Value>>;
  readonly #outside: Outside;

  constructor(state: CallState, outside: Outside) {
    this.#state = state;
    this.#params = state.frames.findLast(({ params }) => params !== undefined)?.params ?? {};
    this.#outside = outside;
  }

  /** Returns the value of an expression; one that fails has none. */
  value({ expression, source }: Embedded): Value {
    if (expression === undefined) throw new UnsupportedExpression(source);
    const result = evaluateExpression(expression, (names) => this.#read(names));
    return result.ok ? result.value : undefined;
  }

  isTrue(embedded: Embedded): boolean {
    return isTruthy(this.value(embedded));
  }

  text(template: Template, encode: (text: string) => string = (text) => text): string {
    return template
      .map((piece) => (typeof piece === 'string' ? piece : encode(toSpokenText(this.value(piece)))))
      .join('');
  }

  /** Returns data; a text that is one expression keeps the type of its value. */
  data(data: Data): Value {
    if (data.kind === 'plain') return data.value;
    if (data.kind === 'list') return data.items.map((item) => this.data(item));
    if (data.kind === 'object')
      return toRecord(data.entries.map(([name, value]) => [name, this.data(value)]));
    const [only] = data.text;
    return data.text.length === 1 && typeof only === 'object' ? this.value(only) : this.text(data.text);
  }

  #read(names: readonly string[]): Value {
    const [scope = '', ...rest] = names;
    if (scope === 'vars') return readField(this.#state.variables, rest);
    if (scope === 'params') return readField(this.#params, rest);
    if (scope === 'call') return readField(this.#describeCall(), rest);
    if (scope === 'envs') return this.#readSetting(rest);
    const own = readField(this.#state.variables, names);
    return own === undefined && callNames.includes(scope) ? readField(this.#describeCall(), names) : own;
  }

  #describeCall(): Value {
    const { caller, own, direction } = this.#state;
    const [from, to] = direction === 'inbound' ? [caller, own] : [own, caller];
    return { from, to, direction, type: from.startsWith('sip:') ? 'sip' : 'phone' };
  }

  #readSetting([name, ...more]: readonly string[]): Value {
    return name === undefined || more.length > 0 ? undefined : this.#outside.valueOfSetting(name);
  }
}
