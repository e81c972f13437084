import { findReachable, indexSteps, type Edge, type Value } from '../../model/index.ts';
import { EXPRESSION_KINDS, listReferences, stepNameOf } from '../check/references.ts';
import { getStepValues, listWrites, type Source } from '../check/step-values.ts';
import { findSources } from '../check/variable-sources.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findStep, findUnasked } from './unasked-ways.ts';
import { findRange } from './value-domains.ts';

/**
 * Reports variables that the finalizer sends and that begin with a value which means an answer or a success: whoever
 * hangs up before is counted with it. A finalizer that decides is not judged. Beside other variables only a value counts
 * that the last step of a finished call sets anew.
 */
export const initialAsAnswer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const reported = new Set<string>();
    for (const { variable, isAlone } of listReported(draft)) {
      const { initial } = draft.vars[variable] ?? {};
      if (initial === undefined || reported.has(variable)) continue;
      if (!(isAlone ? isAnswer : isGivenAtEnd)(variable, initial, draft)) continue;
      reported.add(variable);
      const means = isAlone ? 'is also an answer' : 'the last step of a finished call sets';
      report({
        code: 'initial-as-answer',
        message: `"${variable}" begins with ${String(initial)}, which ${means}, and is reported at the end: whoever hangs up before counts with it`,
        span: spanAt(draft.document, ['vars', variable]),
        hint: 'let it begin with a value that no answer has',
      });
    }
  },
};

interface Reported {
  variable: string;
  /** False for one that is sent beside others. */
  isAlone: boolean;
}

/** Returns the variables that a request of the finalizer sends. */
function listReported(draft: FlowDraft): Reported[] {
  const { endStep } = draft.graph;
  if (endStep === undefined) return [];
  const steps = indexSteps(draft.graph);
  const run = findReachable(steps, [endStep], ({ kind }) => kind !== 'error');
  if ([...run].some((name) => steps.get(name)?.verb === 'switch')) return [];
  const sent = listReferences(draft, ...EXPRESSION_KINDS).filter(
    (one) => run.has(stepNameOf(one) ?? '') && one.path[2] === 'http',
  );
  const byStep = [...Map.groupBy(sent, stepNameOf).values()].map((references) =>
    references.map(({ text }) => text).join(' '),
  );
  return byStep.flatMap((texts) => {
    const found = new Set(Array.from(texts.matchAll(/\bvars\.(\w+)/g), ([, name = '']) => name));
    // How the call has ended tells of calls that end early.
    if (found.size > 1 && texts.includes('call.reason')) return [];
    return [...found].map((variable) => ({ variable, isAlone: found.size === 1 }));
  });
}

/** Values that claim that a caller has got what the call was for. */
const SUCCESS =
  /^(?:served|done|ok|success(?:ful)?|completed?|booked|confirmed|delivered|paid|answered|solved|resolved|accepted|helped|erledigt|bedient|gebucht|bestätigt|bezahlt|zugestellt|beantwortet|angenommen|servie?|traitée?|confirmée?|payée?|résolue?|atendid[oa]|resuelt[oa]|confirmad[oa]|pagad[oa]|servit[oa]|confermat[oa]|pagat[oa]|risolt[oa]|geholpen|bevestigd|betaald|potwierdzon[eoy])$/iu;

/** True when a step can give the variable the value with which it begins, and that means something. */
function isAnswer(variable: string, initial: unknown, draft: FlowDraft): boolean {
  return (findSources(draft).get(variable) ?? []).some((source) => {
    if (source.kind === 'answer' && typeof initial !== 'string' && source.body.range !== undefined) {
      const { min, max } = findRange(source.body);
      return Number(initial) >= min && Number(initial) <= max;
    }
    const means = initial === true || (typeof initial === 'string' && SUCCESS.test(initial));
    return means && source.step !== undefined && source.literal === initial;
  });
}

/** Values of calls that have come to their end, besides those that a request gives them. */
const FINISHED =
  /^(?:completed?|done|finished|served|solved|resolved|booked|ordered|reserved|confirmed|paid|erledigt|fertig|abgeschlossen|beendet|gebucht|bestellt|bestätigt|bezahlt|gelöst|terminée?|finie?|réservée?|confirmée?|payée?|résolue?|traitée?|complet(?:ad|at)[oa]|terminad[oa]|finalizad[oa]|reservad[oa]|confirmad[oa]|pagad[oa]|resuelt[oa]|terminat[oa]|conclus[oa]|prenotat[oa]|confermat[oa]|pagat[oa]|risolt[oa]|afgerond|voltooid|klaar|geboekt|besteld|bevestigd|betaald|concluíd[oa]|resolvid[oa]|zakończon[aeoy]|zrobione|zarezerwowan[aeoy]|potwierdzon[aeoy]|opłacon[aeoy]|klart?|färdigt?|avslutad|slutförd|bokad|bekräftad|betald)$/iu;

/** Beginnings of values of calls that have not come to their end, which a request may tell of as well. */
const UNFINISHED =
  /^(?:abandon|none|open|pending|unknown|un|not|no|new|start|begun|incomplete|fail|miss|lost|hung|abort|offen|abgebrochen|abbruch|kein|nicht|unbekannt|neu|abandonn|aucun|pas|inconnu|ouvert|ningun|pendiente|abiert|nessun|apert|geen|niet|onbekend|nenhum|abert|brak|nie|inget|ingen|okänd)/iu;

/** True for a value with which a variable begins, and that otherwise only the last step of a finished call gives it. */
function isGivenAtEnd(variable: string, initial: Value, draft: FlowDraft): boolean {
  const written = (findSources(draft).get(variable) ?? []).filter(({ step }) => step !== undefined);
  const last = written.filter(({ literal }) => literal === initial);
  if (last.length === 0 || last.length === written.length) return false;
  if (written.some(({ literal }) => literal === undefined) || !last.every((one) => isLast(one, draft)))
    return false;
  const isDone =
    typeof initial === 'string' && !UNFINISHED.test(initial)
      ? FINISHED.test(initial) || last.every(({ step }) => isBehindDeed(step ?? '', draft))
      : initial === true && last.every(({ step }) => isBehindDeed(step ?? '', draft));
  return isDone && mayEndBefore(variable, draft);
}

/** True for a step behind which a call only ends: nobody is asked or called, and the variable stays as it is. */
function isLast({ step = '', outcome, variable }: Source, draft: FlowDraft): boolean {
  const edges = findStep(draft, step)?.edges.filter(
    (one) => !one.failure && (outcome ?? one.outcome) === one.outcome,
  );
  const behind = (edges ?? []).flatMap(({ to }) => [...findUnasked(draft, to).values()]);
  return behind.every(
    ({ name, verb, waits }) =>
      waits !== 'caller' &&
      !GOING_ON.has(verb) &&
      getStepValues(draft, name).writes.every((one) => one.variable !== variable),
  );
}

/** Verbs by which a call goes on. */
const GOING_ON = new Set([
  'connect',
  'run',
  'goto',
  'return',
  'stream',
  'room',
  'wait',
  'voicemail',
  'record',
]);

/** Verbs that may stand between a deed and the step that notes it. */
const BETWEEN = new Set(['say', 'set', 'outcome']);

/** True for a step to which calls come only when something has been done. */
function isBehindDeed(name: string, draft: FlowDraft, passed: readonly string[] = []): boolean {
  const before = draft.graph.steps.flatMap((step) =>
    step.edges.filter(({ to, kind }) => to === name && kind !== 'error').map((edge) => ({ step, edge })),
  );
  const isDeed = ({ step, edge }: (typeof before)[number]): boolean => {
    if (edge.failure) return false;
    const request = draft.source.steps?.[step.name]?.http;
    if (step.verb === 'http') return edge.outcome === 'ok' && request !== undefined && !('get' in request);
    if (BETWEEN.has(step.verb))
      return !passed.includes(step.name) && isBehindDeed(step.name, draft, [...passed, name]);
    return DEEDS[step.verb]?.includes(edge.outcome) === true;
  };
  return before.length > 0 && before.every(isDeed);
}

/** Verb → the outcomes that tell of a deed. */
const DEEDS: Readonly<Record<string, readonly string[]>> = {
  sms: ['accepted', 'delivered'],
  connect: ['completed'],
  voicemail: ['recorded'],
};

/** True when a caller can hang up before anything has set the variable. */
function mayEndBefore(variable: string, draft: FlowDraft): boolean {
  const steps = indexSteps(draft.graph);
  const isUnset = (edge: Edge, from: string): boolean =>
    edge.kind !== 'error' && listWrites(draft, from, edge).every((one) => one.variable !== variable);
  return [...findReachable(steps, [draft.graph.entry], isUnset)].some(
    (name) => steps.get(name)?.waits !== 'nothing',
  );
}
