import { HANGUP } from '../../model/index.ts';
import { listStepsOnLine, isCertain, type StepOnLine } from '../check/line-state.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { findSilentEnds } from './silent-ends.ts';
import { saysApology } from './unasked-ways.ts';

/** Steps that may fail without anybody on the line having a part in it. */
const ASKING = new Set(['http', 'lookup', 'sms']);

/** Outcomes of a party with whom nobody could speak. */
const UNREACHED = new Set(['busy', 'no_answer', 'unreached']);

/**
 * Reports failures of a service that end the call without a word. Steps that end the call anyway are exempt. An
 * `on.error` that ends calls without a word is reported where failures without an edge of their own lead to it, although
 * callers hear an apology after failures of other steps.
 */
export const failureCutOff: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const silent = findSilentEnds(draft);
    const isCutOff = (to: string) => to === HANGUP || silent.has(to);
    const edges = new Map(draft.graph.steps.map((step) => [step.name, step.edges]));
    const asking = listStepsOnLine(draft, isAsking);
    for (const { name } of asking) {
      const [ordinary, ...others] = edges.get(name) ?? [];
      const cut = others.find(({ kind, to }) => kind !== 'error' && isCutOff(to));
      if (ordinary === undefined || isCutOff(ordinary.to) || cut?.span === undefined) continue;
      report({
        code: 'failure-cut-off',
        message: `when step "${name}" ends with "${cut.outcome}", the caller is cut off without a word`,
        span: cut.span,
        hint: 'lead it to a person, or to a step that explains the problem',
      });
    }
    const { errorStep } = draft.graph;
    if (errorStep === undefined || !isCutOff(errorStep)) return;
    const failing = asking.flatMap(({ name }) => {
      const [ordinary, ...others] = edges.get(name) ?? [];
      return ordinary === undefined || isCutOff(ordinary.to) ? [] : others.map((edge) => ({ name, edge }));
    });
    const cut = failing.find(({ edge }) => edge.kind === 'error');
    const told = draft.graph.steps
      .flatMap(({ name, edges: all }) => all.map((edge) => ({ name, edge })))
      .find(
        ({ edge: { kind, to, failure, outcome } }) =>
          kind === 'on' && (failure || UNREACHED.has(outcome)) && saysApology(draft, to),
      );
    if (cut === undefined || told === undefined) return;
    report({
      code: 'failure-cut-off',
      message: `when step "${cut.name}" fails, the caller is cut off without a word by "on.error", though step "${told.edge.to}" apologizes after "${told.edge.outcome}" of step "${told.name}"`,
      span: spanAt(draft.document, ['on', 'error']),
      hint: `write on: { error: ${told.edge.to} }`,
    });
  },
};

function isAsking({ content, line }: StepOnLine): boolean {
  return ASKING.has(content.verb.name) && isCertain(line, 'answered') && !isCertain(line, 'ended');
}
