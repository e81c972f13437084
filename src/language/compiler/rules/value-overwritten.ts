import { findReachable, indexSteps } from '../../model/index.ts';
import { findSources, findSourcesFor } from '../check/variable-sources.ts';
import { getStepValues, listWrites, type Source } from '../check/step-values.ts';
import { keyRangeAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findStep, listSuccessors } from './unasked-ways.ts';
import { findStepReads } from './variable-uses.ts';

/**
 * Reports values that a step keeps from outside, of an answer, a table or a service, and that another step sets anew on
 * every way before anything reads them; also values that a step or a key sets, and that the next step sets anew. A `next`
 * above that other step is missing, or the two keep their values under the same name.
 */
export const valueOverwritten: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    for (const [step, over] of listSetTwice(draft))
      report({
        code: 'value-overwritten',
        message: `what step "${step}" sets, the next step "${over}" sets anew before anything reads it`,
        span: draft.document.span(keyRangeAt(draft.document.root, ['steps', step])),
        hint: `lead these callers past step "${over}", or leave out what has no effect`,
      });
    const told = new Set<string | undefined>();
    const readersOf = groupReaders(draft);
    for (const [variable, sources] of findSources(draft)) {
      const readers = readersOf.get(`vars.${variable}`) ?? [];
      if (readers.length === 0) continue;
      const used = new Set(readers.flatMap((name) => findSourcesFor(draft, variable, name)));
      for (const source of sources) {
        if (source.isSet || used.has(source) || told.has(source.step)) continue;
        const over = findOverwriter(source, draft);
        const step = draft.steps.find(({ name }) => name === source.step);
        if (over === undefined || step === undefined) continue;
        told.add(step.name);
        report({
          code: 'value-overwritten',
          message: `step "${step.name}" keeps "${variable}", but step "${over}" sets it anew before anything reads it`,
          span: draft.document.span(step.nameRange),
          hint: `lead these callers past step "${over}", or keep the value under another name`,
        });
      }
    }
  },
};

/** Groups the steps of a flow by the names that they read. */
function groupReaders(draft: FlowDraft): ReadonlyMap<string, readonly string[]> {
  const reads = draft.graph.steps.flatMap(({ name }) =>
    [...findStepReads(draft, name)].map((read) => ({ read, name })),
  );
  const groups = Map.groupBy(reads, ({ read }) => read);
  return new Map([...groups].map(([read, steps]) => [read, steps.map(({ name }) => name)]));
}

/** Lists the ways on which a step or a key sets values, and the step behind sets all of them anew and reads none. */
function listSetTwice(draft: FlowDraft): [step: string, over: string][] {
  return draft.graph.steps.flatMap(({ name, edges }) => {
    const written = edges.flatMap((way) =>
      way.failure ? [] : listWrites(draft, name, way).map((source) => ({ ...source, to: way.to })),
    );
    return [...Map.groupBy(written, ({ to }) => to)].flatMap(([over, sources]): [string, string][] => {
      if (over === name || findStep(draft, over)?.verb !== 'set') return [];
      const { writes, reads } = getStepValues(draft, over);
      const isAnew = sources.every(
        ({ variable, isSet }) =>
          isSet && !reads.has(`vars.${variable}`) && writes.some((one) => one.variable === variable),
      );
      return isAnew ? [[name, over]] : [];
    });
  });
}

/** Returns the first step behind one that sets the same variable; undefined where it is kept anew from outside, too. */
function findOverwriter({ step: from = '', variable }: Source, draft: FlowDraft): string | undefined {
  const behind = findReachable(indexSteps(draft.graph), listSuccessors(findStep(draft, from)));
  const writing = draft.graph.steps.filter(
    ({ name }) =>
      name !== from &&
      behind.has(name) &&
      getStepValues(draft, name).writes.some((one) => one.variable === variable),
  );
  return writing.every(({ verb }) => verb === 'set') ? writing[0]?.name : undefined;
}
