import type { Edge } from '../../model/index.ts';
import { findSourcesAt } from '../check/variable-sources.ts';
import { listWrites } from '../check/step-values.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findStepReads } from './variable-uses.ts';

/**
 * Reports keys that lead to the step of an answer without setting it: `{ key: 1, set: { answer: comes }, goto: comes }` in one
 * menu, and `{ key: 1, goto: comes }` in another one, where the variable still has the value with which it begins.
 */
export const answerNotNoted: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const keys = listKeys(draft);
    for (const { menu, way, writes } of keys)
      for (const { variable, literal } of writes) {
        if (literal !== way.to || !isRead(variable, draft)) continue;
        for (const other of keys) {
          if (other.way.to !== way.to || other.menu === menu || !isUnset(variable, other, draft)) continue;
          report({
            code: 'answer-not-noted',
            message: `the key of menu "${other.menu}" that leads to step "${way.to}" leaves "${variable}" as it begins; that of menu "${menu}" sets it to "${literal}"`,
            span: other.way.span ?? draft.document.span(draft.document.root.range),
            hint: `add set: { ${variable}: ${literal} } to the choice`,
          });
        }
      }
  },
};

/** A way by a key of a menu, with what the key sets. */
interface Key {
  menu: string;
  way: Edge;
  writes: ReturnType<typeof listWrites>;
}

function listKeys(draft: FlowDraft): Key[] {
  return draft.graph.steps
    .filter(({ verb }) => verb === 'menu')
    .flatMap(({ name, edges }) =>
      edges
        .filter(({ failure }) => !failure)
        .map((way) => ({ menu: name, way, writes: listWrites(draft, name, way) })),
    );
}

function isRead(variable: string, draft: FlowDraft): boolean {
  return draft.graph.steps.some(({ name }) => findStepReads(draft, name).has(`vars.${variable}`));
}

/** True when nothing has set the variable on any way to the menu, nor does the key or the step to which it leads. */
function isUnset(variable: string, { menu, way, writes }: Key, draft: FlowDraft): boolean {
  const sources = findSourcesAt(draft, variable, menu);
  const isInitial = sources.length > 0 && sources.every(({ step }) => step === undefined);
  const isSetBehind = draft.graph.steps
    .filter(({ name }) => name === way.to)
    .some(({ name, edges }) =>
      edges.some((edge) => listWrites(draft, name, edge).some((one) => one.variable === variable)),
    );
  return isInitial && !isSetBehind && !writes.some((one) => one.variable === variable);
}
