import type { SwitchStep } from '../../../../schemas/types/flow.ts';
import type { Report } from '../../diagnostics/index.ts';
import { memoize, type Edge, type GraphStep } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findEdge, findStep, followOnlyWay } from './unasked-ways.ts';
import { newsPatterns, tellsDone, type News } from './words/outcome-words.ts';
import { groupSaidByStep, saysAny, type Said } from './words/said.ts';

/**
 * Reports two outcomes of a step whose targets are exchanged: each leads to the words that belong to the other, such as
 * `client_error` to "our system is not available" and `server_error` to "we do not know this number". What one text says
 * is judged only together with the other: a text that fits its own outcome too is left alone.
 */
export const outcomesExchanged: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const step of draft.graph.steps) {
      const { name, verb, edges, span } = step;
      if (reportExchangedNames(step, draft, report)) continue;
      for (const { first, second, tells, ...pair } of PAIRS) {
        if (pair.verbs !== undefined && !pair.verbs.includes(verb)) continue;
        const [one] = edges.filter(({ outcome }) => first.includes(outcome));
        const others = second.flatMap((outcome) =>
          edges.filter((edge) => edge.outcome === outcome && edge.to !== one?.to),
        );
        const other = one && others.find((edge) => isExchanged([one, edge], tells, draft));
        if (one === undefined || other === undefined) continue;
        report({
          code: 'outcomes-exchanged',
          message: `callers hear step "${one.to}" after "${one.outcome}" of step "${name}" and step "${other.to}" after "${other.outcome}", but each says what belongs to the other`,
          span: one.span ?? other.span ?? span,
          hint: `exchange the targets of "${one.outcome}" and "${other.outcome}"`,
        });
        break;
      }
    }
  },
};

/** Reports two outcomes, or cases of a switch, each of which leads to the step with the name of the other; true if there are such. */
function reportExchangedNames(
  { name, verb, edges, span }: GraphStep,
  draft: FlowDraft,
  report: Report,
): boolean {
  const names = readOutcomeNames(name, edges, draft);
  const pair = edges.flatMap((edge) => {
    const own = names.get(edge);
    const other = edges.find((one) => names.get(one) === edge.to && one.to === own);
    // A switch may lead from each state to the step that brings the other one.
    if (verb === 'switch' && !TELLING.has(findStep(draft, edge.to)?.verb ?? '')) return [];
    return other === undefined || other === edge || own === edge.to ? [] : [{ edge, own, other }];
  })[0];
  if (pair === undefined) return false;
  const { edge, own = '', other } = pair;
  report({
    code: 'outcomes-exchanged',
    message: `"${own}" of step "${name}" leads to step "${edge.to}", and "${edge.to}" to step "${other.to}"`,
    span: edge.span ?? span,
    hint: `exchange the targets of "${own}" and "${edge.to}"`,
  });
  return true;
}

/** Verbs of steps that tell callers of a state, and do not change it. */
const TELLING = new Set(['say', 'play', 'menu', 'hangup']);

/** Returns the names of outcomes; cases of a switch on a value have the names of their values. */
function readOutcomeNames(step: string, edges: readonly Edge[], draft: FlowDraft): ReadonlyMap<Edge, string> {
  const cases = readCases(draft).get(step) ?? [];
  return new Map(edges.map((edge, index) => [edge, cases[index] ?? edge.outcome]));
}

/** Returns the values of the cases of each switch on a value. */
const readCases = memoize((draft: FlowDraft): ReadonlyMap<string, readonly string[]> => {
  const switches = listMapSteps<Extract<SwitchStep, { cases: unknown }>>(draft, 'switch');
  return new Map(switches.map(({ step, body }) => [step.name, Object.keys(body.cases ?? {})]));
});

/** The texts that belong after the first outcome, and after the second. */
type Tells = readonly [(said: Said) => boolean, (said: Said) => boolean];

interface Pair {
  first: readonly string[];
  second: readonly string[];
  tells: Tells;
  verbs?: readonly string[];
}

function telling(news: News): (said: Said) => boolean {
  return ({ pieces }) => pieces.some(({ text }) => newsPatterns[news].test(text));
}

const tellsUnknown = telling('unknown');
const tellsTaken = telling('taken');
const tellsOutage = telling('outage');

const PAIRS: readonly Pair[] = [
  {
    first: ['client_error', 'not_found'],
    second: ['failed', 'server_error', 'timeout'],
    tells: [tellsRefusal, tellsTrouble],
    verbs: ['http', 'lookup'],
  },
  { first: ['busy'], second: ['no_answer'], tells: [telling('busy'), telling('noAnswer')] },
  { first: ['closed'], second: ['holiday'], tells: [tellsClosed, tellsHoliday] },
  { first: ['exhausted'], second: ['silent'], tells: [telling('notFitting'), telling('notHeard')] },
  {
    first: ['ok', 'found', 'delivered', 'accepted'],
    second: ['failed', 'client_error', 'server_error', 'timeout', 'undelivered', 'not_found'],
    tells: [tellsSuccess, tellsApology],
  },
];

/** True for the news of an ordinary day: on a holiday the business is closed as well. */
function tellsClosed(said: Said): boolean {
  return telling('closed')(said) && !telling('holiday')(said);
}

/** True for the news of a holiday; opening hours may name the holidays, too. */
function tellsHoliday(said: Said): boolean {
  return telling('holiday')(said) && !telling('opening')(said);
}

function tellsRefusal(said: Said): boolean {
  return tellsUnknown(said) || tellsTaken(said);
}

/** True for an outage, and for an apology without a reason. */
function tellsTrouble(said: Said): boolean {
  return tellsOutage(said) || (tellsApology(said) && !tellsRefusal(said));
}

function tellsSuccess({ pieces }: Said): boolean {
  return pieces.some(({ text }) => tellsDone(text));
}

function tellsApology(said: Said): boolean {
  return saysAny(said, ({ apology }) => apology);
}

function isExchanged(
  [one, other]: readonly [Edge, Edge],
  [ofOne, ofOther]: Tells,
  draft: FlowDraft,
): boolean {
  const afterOne = listFirstWords(draft, one.to);
  const afterOther = listFirstWords(draft, other.to);
  const isForOther = afterOne.some(ofOther) && !afterOne.some(ofOne);
  return isForOther && afterOther.some(ofOne) && !afterOther.some(ofOther);
}

/** Returns the first words that callers hear from a step on, behind a switch those of its last way: it may count tries. */
function listFirstWords(draft: FlowDraft, to: string, passed: readonly string[] = []): readonly Said[] {
  const said = groupSaidByStep(draft);
  const way = followOnlyWay(draft, to);
  const speaking = way.find(({ name }) => said.has(name));
  if (speaking !== undefined) return said.get(speaking.name) ?? [];
  const { name = '', verb } = way.at(-1) ?? {};
  const next = verb === 'switch' ? findEdge(draft, name, 'otherwise')?.to : undefined;
  return next === undefined || passed.includes(name) ? [] : listFirstWords(draft, next, [...passed, name]);
}
