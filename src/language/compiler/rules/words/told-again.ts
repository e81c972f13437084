import { BACK, indexSteps, REPEAT, type GraphStep } from '../../../model/index.ts';
import { checkedLanguages, parseLanguage, phrase, type TalkWords } from '../../../speech/index.ts';
import type { FlowDraft } from '../../types.ts';
import { listEffects } from '../effects.ts';
import type { FlowRule } from '../flow-rule.ts';
import { findUnasked } from '../unasked-ways.ts';
import { findPieceSpan, listSaid } from './said.ts';

/** Words for hearing something once more, in the languages of speech. */
const HEAR_AGAIN = phrase(
  String.raw`hear .{0,40}(?:again|once more)|(?:noch einmal|nochmals?|erneut) (?:zu )?(?:hören|anhören)|(?:réécouter|entendre .{0,40}(?:à nouveau|encore))|(?:volver a|para) (?:oír|escuchar) .{0,40}(?:de nuevo|otra vez)|riascoltare|(?:sentire|ascoltare) .{0,40}(?:di nuovo|ancora)|(?:opnieuw|nog (?:een|een) ?(?:keer|maal)?) (?:te )?(?:horen|beluisteren)|ouvir .{0,40}(?:de novo|outra vez|novamente)`,
);

/**
 * Reports keys for hearing something again that lead to the question before, to a step after which nobody asks it again,
 * or to one that orders or sends it anew.
 */
export const toldAgain: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    const reported = new Set<string>();
    for (const said of listSaid(draft)) {
      const step = steps.get(said.step.name);
      if (step?.waits !== 'caller' || said.part === 'confirm') continue;
      for (const piece of said.pieces) {
        const talk = findTalk(piece.language ?? said.language);
        for (const { key, start, end } of talk === undefined ? [] : piece.keys.listAnnounced()) {
          const target = findTarget(key, step, draft);
          // Another rule tells of messages.
          const isDoneAnew = listEffects(draft).has(target ?? '') && steps.get(target ?? '')?.verb !== 'sms';
          if (target === undefined || (isAskedAgain(target, step.name, draft) && !isDoneAnew)) continue;
          const sentence = readSentenceAt(piece.text, start);
          const span = findPieceSpan(draft.document, piece, { start, end });
          const isAgain = isDoneAnew ? HEAR_AGAIN.test(sentence) : talk?.again.test(sentence) === true;
          if (!isAgain || reported.has(`${span.start.offset}`)) continue;
          reported.add(`${span.start.offset}`);
          report({
            code: 'key-leads-elsewhere',
            message: isDoneAnew
              ? `the key "${key}" is offered for hearing something again, but step "${target}" does it anew`
              : `the key "${key}" is offered for hearing step "${step.name}" again, but leads ${target === BACK ? 'back to the question before' : `to step "${target}"`}`,
            span,
            hint: isDoneAnew
              ? 'lead the key to the step that says it'
              : 'lead the key to "repeat", or offer it for going back',
          });
        }
      }
    }
  },
};

/** True for a target after which the step is asked again, and for one that is no step. */
function isAskedAgain(target: string, step: string, draft: FlowDraft): boolean {
  if (target === BACK) return false;
  const reached = findUnasked(draft, target);
  return target === REPEAT || reached.size === 0 || reached.has(step);
}

function findTalk(tag: string): Pick<TalkWords, 'again'> | undefined {
  return checkedLanguages.find((one) => one.tag === parseLanguage(tag))?.talk;
}

function findTarget(key: string, step: GraphStep, { source, alwaysKeys }: FlowDraft): string | undefined {
  const choices = source.steps?.[step.name]?.menu?.choices ?? [];
  const own = choices.find((choice) => choice?.key !== undefined && String(choice.key) === key)?.goto;
  return own ?? alwaysKeys.find((one) => one.key === key)?.goto;
}

function readSentenceAt(text: string, at: number): string {
  const from = Math.max(...['.', '!', '?', ';'].map((sign) => text.lastIndexOf(sign, at)));
  const [sentence = ''] = /^[^.!?;]*/.exec(text.slice(from + 1)) ?? [];
  return sentence;
}
