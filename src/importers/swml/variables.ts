/**
 * Variables of a flow that is made of a document. SWML has no types; here each variable has the one that all its writers agree on,
 * or is text.
 *
 * VARIABLES-1 A text that may have been a number or true/false in the original says so (CelName.isAnyValue).
 */
import { toCel } from '../ecmascript/index.ts';
import type { CelName, ResolveName } from '../ecmascript/index.ts';
import { Names, toCelText } from '../project/index.ts';
import type { Draft } from '../project/index.ts';
import type { Facts, NameRead } from './facts.ts';
import { listReadsOf, listResponseFields } from './facts.ts';
import type { Data, Embedded, Statement } from './model.ts';
import type { Outside } from './outside.ts';

type VariableType = Omit<CelName, 'cel'>;

interface Write {
  key: string;
  section: string;
  value: VariableType | Embedded;
}

const text: VariableType = { type: 'string' };
const anyText: VariableType = { type: 'string', isAnyValue: true };
const MAX_ROUNDS = 8;
/** What methods leave behind, such as `record_url`. */
const OUTPUTS =
  /^(?:answer|connect|detect|join_conference|join_room|pay|play|prompt|receive_fax|record|record_call|record_control|send_digits|send_fax|send_sms|sip_refer|tap)_\w+$/;

/** Is told which name has no value, and whether the original had one. */
type TellUnknown = (name: string, reason: 'NO_SUCH_VALUE' | 'UNKNOWN_VALUE') => void;

const JOINT = '.';

const callFields: Readonly<Record<string, string>> = {
  from: 'call.from',
  to: 'call.to',
  direction: 'call.direction',
  call_id: 'call.id',
  id: 'call.id',
  type: '(call.from.startsWith("sip:") ? "sip" : "phone")',
};

export class Variables {
  readonly #facts: Facts;
  readonly #draft: Draft;
  readonly #outside: Outside;
  readonly #names = new Names('vars');
  readonly #paramNames = new Names('params');
  readonly #types = new Map<string, VariableType>();
  readonly #written = new Set<string>();
  readonly #readKeys: ReadonlySet<string>;

  /** `reads`: what the flow will read; what it does not read is not kept. */
  constructor(
    facts: Facts,
    { reads, draft, outside }: { reads: readonly NameRead[]; draft: Draft; outside: Outside },
  ) {
    this.#facts = facts;
    this.#draft = draft;
    this.#outside = outside;
    const writes = facts.statements.flatMap((statement) => this.#listWrites(statement));
    for (const { key } of writes) this.#written.add(key);
    this.#inferTypes(writes);
    this.#readKeys = new Set(reads.flatMap(({ section, names }) => this.#findKey(names, section) ?? []));
  }

  /** True if some expression reads a variable. */
  isRead(key: string): boolean {
    return this.#readKeys.has(key);
  }

  /** Returns the name of a variable in the flow, which is declared from then on. */
  declare(key: string): string {
    const name = this.#names.nameOf(key, key.replace(/^params [^ ]* /, ''));
    const { type } = this.#types.get(key) ?? text;
    const initial =
      type === 'string' ? '' : type === 'int' ? 0 : type === 'bool' ? false : ({ type } as const);
    this.#draft.flow.vars ??= {};
    this.#draft.flow.vars[name] = initial;
    return name;
  }

  /** Declares a number that only the flow has, called as wished or with a number behind it. */
  declareCounter(key: string, wish: string): string {
    this.#types.set(key, { type: 'int' });
    this.#names.nameOf(key, wish);
    return this.declare(key);
  }

  /** Declares true or false that only the flow has. */
  declareFlag(name: string): string {
    this.#types.set(`flag ${name}`, { type: 'bool' });
    this.#names.nameOf(`flag ${name}`, name);
    return this.declare(`flag ${name}`);
  }

  typeOf(key: string): CelName['type'] {
    return (this.#types.get(key) ?? text).type;
  }

  /** Returns how expressions of a section read names. Names that nothing sets are empty text. */
  resolveIn(section: string, onUnknown: TellUnknown = () => undefined): ResolveName {
    return (names) => {
      const key = this.#findKey(names, section);
      if (key !== undefined) return { ...(this.#types.get(key) ?? text), cel: `vars.${this.declare(key)}` };
      return this.#resolveOther(names, section, onUnknown);
    };
  }

  #resolveOther(names: readonly string[], section: string, onUnknown: TellUnknown): CelName | undefined {
    const [scope = '', name = ''] = names;
    if (scope === 'envs' && names.length === 2) return this.#resolveSetting(name);
    if (scope === 'params' && section === 'main' && names.length === 2) return this.#resolveParam(name);
    const field = scope === 'call' ? name : names.length === 1 ? scope : '';
    const cel = Object.hasOwn(callFields, field) ? callFields[field] : undefined;
    if (cel !== undefined) return { cel, type: 'string' };
    // The first character of a text, as in `digits[0]`.
    if (/^\d+$/.test(names.at(-1) ?? '') && this.#findKey(names.slice(0, -1), section) !== undefined)
      return undefined;
    const isLost = scope === 'call' || OUTPUTS.test(scope === 'vars' ? name : scope);
    onUnknown(names.join('.'), isLost ? 'NO_SUCH_VALUE' : 'UNKNOWN_VALUE');
    return { cel: '""', type: 'string' };
  }

  #resolveSetting(name: string): CelName {
    const { statements } = this.#facts;
    const isReader = (statement: Statement) =>
      listReadsOf(statement).some(({ names }) => names[0] === 'envs' && names[1] === name);
    const span = (statements.find(isReader) ?? statements[0])?.span ?? {
      start: { line: 1, column: 1, offset: 0 },
      end: { line: 1, column: 1, offset: 0 },
    };
    const { written } = this.#outside.findSetting(name, span);
    const cel = /^\$\{(.*)\}$/.exec(written)?.[1] ?? toCelText(written);
    return { cel, type: 'string' };
  }

  #resolveParam(name: string): CelName {
    const own = this.#paramNames.nameOf(name);
    this.#draft.flow.params = { ...this.#draft.flow.params, [own]: { type: 'string', default: '' } };
    return { cel: `params.${own}`, type: 'string', isAnyValue: true };
  }

  /** Returns the key of a variable that something sets. */
  #findKey(names: readonly string[], section: string): string | undefined {
    const [scope, ...rest] = names;
    const isKnown = (key: string) => this.#written.has(key);
    if (scope === 'params') return [toParamKey(section, rest)].find(isKnown);
    return [(scope === 'vars' ? rest : names).join(JOINT)].find(isKnown);
  }

  #listWrites({ block: { section }, does }: Statement): Write[] {
    const write = (key: string, value: Write['value'] = text): Write => ({ key, section, value });
    switch (does.kind) {
      case 'set':
        return does.assignments.flatMap(([name, data]) => flatten(toVariableKey(name), data, section));
      case 'execute':
      case 'transfer': {
        const { section: target, params } = does.to;
        return target === undefined
          ? []
          : params.flatMap(([name, data]) => flatten(toParamKey(target, [name]), data, section));
      }
      case 'prompt': {
        const maxKeys = does.speech === undefined ? does.digits?.max : undefined;
        const value: VariableType = {
          type: 'string',
          isUnsetIfEmpty: true,
          ...(maxKeys !== undefined && { maxKeys }),
        };
        return [write('prompt_value', value), write('prompt_result')];
      }
      case 'connect':
        return ['connect_result', 'connect_failed_reason', 'return_value'].map((key) => write(key));
      case 'request':
        return [
          ...['request_result', 'return_value', 'request_response_body'].map((key) => write(key)),
          write('request_response_code', anyText),
          ...(does.savesVariables
            ? listResponseFields(this.#facts).map((names) =>
                write(['request_response', ...names].join(JOINT), anyText),
              )
            : []),
        ];
      case 'return':
        return does.value === undefined ? [] : flatten('return_value', does.value, section);
      default:
        return [];
    }
  }

  /** Finds types: those of expressions depend on those of the variables that they read. */
  #inferTypes(writes: readonly Write[]): void {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = JSON.stringify([...this.#types]);
      const found = new Map<string, VariableType>();
      for (const { key, section, value } of writes) {
        const type = 'source' in value ? this.#typeOfExpression(value, section) : value;
        if (type !== undefined) found.set(key, merge(found.get(key), type));
      }
      for (const [key, type] of found) this.#types.set(key, type);
      if (JSON.stringify([...this.#types]) === before) break;
    }
    for (const { key } of writes) if (!this.#types.has(key)) this.#types.set(key, anyText);
  }

  /** Returns the type of an expression; undefined while a variable that it reads has none. */
  #typeOfExpression({ expression }: Embedded, section: string): VariableType | undefined {
    if (expression === undefined) return anyText;
    const state = { isOpen: false };
    const resolve: ResolveName = (names) => {
      const key = this.#findKey(names, section);
      if (key === undefined) return this.#resolveOther(names, section, () => undefined);
      const type = this.#types.get(key);
      state.isOpen ||= type === undefined;
      return type === undefined ? undefined : { ...type, cel: 'vars.x' };
    };
    if (expression.kind === 'name') {
      const found = resolve(expression.names);
      if (found !== undefined) return { ...found, ...(found.cel === '""' && anyText) };
    }
    const translated = toCel(expression, resolve);
    if (translated.ok) return { type: translated.type };
    return state.isOpen ? undefined : anyText;
  }
}

export function toVariableKey(name: string): string {
  return name.replace(/^vars\./, '');
}

export function toParamKey(section: string, names: readonly string[]): string {
  return `params ${section.replaceAll(' ', '_')} ${names.join(JOINT)}`;
}

/** Lists the values of data by the keys of the variables that hold them. */
export function listLeaves(
  key: string,
  data: Data,
): { key: string; data: Exclude<Data, { kind: 'object' }> }[] {
  if (data.kind !== 'object') return [{ key, data }];
  return data.entries.flatMap(([name, value]) => listLeaves(`${key}${JOINT}${name}`, value));
}

function flatten(key: string, data: Data, section: string): Write[] {
  return listLeaves(key, data).map((leaf) => ({ key: leaf.key, section, value: typeOfLeaf(leaf.data) }));
}

function typeOfLeaf(data: Exclude<Data, { kind: 'object' }>): Write['value'] {
  if (data.kind === 'text') {
    const [only] = data.text;
    return data.text.length === 1 && typeof only === 'object' ? only : text;
  }
  if (data.kind === 'list' || data.value === null) return anyText;
  return {
    type: typeof data.value === 'boolean' ? 'bool' : Number.isSafeInteger(data.value) ? 'int' : 'double',
  };
}

/** Returns the type that holds the values of both. */
function merge(one: VariableType | undefined, other: VariableType): VariableType {
  if (one === undefined) return other;
  const isAnyValue = one.isAnyValue === true || other.isAnyValue === true;
  if (one.type === other.type) {
    const maxKeys =
      one.maxKeys !== undefined && other.maxKeys !== undefined
        ? Math.max(one.maxKeys, other.maxKeys)
        : undefined;
    return {
      type: one.type,
      ...(isAnyValue && { isAnyValue }),
      ...(maxKeys !== undefined && { maxKeys }),
      ...(one.isUnsetIfEmpty === true && other.isUnsetIfEmpty === true && { isUnsetIfEmpty: true }),
    };
  }
  const types = new Set([one.type, other.type]);
  return types.has('int') && types.has('double') ? { type: 'double' } : anyText;
}
