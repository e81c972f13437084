/** Compares properties of the whole call: start, languages, voice, limits, values, global keys, error path and finalizer. */
import type { CompiledFlow, FlowPart, Graph } from '../../language/model/index.ts';
import { formatDuration } from '../../language/text/index.ts';
import type { Change } from './change.ts';
import type { Comparison } from './match.ts';
import { presentValues } from './compare-contents.ts';
import { isSameDestination } from './compare-edges.ts';
import { compareHours } from './compare-hours.ts';
import { compareTables } from './compare-tables.ts';
import { renderSayAs } from './content.ts';

/** Fact → its words; undefined values are equal. */
type Texts = ReadonlyMap<string, string | undefined>;

/** Compares limits and settings, which belong to the whole call and not to one flow. */
export function compareLimits(before: CompiledFlow, after: CompiledFlow): Change[] {
  return [
    ...compareTexts(listLimits(before), listLimits(after)),
    ...compareTexts(listEnvironment(before), listEnvironment(after)),
  ];
}

/** Compares everything that does not belong to a step. */
export function compareSettings(comparison: Comparison): Change[] {
  const { flow: before, graph: old } = comparison.before;
  const { flow: after, graph: found } = comparison.after;
  return [
    ...compareTexts(listSettings(before), listSettings(after)),
    ...compareEntries(listEntries(old), listEntries(found), comparison),
    ...compareShared(before.hours, after.hours, compareHours),
    ...compareShared(before.tables, after.tables, compareTables),
    ...compareTexts(listInitialValues(before, after), listInitialValues(after, before)),
    ...compareTexts(listManners(before, after), listManners(after, before)),
  ];
}

function listLimits({ limits }: CompiledFlow): Texts {
  return new Map([
    ['a call lasts at most …', formatDuration(limits.durationMs)],
    ['a conversation lasts at most …', formatDuration(limits.bridgeMs)],
    ['a call enters at most … steps', String(limits.steps)],
  ]);
}

function listEnvironment({ env }: CompiledFlow): Texts {
  return new Map(
    Object.entries(env).map(([name, { secret, default: initial }]) => {
      const value = secret ? 'a secret' : showValue(initial ?? '');
      return [`the setting ${name}`, initial === undefined ? 'needed' : `optional, by default ${value}`];
    }),
  );
}

function listSettings({ languages, voice, params, returns }: FlowPart): Texts {
  return new Map([
    ['the list of languages', languages.join(', ')],
    ['the voice', voice ?? 'the default'],
    ...Object.entries(params).map(([name, { type, default: initial }]): [string, string] => [
      `the parameter ${name}`,
      initial === undefined ? `${type}, to be given` : `${type}, by default ${showValue(initial)}`,
    ]),
    ...Object.entries(returns).map(([name, expression]): [string, string] => [
      `returns … as ${name}`,
      expression,
    ]),
  ]);
}

/** Lists the initial values of variables that both flows have; the use of others shows in the steps. */
function listInitialValues({ vars }: FlowPart, other: FlowPart): Texts {
  const shared = Object.entries(vars).filter(([name]) => Object.hasOwn(other.vars, name));
  return new Map(
    shared.map(([name, { initial, secret }]) => [
      `${name} is … at the beginning`,
      secret ? undefined : showValue(initial),
    ]),
  );
}

/** Lists how prompts read out variables that both flows have. */
function listManners({ vars }: FlowPart, other: FlowPart): Texts {
  const shared = Object.entries(vars).filter(([name]) => Object.hasOwn(other.vars, name));
  return new Map(
    shared.map(([name, { as }]) => [
      `${name} is read out as …`,
      as === undefined ? 'written' : renderSayAs(as),
    ]),
  );
}

function showValue(value: string | number | boolean): string {
  return value === '' ? 'empty' : String(value);
}

function compareTexts(before: Texts, after: Texts): Change[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((subject) => {
    const [was, now] = [before.get(subject), after.get(subject)];
    return was === now ? [] : [{ kind: 'setting', where: [], subject, ...presentValues(was, now) }];
  });
}

/** Compares things that both flows have; the use of others shows in the steps. */
function compareShared<Thing>(
  before: Record<string, Thing>,
  after: Record<string, Thing>,
  compare: (name: string, before: Thing, after: Thing) => Change[],
): Change[] {
  return Object.entries(after).flatMap(([name, found]) => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    return old === undefined ? [] : compare(name, old, found);
  });
}

/** Lists entries into the graph from outside its steps. Phrases are compared with their targets. */
function listEntries({ entry, errorStep, endStep, always }: Graph): Texts {
  const keys = always.filter(({ key }) => /^[0-9*#]+$/.test(key));
  return new Map([
    ['at the beginning', entry],
    ...keys.map(({ key, to }) => [`${key} at any question`, to] as const),
    ['after an error', errorStep],
    ['after the call', endStep],
  ]);
}

function compareEntries(before: Texts, after: Texts, comparison: Comparison): Change[] {
  const subjects = new Set([...after.keys(), ...before.keys()]);
  return [...subjects].flatMap((subject) => {
    const [was, is] = [before.get(subject), after.get(subject)];
    if (was === is && was === undefined) return [];
    if (was !== undefined && is !== undefined && isSameDestination(was, is, comparison)) return [];
    return [{ kind: 'destination', where: [], subject, ...presentValues(was, is) }];
  });
}
