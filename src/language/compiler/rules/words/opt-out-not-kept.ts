import { memoize, type Edge, type GraphStep } from '../../../model/index.ts';
import { phrase } from '../../../speech/index.ts';
import { listWrites } from '../../check/step-values.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listEffects } from '../effects.ts';
import { findUnasked } from '../unasked-ways.ts';
import { createPieceFilter, findPieceSpan, listSaid } from './said.ts';

/**
 * Reports the promise not to call again where nothing is noted on the way to it or behind it, though other ways of the flow
 * note how the call has ended: whoever calls next does not know of it. A promise that a key is told for is an offer.
 */
export const optOutNotKept: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (!draft.graph.steps.some((step) => step.edges.some((edge) => isNoted(step, edge, draft)))) return;
    const isNew = createPieceFilter();
    for (const { step, part, pieces } of listSaid(draft))
      for (const piece of part === 'say' ? pieces : []) {
        const found = OPT_OUT.exec(piece.text);
        if (found === null || piece.keys.listAnnounced().length > 0 || isKept(step.name, draft)) continue;
        if (!isNew(piece)) continue;
        const { index: start, 0: words } = found;
        report({
          code: 'promise-not-kept',
          message: `callers are promised at step "${step.name}" that they are not called again, but nothing is noted on the way there`,
          span: findPieceSpan(draft.document, piece, { start, end: start + words.length }),
          hint: 'set the result or note an outcome before it, as on the other ways',
        });
      }
  },
};

const OPT_OUT = phrase(
  [
    String.raw`(?:will not|won['’]t|never) (?:call|contact|ring|phone|bother) you (?:again|any ?more)|not be (?:called|contacted) (?:again|any ?more)`,
    String.raw`(?:removed|taken|deleted) (?:you|your (?:name|number)) (?:from|off)|your (?:name|number) (?:is|has been|will be) (?:removed|taken off|deleted)`,
    String.raw`(?:rufen|kontaktieren|belästigen|stören) (?:wir )?sie (?:\p{L}+ ){0,2}nicht (?:mehr|wieder|noch einmal|erneut)(?: an)?`,
    String.raw`werden (?:wir )?sie nicht (?:mehr|wieder|erneut|noch einmal) (?:anrufen|kontaktieren|belästigen|stören)|nicht (?:mehr|wieder) angerufen`,
    String.raw`(?:von|aus) (?:der|unserer) \p{L}*liste (?:gestrichen|gelöscht|genommen|entfernt)`,
    String.raw`ne vous (?:r?appell?er|contacter|déranger|importuner)\p{L}* plus|ne serez plus (?:r?appelée?|contactée?|dérangée?)`,
    String.raw`(?:retiré|supprimé|effacé|rayé)e?s? de (?:notre|la) liste`,
    String.raw`no (?:le |la |lo |te )?(?:volveremos a (?:llamar|contactar|molestar)\p{L}*|(?:llamaremos|molestaremos) (?:más|de nuevo|otra vez))|no (?:recibirá|volverá a recibir) (?:más |nuestras )?llamadas`,
    String.raw`(?:eliminad|borrad|retirad)[oa] de (?:la|nuestra) lista`,
    String.raw`non (?:la|ti|vi) (?:r?i?chiameremo|contatteremo|disturberemo) (?:più|ancora|di nuovo)|non (?:sarà|sarai|verrà|verrai) più (?:r?i?chiamat|contattat|disturbat)[oa]`,
    String.raw`(?:tolt|rimoss|cancellat)[oa] dalla (?:nostra )?lista`,
    String.raw`(?:bellen|benaderen|storen) (?:wij |we )?u (?:\p{L}+ )?niet (?:meer|opnieuw|nog eens)|(?:zullen|zult) (?:wij |we )?(?:u )?niet (?:meer|opnieuw) (?:bellen|gebeld|benaderen)|niet (?:meer|opnieuw) gebeld`,
    String.raw`van (?:de|onze) (?:\p{L}*lijst) (?:gehaald|verwijderd)`,
    String.raw`não (?:lhe |o |a )?(?:voltaremos a (?:ligar|contactar|telefonar)\p{L}*|(?:ligaremos|telefonaremos) (?:mais|de novo)|voltará a ser (?:contactad|chamad)[oa])|não (?:receberá mais|voltará a receber) chamadas`,
    String.raw`(?:removid|retirad|apagad)[oa] da (?:nossa )?lista`,
  ].join('|'),
);

/** Steps that leave the flow: what they lead to may note it. */
const LEAVING = new Set(['return', 'goto', 'stream', 'connect', 'room']);

/** True for a step behind which something is noted, or to which no way leads without a note. */
function isKept(name: string, draft: FlowDraft): boolean {
  const behind = [...findUnasked(draft, name).values()];
  const isNotedBehind = behind.some(
    (step) => LEAVING.has(step.verb) || step.edges.some((edge) => isNoted(step, edge, draft)),
  );
  return isNotedBehind || isAlwaysNoted(name, draft);
}

/** True when every way from the question that led here notes something. */
function isAlwaysNoted(name: string, draft: FlowDraft): boolean {
  const passed = new Set([name]);
  for (const at of passed) {
    if (at === draft.graph.entry) return false;
    for (const { step, edge } of listWaysTo(draft).get(at) ?? []) {
      if (isNoted(step, edge, draft)) continue;
      if (step.waits === 'caller') return false;
      passed.add(step.name);
    }
  }
  return true;
}

interface Way {
  step: GraphStep;
  edge: Edge;
}

/** Step → the ways on which calls come to it; keys and phrases of `always` lead on from every question. */
const listWaysTo = memoize(({ graph }: FlowDraft): ReadonlyMap<string, readonly Way[]> => {
  const always = graph.always.map(({ to }): Edge => ({
    to,
    outcome: 'always',
    kind: 'goto',
    failure: false,
  }));
  const ways = graph.steps.flatMap((step) => {
    const edges = step.waits === 'caller' ? [...step.edges, ...always] : step.edges;
    return edges.filter(({ kind }) => kind !== 'error').map((edge) => ({ step, edge }));
  });
  return Map.groupBy(ways, ({ edge }) => edge.to);
});

/** True for a way on which something is noted: an answer, a result, an outcome, or a request. A count is none. */
function isNoted(step: GraphStep, edge: Edge, draft: FlowDraft): boolean {
  if (step.verb === 'outcome' || (listEffects(draft).has(step.name) && !edge.failure)) return true;
  return listWrites(draft, step.name, edge).some(({ variable, reads }) => !reads.has(`vars.${variable}`));
}
