import { RETURN, type Value } from '../../model/index.ts';
import type { ValueEffects } from '../flow-effects.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import { findEmptyReads, listDecidingNames } from './empty-reads.ts';
import { getStepValues, listWrites } from './step-values.ts';
import { followValues } from './value-walk.ts';

/** Summarizes what a flow does with values, for the flows that run it. */
export function summarizeValueEffects(draft: FlowDraft): ValueEffects {
  const collecting = draft.graph.steps.filter(({ verb }) => verb === 'collect');
  return {
    asksForSecret: collecting.some(({ name }) =>
      [...getStepValues(draft, name).saves].some((saved) => draft.vars[saved]?.secret === true),
    ),
    isReading: !draft.steps.some(mayChange),
    emptyResults: findEmptyResults(draft),
    neededParams: findNeededParams(draft),
  };
}

/** Verbs that change something outside of the call, or may. */
const CHANGING = new Set(['sms', 'run', 'goto', 'stream']);

function mayChange({ content }: DraftStep): boolean {
  const { verb, body } = content ?? {};
  const isGet = typeof body === 'object' && body !== null && 'get' in body;
  return verb === undefined || CHANGING.has(verb.name) || (verb.name === 'http' && !isGet);
}

/** Maximum number of values that are followed. */
const MAX_FOLLOWED = 20_000;

/** Finds the results that are variables which no way to an outcome sets. */
function findEmptyResults(draft: FlowDraft): Map<string, Set<string>> {
  const results = Object.entries(draft.returns).flatMap(([result, source]) => {
    const variable = /^vars\.(\w+)$/.exec(source.trim())?.[1] ?? '';
    return draft.vars[variable]?.initial === '' ? [{ result, variable }] : [];
  });
  const empty = new Map<string, Set<string>>();
  if (results.length === 0) return empty;
  const names = results.map(({ variable }): [string, Value] => [`vars.${variable}`, '']);
  const arrivals = followValues(draft, {
    initial: new Map([...listDecidingNames(draft), ...names]),
    max: MAX_FOLLOWED,
    withErrors: true,
  });
  if (arrivals === undefined) return empty;
  for (const { name, verb, edges } of draft.graph.steps)
    for (const edge of edges) {
      const { outcome, to } = edge;
      if (to !== RETURN || !arrivals.has(name)) continue;
      const returned = verb === 'return' ? outcome : 'done';
      const set = new Set(listWrites(draft, name, edge).map(({ variable }) => variable));
      const unset = results.filter(
        ({ variable }) =>
          !set.has(variable) &&
          arrivals.get(name)?.every(({ held }) => held.get(`vars.${variable}`)?.isUnset === true) === true,
      );
      const known = new Set(unset.map(({ result }) => result));
      empty.set(returned, empty.get(returned)?.intersection(known) ?? known);
    }
  return empty;
}

/** Finds the text parameters without a default that the flow speaks, dials or sends as they are. */
function findNeededParams(draft: FlowDraft): Set<string> {
  const texts = Object.entries(draft.params).filter(
    ([, one]) => one.type === 'string' && one.default === undefined,
  );
  const initial = new Map(texts.map(([param]): [string, Value] => [`params.${param}`, '']));
  const reads = findEmptyReads(draft, initial).filter(
    ({ place: { purpose, names, readsMore, argument }, names: empty }) =>
      argument === undefined && (purpose !== 'request' || (!readsMore && names.size === empty.length)),
  );
  return new Set(reads.flatMap(({ names }) => names.map((name) => name.slice('params.'.length))));
}
