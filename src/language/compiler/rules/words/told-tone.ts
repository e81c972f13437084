import type { VoicemailStep } from '../../../../../schemas/types/flow.ts';
import { phrase } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMapSteps } from '../questions.ts';
import { findStep } from '../unasked-ways.ts';
import { findPieceSpan, listSaid } from './said.ts';

/** Words that announce the tone before a recording, in the languages of speech and some more. */
const TONE = phrase(
  String.raw`(?:after|following|at) the (?:tone|beep|signal)|nach dem (?:ton|signalton|piepton|pieps|signal)|après le (?:bip|signal|ton)|después (?:de la señal|del tono|del pitido)|dopo il (?:segnale|tono|bip)|na (?:de (?:toon|piep)|het (?:signaal|geluid))|(?:após|depois d)o? (?:o )?(?:sinal|tom|bip)|po (?:sygnale|usłyszeniu sygnału)|efter (?:tonen|signalen|pipet)`,
);

/** Reports messages that are recorded without a tone, although callers are told to speak after it. */
export const toldTone: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const silent = new Set(
      listMapSteps<VoicemailStep>(draft, 'voicemail')
        .filter(({ body }) => body.beep === false)
        .map(({ step }) => step.name),
    );
    if (silent.size === 0) return;
    for (const { step, part, pieces } of listSaid(draft)) {
      const next = findStep(draft, step.name)?.edges.find(({ failure }) => !failure)?.to ?? '';
      const recording = part === 'say' ? next : step.name;
      if (!silent.has(recording)) continue;
      const piece = pieces.find(({ text }) => TONE.test(text));
      if (piece === undefined) continue;
      report({
        code: 'promise-not-kept',
        message: `callers are told to speak after the tone, but step "${recording}" plays none`,
        span: findPieceSpan(draft.document, piece),
        hint: 'leave out beep: false, or the words about the tone',
      });
    }
  },
};
