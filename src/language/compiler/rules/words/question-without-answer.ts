import { indexSteps } from '../../../model/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { findUnasked } from '../unasked-ways.ts';
import { createPieceFilter, findPieceSpan, findWords, groupSaidByStep, listSaid } from './said.ts';
import { phrase } from '../../../speech/index.ts';

/**
 * Reports announcements that end with a question, or tell callers to press a key, and after which the call ends: no step
 * from there on takes an answer. A question after which something else is told, and a key beside a telephone number, of a
 * door or in a request to call again, are left alone.
 */
export const questionWithoutAnswer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const isNew = createPieceFilter();
    const steps = indexSteps(draft.graph);
    for (const said of listSaid(draft)) {
      const piece = said.part === 'say' ? said.pieces.at(-1) : undefined;
      if (piece === undefined || !steps.has(said.step.name) || mayAnswer(said.step.name, draft)) continue;
      const isElsewhere = [PHONE_NUMBER, CALL_AGAIN, DEVICE].some((pattern) => pattern.test(piece.text));
      const key = isElsewhere
        ? undefined
        : piece.keys.listAnnounced().find((announced) => announced.key.length === 1);
      const isQuestion =
        /\?["”»’)]*\s*$/.test(piece.text) && !TAG.test(piece.text) && findWords(piece, said) !== undefined;
      const isAsked = isQuestion && !isFollowed(said.step.name, draft);
      if ((!isAsked && key === undefined) || !isNew(piece)) continue;
      report({
        code: 'question-without-answer',
        message:
          key === undefined
            ? `callers are asked a question by step "${said.step.name}", and the call ends: nothing takes their answer`
            : `callers are told to press the key "${key.key}" by step "${said.step.name}", and the call ends: nothing takes the key`,
        span: findPieceSpan(draft.document, piece, key),
        hint: 'ask in a "menu" or a "collect", or say something else',
      });
    }
  },
};

/** The request to call once more, where the key is taken. */
const CALL_AGAIN =
  /(?<!\p{L})(?:call (?:us )?(?:again|back)|ring (?:us )?again|(?:wieder|erneut|nochmals?|noch einmal) an|rappel(?:ez|er)|vuelva a llamar|llame (?:de nuevo|otra vez)|richiam\p{L}*|(?:bel|belt u) (?:ons )?(?:opnieuw|terug|weer|nogmaals)|ligue (?:de novo|novamente|outra vez)|volte a ligar|ring igen|zadzwoń ponownie)[^.!?]{0,60} (?:and|then|und|et|y|e|en|och|i) /iu;
/** Things with keys of their own, and other telephones. */
const DEVICE = phrase(
  'gate|door|bell|keypad|intercom|tür|tor|klingel|porte|portail|borne|poste|interphone|puerta|portero|porta|cancello|citofono|portão|interfone|deur|poort',
);
/** A request softened by a tag, which nobody answers: ", okay?". */
const TAG = /,\s*¿?\p{L}+(?:['’]\p{L}+)?(?:\s\p{L}+)?\s*\?["”»’)]*\s*$/u;
const PHONE_NUMBER = /(?:\d[\s,./-]*){3}/;

/** Verbs of steps in which somebody or something may take the answer. */
const TAKING = new Set(['connect', 'room', 'stream', 'record', 'wait', 'run', 'goto', 'return', 'sms']);

function mayAnswer(name: string, draft: FlowDraft): boolean {
  return [...findUnasked(draft, name).values()].some(
    ({ waits, verb }) => waits === 'caller' || TAKING.has(verb),
  );
}

/** True when more is told after a step. */
function isFollowed(name: string, draft: FlowDraft): boolean {
  return [...findUnasked(draft, name).keys()].some(
    (other) => other !== name && groupSaidByStep(draft).has(other),
  );
}
