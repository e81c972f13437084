import { indexSteps, type GraphStep } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { followOnlyWay } from './unasked-ways.ts';
import { listRequests } from './web-requests.ts';

/**
 * Reports two choices of a menu that lead to different steps which note the same outcome: one of them is miscounted. The
 * same holds for a choice that leads straight to the outcome which the success of a request notes elsewhere.
 */
export const sameOutcome: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { graph, steps: drafts, document } = draft;
    const requests = listRequests(draft).filter(({ method }) => method !== 'get');
    const changing = new Set(requests.map(({ step }) => step.name));
    const steps = indexSteps(graph);
    const byName = new Map(drafts.map((step) => [step.name, step]));
    const noted = new Map(
      drafts.flatMap(({ name, content }) =>
        content?.verb.name === 'outcome' && typeof content.body === 'string'
          ? [[name, content.body] as const]
          : [],
      ),
    );
    reportCopiedResults(draft, noted, report);
    for (const { name, verb, edges } of graph.steps) {
      if (verb !== 'menu') continue;
      const targets = [...new Set(edges.filter(({ kind }) => kind === 'goto').map(({ to }) => to))];
      const known = new Map<string, string>();
      for (const target of targets) {
        const outcome = noted.get(target);
        const step = byName.get(target);
        if (outcome === undefined || step === undefined || !steps.has(target)) continue;
        const earned = findEarned(outcome, target, { noted, steps, changing });
        if (earned !== undefined && targets.length > 1)
          report({
            code: 'same-outcome',
            message: `step "${target}", which callers choose in menu "${name}", notes the outcome "${outcome}", which step "${earned}" notes when a request has succeeded`,
            span: document.span(step.nameRange),
            hint: 'name the outcome after the choice',
          });
        const first = known.get(outcome);
        known.set(outcome, first ?? target);
        if (first === undefined) continue;
        report({
          code: 'same-outcome',
          message: `steps "${first}" and "${target}", between which callers choose in menu "${name}", note the same outcome "${outcome}"`,
          span: document.span(step.nameRange),
          hint: 'name the outcome after the choice, or lead both choices to one step',
        });
      }
    }
  },
};

interface Noted {
  /** Step → the outcome that it notes. */
  noted: ReadonlyMap<string, string>;
  steps: ReadonlyMap<string, GraphStep>;
  /** Steps that change something at a service. */
  changing: ReadonlySet<string>;
}

/** Returns another step that notes the same outcome, and to which nothing but the success of a changing request leads. */
function findEarned(outcome: string, target: string, { noted, steps, changing }: Noted): string | undefined {
  return [...noted].find(([name, other]) => {
    if (other !== outcome || name === target) return false;
    const leading = [...steps.values()].flatMap((step) =>
      step.edges.filter(({ to }) => to === name).map((edge) => ({ step, edge })),
    );
    return leading.length > 0 && leading.every(({ step, edge }) => !edge.failure && changing.has(step.name));
  })?.[0];
}

/** Reports a text that is set behind an outcome, and belongs to another outcome by its name, behind which it is set as well. */
function reportCopiedResults(draft: FlowDraft, noted: ReadonlyMap<string, string>, report: Report): void {
  const results = [...noted].flatMap(([step, outcome]) =>
    followOnlyWay(draft, step)
      .slice(1, 2)
      .flatMap(({ name }) =>
        Object.entries(draft.source.steps?.[name]?.set ?? {}).map(([variable, value]) => ({
          outcome,
          name,
          variable,
          value: String(value),
        })),
      ),
  );
  for (const { outcome, name, variable, value } of results) {
    const others = results.filter(
      (one) => one.variable === variable && one.value === value && one.outcome !== outcome,
    );
    const [owner] = others.filter((one) => splitName(one.outcome).includes(value.toLowerCase()));
    if (owner === undefined || splitName(outcome).includes(value.toLowerCase())) continue;
    report({
      code: 'same-outcome',
      message: `step "${name}" sets "${variable}" to "${value}" behind the outcome "${outcome}", as step "${owner.name}" does behind "${owner.outcome}"`,
      span: spanAt(draft.document, ['steps', name, 'set', variable]),
      hint: 'set it to the result of this way',
    });
  }
}

const splitName = (name: string): string[] => name.toLowerCase().split('_');
