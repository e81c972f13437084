/** Determines whether a flow takes calls or places them. */
import { memoize } from '../../model/index.ts';
import { phrase } from '../../speech/index.ts';
import { isRunByFlows } from '../check/line-state.ts';
import { EXPRESSION_KINDS, listReferences } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import { listSaid } from './words/said.ts';

/**
 * Returns the direction of the calls of a flow; undefined when it may have calls of both. A flow counts as outbound when it
 * has parameters, says who is calling or is described as outbound, and returns nothing; as inbound when it greets its
 * callers, asks for opening hours, or uses `call.from` itself.
 */
export const findDirection = memoize((draft: FlowDraft): 'inbound' | 'outbound' | undefined => {
  const names = listReferences(draft, ...EXPRESSION_KINDS).map(({ text }) => text);
  const { graph, params } = draft;
  if (names.some((text) => text.includes('call.direction')) || isRunByFlows(draft)) return undefined;
  const said = listSaid(draft).flatMap(({ pieces }) => pieces.map(({ text }) => text));
  const isSaid = (pattern: RegExp) => said.some((text) => pattern.test(text));
  if (Object.keys(params).length > 0) {
    const isPart = graph.steps.some(
      ({ verb, edges }) => verb === 'return' || edges.some(({ to }) => to === 'return'),
    );
    const isPlaced = isSaid(INTRODUCTION) || OUTBOUND.test(draft.source.description ?? '');
    return !isPart && isPlaced ? 'outbound' : undefined;
  }
  const isInbound = isSaid(GREETING) || names.some((text) => text.includes('call.from'));
  return isInbound || graph.steps.some(({ verb }) => verb === 'hours' || verb === 'reject')
    ? 'inbound'
    : undefined;
});

/** Words with which a flow says who is calling. */
const INTRODUCTION = phrase(
  String.raw`this is|calling (?:you|from|about|on behalf)|hier (?:ist|spricht|is)|ici|vous appel\p{L}*|(?:le|te) llam\p{L}*|habla|la chiam\p{L}*|parla|qui è|aqu[ií] (?:é|fala)|fala (?:d[aeo]s?|o|a)|ligamos|här är|det er|dzwoni\p{L}*|mówi|tu mówi|u spreekt|rufen sie an`,
);

/** Words with which a description says that a flow places its calls. */
const OUTBOUND = phrase(
  String.raw`outbound calls?|outgoing calls?|ausgehende\p{L}* (?:anruf\p{L}*|gespräch\p{L}*)|appels? sortants?|llamadas? salientes?|chiamat[ae] in uscita|uitgaande? (?:gesprek\p{L}*|oproep\p{L}*)|chamadas? de saída|utgående samtal`,
);

const GREETING =
  /^(?:herzlich )?(?:willkommen|welcome|bienvenue|bienvenid|benvenut|welkom|velkommen|välkommen|bem-vind|boas-vindas|witamy)|thank you for calling|danke für ihren anruf|merci de votre appel|gracias por llamar/iu;
