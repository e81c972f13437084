import { findSources } from '../check/variable-sources.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { readAuthorsNote } from './described-values.ts';
import type { FlowRule } from './flow-rule.ts';
import { phrase } from '../../speech/index.ts';
import { findRange } from './value-domains.ts';

/**
 * Reports numbers whose description says which value stands for no answer, such as "-1 if not answered", and that begin
 * with another one, while nothing ever sets them to it. What a service may tell is not known, and left alone.
 */
export const initialAsDescribed: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const [variable, { type, initial }] of Object.entries(draft.vars)) {
      if ((type !== 'int' && type !== 'double') || draft.brokenVars.has(variable)) continue;
      const described = readUnanswered(readAuthorsNote(draft, `vars.${variable}`));
      if (described === undefined || described === Number(initial)) continue;
      if (!isNever(described, variable, draft)) continue;
      report({
        code: 'initial-as-answer',
        message: `"${variable}" begins with ${String(initial)}, but is ${described} by its description before an answer, and nothing sets it to that`,
        span: spanAt(draft.document, ['vars', variable]),
        hint: `write initial: ${described}`,
      });
    }
  },
};

/** Returns the number that stands for no answer by a description: "0 to 10; -1 if not answered". */
function readUnanswered(note: string): number | undefined {
  const found = note.split(/[.;](?!\d)|,\s/).flatMap((part) => {
    const [, number, rest = ''] = NUMBERED.exec(part) ?? [];
    return number !== undefined && UNANSWERED.test(rest) ? [Number(number)] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** A part of a description that begins with a number and tells what it means. */
const NUMBERED = /^\s*(?:(?:or|and|oder|und|ou|et|o|y|e|of|en)\s+)?(-?\d+(?:\.\d+)?)\s*(?![\d-])(.*)$/su;

/** Words for what has not been answered. */
const UNANSWERED = phrase(
  [
    String.raw`(?:not|never|un) ?(?:yet )?(?:answered|given|asked|rated|set|known|entered)|unanswered|unknown|no (?:answer|rating|score|entry)|none given|(?:without|before) (?:an? |the |any )?(?:answer|rating|score)|skipped`,
    String.raw`(?:nicht|nie|noch nicht) (?:be)?antwortet|unbeantwortet|(?:nicht|noch nicht) (?:gefragt|bewertet|angegeben|bekannt|vergeben)|unbekannt|(?:keine|ohne|vor der) (?:antwort|bewertung|angabe|note)`,
    String.raw`(?:pas|non|sans|aucune) (?:encore |de )?(?:répondue?|réponse|notée?|note|renseignée?|connue?|demandée?)|inconnue?`,
    String.raw`(?:no|sin|ninguna) (?:ha |se ha |haber )?(?:respondid[oa]|contestad[oa]|respondió|contestó|responde|contesta|respuesta|preguntad[oa]|nota|dad[oa])|desconocid[oa]`,
    String.raw`(?:non|senza|nessuna) (?:ha |è stat[oa] )?(?:rispost[oa]|dat[oa]|chiest[oa]|voto|not[oa])|sconosciut[oa]`,
    String.raw`(?:niet|geen|zonder|nog niet) (?:be)?(?:antwoord|gevraagd|gegeven|bekend|score)|onbekend`,
    String.raw`(?:não|sem|nenhuma) (?:foi |ter )?(?:respondid[oa]|resposta|respondeu|perguntad[oa]|dad[oa])|desconhecid[oa]`,
    String.raw`(?:bez|brak) odpowiedzi|(?:inte|ej|utan) (?:be)?svar\p{L}*`,
  ].join('|'),
);

/** True for a number that the variable never gets, as far as the flow shows all of its values. */
function isNever(number: number, variable: string, draft: FlowDraft): boolean {
  const written = (findSources(draft).get(variable) ?? []).filter(({ step }) => step !== undefined);
  return (
    written.length > 0 &&
    written.every((source) => {
      if (source.kind === 'texts') return source.texts.every(({ text }) => Number(text) !== number);
      if (source.kind !== 'answer') return false;
      const { min, max } = findRange(source.body);
      return number < min || number > max;
    })
  );
}
