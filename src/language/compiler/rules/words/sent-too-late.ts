import { findReachable, indexSteps } from '../../../model/index.ts';
import { phrase } from '../../../speech/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { findEdge, findStep } from '../unasked-ways.ts';
import { findPieceSpan, listSaid } from './said.ts';

/** Words of a question that tell of a message or a code which has been sent, in the languages of speech. */
const SENT = phrase(
  String.raw`(?:we|i)(?: have|'ve)? (?:just )?(?:sent|texted) (?:you|a|the|your)|(?:has|have) been (?:sent|texted) to (?:you|your)|(?:haben|habe) (?:wir )?ihnen [^.!?]{0,60}(?:gesendet|geschickt|gesandt)|(?:vous )?(?:avons|ai) envoyé|(?:hemos|he) (?:enviado|mandado)|(?:abbiamo|ho) (?:inviato|mandato|spedito)|(?:hebben|heb) (?:we |wij )?(?:u|je) [^.!?]{0,60}(?:gestuurd|gezonden|verzonden)|(?:enviámos|enviamos|mandámos)-?(?:lhe)? (?:um|uma|o|a)|wysłaliśmy|har skickat`,
);
/** Verbs by which a message may be sent, or that hand the call to a flow that may. */
const SENDING: ReadonlySet<string> = new Set(['sms', 'run', 'goto', 'return', 'room']);

/** Reports questions that speak of a message as sent, although it is sent by the step that takes their answer. */
export const sentTooLate: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, part, pieces } of listSaid(draft)) {
      const piece = part === 'prompt' ? pieces.find(({ text }) => SENT.test(text)) : undefined;
      if (piece === undefined) continue;
      const sending = findStep(draft, findEdge(draft, step.name, 'filled')?.to ?? '');
      if (sending?.verb !== 'sms' || isSentBefore(draft, step.name)) continue;
      report({
        code: 'premature-success',
        message: `step "${step.name}" says that a message has been sent, but step "${sending.name}" sends it afterwards`,
        span: findPieceSpan(draft.document, piece),
        hint: 'send the message before the question',
      });
    }
  },
};

/** True where callers come to the question for the first time from a step by which a message may have been sent. */
function isSentBefore({ graph }: FlowDraft, question: string): boolean {
  const steps = indexSteps(graph);
  const [first] = graph.steps;
  const early = findReachable(steps, first ? [first.name] : [], (_edge, from) => from !== question);
  return graph.steps.some(({ name, verb }) => SENDING.has(verb) && early.has(name));
}
