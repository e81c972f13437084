import { namePath } from '../../model/index.ts';
import { getStepValues } from '../check/step-values.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findUnasked } from './unasked-ways.ts';
import { listCollects } from './questions.ts';
import { newsPatterns } from './words/outcome-words.ts';
import { groupSaidByStep } from './words/said.ts';

/**
 * Reports comparisons of an answer whose branches are exchanged: callers whose answer is the right one hear that it is
 * wrong, or are asked again although what is expected has the same name or their attempts are counted, and only they. A
 * value that must differ from the last one is left alone.
 */
export const branchesExchanged: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const asked = Map.groupBy(listCollects(draft), ({ body }) => `vars.${body.save ?? ''}`);
    for (const { name, verb, edges, span } of draft.graph.steps) {
      const [one, other, ...more] = edges.filter(({ failure }) => !failure);
      if (verb !== 'switch' || one === undefined || other === undefined || more.length > 0) continue;
      const term = draft.expressions().parse(one.meaning ?? '');
      if (term?.kind !== 'operation' || (term.operator !== '==' && term.operator !== '!=')) continue;
      const names = term.args.map((part) => namePath(part) ?? '');
      const questions = names.flatMap((part) => asked.get(part) ?? []).map((question) => question.step.name);
      if (names.includes('') || questions.length === 0) continue;
      const [equal, unequal] = term.operator === '==' ? [one, other] : [other, one];
      const isGuess = !names.every((part) => asked.has(part)) && !names.some((part) => OTHER.test(part));
      const describeRefusal = (to: string) => {
        if (isToldWrong(to, draft)) return 'hear that it is wrong';
        const passed = [...findUnasked(draft, to).keys()];
        const isAgain = isGuess && questions.some((question) => passed.includes(question));
        const isAttempt =
          isAgain && (haveCommonWord(names) || passed.some((step) => isCounting(step, draft)));
        return isAttempt ? 'are asked again' : undefined;
      };
      const refusal = describeRefusal(equal.to);
      if (refusal === undefined || describeRefusal(unequal.to) !== undefined) continue;
      report({
        code: 'branches-exchanged',
        message: `in step "${name}" callers whose answer is right ${refusal}, and all others go on to step "${unequal.to}"`,
        span: one.span ?? span,
        hint: `write ${String(names[0])} ${term.operator === '==' ? '!=' : '=='} ${String(names[1])}, or exchange the targets`,
      });
    }
  },
};

/** Values that an answer may have to differ from. */
const OTHER =
  /^call\.|[._](?:old|last|previous|prior|former|current|same|first|from|booked|alt|alte|letzte|vorige|bisherige|von|ancien|dernier|actuel|antiguo|último|ultimo|anterior|actual|vecchio|precedente|attuale|oud|oude|huidige|van|stary|poprzedni)(?:_|$)/iu;

/** True when two names share a word, such as `vars.pin` and `params.right_pin`. */
function haveCommonWord(names: readonly string[]): boolean {
  const [one = [], other = []] = names.map((name) => name.slice(name.lastIndexOf('.') + 1).split('_'));
  return one.some((word) => other.includes(word));
}

function isCounting(step: string, draft: FlowDraft): boolean {
  const { writes } = getStepValues(draft, step);
  return writes.some(({ variable, isSet, reads }) => isSet && reads.has(`vars.${variable}`));
}

function isToldWrong(to: string, draft: FlowDraft): boolean {
  const said = groupSaidByStep(draft);
  return [...findUnasked(draft, to).values()].some(
    ({ name, waits }) =>
      waits !== 'caller' &&
      (said.get(name) ?? []).some(({ pieces }) =>
        pieces.some(({ text }) => newsPatterns.notFitting.test(text)),
      ),
  );
}
