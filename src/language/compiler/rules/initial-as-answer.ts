import { findReachable, indexSteps } from '../../model/index.ts';
import { EXPRESSION_KINDS, listReferences, stepNameOf } from '../check/references.ts';
import { findSources } from '../check/variable-sources.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findRange } from './value-domains.ts';

/**
 * Reports variables that the finalizer sends and that begin with a value which means an answer or a success: whoever
 * hangs up before is counted with it. A finalizer that decides or sends another variable beside it is not judged.
 */
export const initialAsAnswer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const variable of listReported(draft)) {
      const { initial } = draft.vars[variable] ?? {};
      if (initial === undefined || !isAnswer(variable, initial, draft)) continue;
      report({
        code: 'initial-as-answer',
        message: `"${variable}" begins with ${String(initial)}, which is also an answer, and is reported at the end: whoever hangs up before counts with it`,
        span: spanAt(draft.document, ['vars', variable]),
        hint: 'let it begin with a value that no answer has',
      });
    }
  },
};

/** Returns the variables that a request of the finalizer sends alone. */
function listReported(draft: FlowDraft): Set<string> {
  const { endStep } = draft.graph;
  if (endStep === undefined) return new Set();
  const steps = indexSteps(draft.graph);
  const run = findReachable(steps, [endStep], ({ kind }) => kind !== 'error');
  if ([...run].some((name) => steps.get(name)?.verb === 'switch')) return new Set();
  const sent = listReferences(draft, ...EXPRESSION_KINDS).filter(
    (one) => run.has(stepNameOf(one) ?? '') && one.path[2] === 'http',
  );
  const byStep = Map.groupBy(sent, stepNameOf);
  const alone = [...byStep.values()].flatMap((references) => {
    const names = new Set(
      references.flatMap(({ text }) => Array.from(text.matchAll(/\bvars\.(\w+)/g), ([, name = '']) => name)),
    );
    return names.size === 1 ? [...names] : [];
  });
  return new Set(alone);
}

/** Values that claim that a caller has got what the call was for. */
const SUCCESS =
  /^(?:served|done|ok|success(?:ful)?|completed?|booked|confirmed|delivered|paid|answered|solved|resolved|accepted|helped|erledigt|bedient|gebucht|bestätigt|bezahlt|zugestellt|beantwortet|angenommen|servie?|traitée?|confirmée?|payée?|résolue?|atendid[oa]|resuelt[oa]|confirmad[oa]|pagad[oa]|servit[oa]|confermat[oa]|pagat[oa]|risolt[oa]|geholpen|bevestigd|betaald|potwierdzon[eoy])$/iu;

/** True when a step can give the variable the value with which it begins, and that means something. */
function isAnswer(variable: string, initial: unknown, draft: FlowDraft): boolean {
  return (findSources(draft).get(variable) ?? []).some((source) => {
    if (source.kind === 'answer' && typeof initial !== 'string' && source.body.range !== undefined) {
      const { min, max } = findRange(source.body);
      return Number(initial) >= min && Number(initial) <= max;
    }
    const means = initial === true || (typeof initial === 'string' && SUCCESS.test(initial));
    return means && source.step !== undefined && source.literal === initial;
  });
}
