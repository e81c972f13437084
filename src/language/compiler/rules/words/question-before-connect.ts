import { indexSteps, type GraphStep } from '../../../model/index.ts';
import { phrase, type SpeechLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { createPieceFilter, findPieceSpan, findWords, listSaid, splitSentences } from './said.ts';

/** The promise that somebody helps the caller now, by language. */
const HELP: Readonly<Record<string, RegExp>> = {
  en: phrase(
    String.raw`(?:colleague|agent|advis[eo]r|operator|member of (?:our |the )?(?:staff|team)) (?:will|is going to) (?:now )?(?:help|assist) you`,
  ),
  de: phrase(
    String.raw`(?:mitarbeiter|mitarbeiterin|kollege|kollegin|berater|beraterin) (?:hilft ihnen|unterstützt sie)`,
  ),
  fr: phrase(String.raw`(?:conseillère?|collègue|agente?) (?:va )?vous (?:aider|aidera|répondre|répondra)`),
  es: phrase(String.raw`(?:compañer[oa]|agente|asesora?|operadora?) (?:le|te) (?:ayudará|atenderá)`),
  it: phrase(String.raw`(?:collega|operatore|operatrice|consulente) (?:la|ti) (?:aiuterà|assisterà)`),
  nl: phrase(String.raw`(?:medewerker|collega|adviseur) (?:helpt u|zal u helpen)`),
  pt: phrase(String.raw`(?:colega|operadora?|assistente) (?:vai )?(?:ajudá-l[oa]|atendê-l[oa])`),
};

/** Words by which a sentence offers a connection, or makes it depend on something. */
const OFFERED = phrase(
  'can|could|may|might|if|when|once|before|kann|können|wenn|falls|sobald|bevor|kan|kunnen|als|zodra|voordat|peut|pouvons|si|quand|avant|puede|podemos|cuando|antes|può|possiamo|se|quando|prima|pode',
);

/** Verbs that take no answer of the caller and bring nobody on the line. */
const PASSING = new Set(['say', 'set', 'outcome', 'switch', 'hours', 'language', 'lookup', 'http']);
const ASKING = new Set(['menu', 'collect']);

/**
 * Reports announcements that the caller is connected, or that somebody helps now, after which the flow asks a question on
 * every way. Whether somebody is rung at all is told by `promise-not-kept` in the whole flow.
 */
export const questionBeforeConnect: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    const isNew = createPieceFilter();
    for (const said of listSaid(draft)) {
      if (said.part !== 'say') continue;
      for (const piece of said.pieces) {
        const words = findWords(piece, said);
        const promise = words && findPromise(piece.text, words);
        if (promise === undefined) continue;
        const next = findNextSteps(said.step.name, steps);
        const [asking] = next;
        if (asking === undefined || !next.every((one) => asksOtherwise(one, steps)) || !isNew(piece))
          continue;
        report({
          code: 'promise-not-kept',
          message: `callers are told that somebody takes over, but after step "${said.step.name}" step "${asking.name}" asks them a question`,
          span: findPieceSpan(draft.document, piece, promise),
          hint: 'lead to the step that rings somebody: a step without "next" goes on to the one below',
        });
      }
    }
  },
};

function findPromise(
  text: string,
  { tag, talk }: SpeechLanguage,
): { start: number; end: number } | undefined {
  const sentence = splitSentences(text).find(
    (one) => [talk.connect, HELP[tag]].some((pattern) => pattern?.test(one.text)) && !OFFERED.test(one.text),
  );
  return sentence && { start: sentence.start, end: sentence.start + sentence.text.length };
}

/** True for a question of which no answer brings somebody on the line, as one about a recording does. */
function asksOtherwise({ verb, edges }: GraphStep, steps: ReadonlyMap<string, GraphStep>): boolean {
  const answered = edges.filter(({ kind, outcome }) => kind === 'goto' || outcome === 'filled');
  return (
    ASKING.has(verb) &&
    answered.every(({ to }) => findSteps([to], steps).every((one) => ASKING.has(one.verb)))
  );
}

/** Returns the first steps behind a step, on its successful ways, that ask callers or bring somebody on the line. */
function findNextSteps(from: string, steps: ReadonlyMap<string, GraphStep>): GraphStep[] {
  const edges = steps.get(from)?.edges ?? [];
  return findSteps(
    edges.filter(({ failure }) => !failure).map(({ to }) => to),
    steps,
  );
}

function findSteps(names: readonly string[], steps: ReadonlyMap<string, GraphStep>): GraphStep[] {
  const seen = new Set(names);
  const found: GraphStep[] = [];
  // Steps that are added while the loop runs are visited too.
  for (const name of seen) {
    const step = steps.get(name);
    if (step === undefined) continue;
    if (!PASSING.has(step.verb)) found.push(step);
    else for (const { to, failure } of step.edges) if (!failure) seen.add(to);
  }
  return found;
}
