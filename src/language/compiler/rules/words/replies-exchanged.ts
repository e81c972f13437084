import { phrase } from '../../../speech/index.ts';
import { spanAt } from '../../read/document.ts';
import type { FlowRule } from '../flow-rule.ts';
import { newsPatterns } from './outcome-words.ts';
import { createPieceFilter, groupSaidByStep, type Said } from './said.ts';

/** Questions to callers who say nothing. */
const STILL_THERE = phrase(
  [
    String.raw`(?:are )?you still (?:there|on the line)|still there`,
    String.raw`(?:sind sie|bist du) noch (?:da|dran|am apparat)`,
    String.raw`(?:êtes-vous|vous êtes|es-tu) (?:toujours|encore) (?:là|en ligne)`,
    String.raw`(?:sigue|sigues) (?:usted )?(?:ahí|en línea|al teléfono)`,
    String.raw`(?:è|sei) ancora (?:lì|in linea|al telefono)`,
    String.raw`(?:bent u|ben je) (?:er nog|nog aan de lijn)`,
    String.raw`ainda está (?:aí|em linha|na linha)`,
    String.raw`(?:czy )?(?:jest pan|jest pani|jesteś)[^.!?]{0,20} (?:tam|na linii)`,
    String.raw`är (?:du|ni) (?:kvar|där)`,
  ].join('|'),
);

/** What is said of a wrong key, besides the words for wrong answers. */
const WRONG_KEY = phrase(
  [
    String.raw`(?:is )?not one of the choices|no such (?:key|choice)`,
    String.raw`diese (?:taste|auswahl) (?:gibt es|gilt) (?:hier )?nicht`,
    String.raw`(?:cette touche|ce choix) (?:n['’]est pas|ne) [^.!?]{0,30}`,
    String.raw`(?:esa|esta) (?:tecla|opción) no [^.!?]{0,30}`,
    String.raw`(?:questo|il) tasto non [^.!?]{0,30}`,
    String.raw`(?:deze|die) (?:toets|keuze) (?:is niet|bestaat niet)[^.!?]{0,30}`,
    String.raw`(?:essa|esta) (?:tecla|opção) não [^.!?]{0,30}`,
    String.raw`(?:ten klawisz|tego klawisza) nie [^.!?]{0,30}`,
    String.raw`(?:den|det) (?:knappen|valet) (?:gäller|finns) inte`,
  ].join('|'),
);

/**
 * Reports questions whose texts for silence and for wrong answers are exchanged: who says nothing hears that the key is
 * wrong, and who presses a wrong one is asked whether he is still there. One of the two alone is left alone.
 */
export const repliesExchanged: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const [step, said] of groupSaidByStep(draft))
      for (const silent of said.filter(({ part }) => part === 'no_input')) {
        const wrong = said.filter(
          ({ part, language }) => part === 'no_match' && language === silent.language,
        );
        const [piece] = silent.pieces;
        const isExchanged = wrong.length > 0 && tellsWrong(silent) && wrong.every(tellsSilent);
        if (!isExchanged || piece === undefined || !isNew(piece, step)) continue;
        report({
          code: 'outcomes-exchanged',
          message: `at step "${step}" callers who say nothing hear that their answer is wrong, and those whose answer is wrong that nothing was heard`,
          span: spanAt(draft.document, silent.path),
          hint: 'exchange the texts of "no_input" and "no_match"',
        });
      }
  },
};

function tellsSilent({ pieces }: Said): boolean {
  return pieces.some(({ text }) => isSilent(text)) && !pieces.some(({ text }) => isWrong(text));
}

function tellsWrong({ pieces }: Said): boolean {
  return pieces.some(({ text }) => isWrong(text)) && !pieces.some(({ text }) => isSilent(text));
}

function isSilent(text: string): boolean {
  return STILL_THERE.test(text) || newsPatterns.notHeard.test(text);
}

function isWrong(text: string): boolean {
  return WRONG_KEY.test(text) || newsPatterns.notFitting.test(text);
}
