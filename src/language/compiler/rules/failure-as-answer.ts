import type { GraphStep } from '../../model/index.ts';
import { decide, listConditions } from '../check/known-values.ts';
import { findSources } from '../check/variable-sources.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findEdge, findUnasked, followOnlyWay } from './unasked-ways.ts';
import { findStepReads } from './variable-uses.ts';
import { listRequests } from './web-requests.ts';
import { listContentWords } from './words/key-purposes.ts';
import { findWords, groupSaidByStep, type Said } from './words/said.ts';
import { newsPatterns } from './words/outcome-words.ts';

/**
 * Reports failures of a request that lead to the switch on the number which the request was to bring, although callers
 * are told something in every case of it: they hear what an answer of 0 means, or the number of an earlier answer. A
 * case in which callers hear of an outage, or nothing of the kind, is meant for the failure.
 */
export const failureAsAnswer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, body } of listRequests(draft)) {
      const [ok, failed] = ['ok', 'failed'].map((outcome) => findEdge(draft, step.name, outcome));
      const joint = findJoint(ok?.to, failed?.to, draft);
      if (failed?.kind !== 'on' || joint === undefined) continue;
      const numbers = Object.keys(body.save ?? {}).filter((name) => isUnsetNumber(name, draft));
      const found = numbers
        .map((name) => ({ name, told: findTold(name, joint, draft) }))
        .find(({ told }) => told !== undefined);
      if (found === undefined) continue;
      report({
        code: 'success-told-after-failure',
        message: `when step "${step.name}" ends with "failed", callers hear step "${found.told ?? ''}" as if it had answered: "${found.name}" is still 0, or what an earlier answer brought`,
        span: failed.span ?? draft.document.span(step.nameRange),
        hint: 'lead the failure to a step that says that it is not known',
      });
    }
  },
};

/** Returns the switch to which the success and the failure lead without a word or a change in between. */
function findJoint(
  ok: string | undefined,
  failed: string | undefined,
  draft: FlowDraft,
): GraphStep | undefined {
  const way = followOnlyWay(draft, ok);
  const joint = followOnlyWay(draft, failed).at(-1);
  const isDirect = followOnlyWay(draft, failed).every(
    ({ verb, name }) => verb === 'switch' || way.some((one) => one.name === name),
  );
  return joint?.verb === 'switch' && isDirect && way.includes(joint) ? joint : undefined;
}

/** True for a number that begins with 0 and comes from answers alone. */
function isUnsetNumber(name: string, draft: FlowDraft): boolean {
  const { type, initial } = draft.vars[name] ?? {};
  const written = findSources(draft).get(name) ?? [];
  return (
    (type === 'int' || type === 'double') && Number(initial) === 0 && written.every(({ isSet }) => !isSet)
  );
}

/** Returns the step that callers hear after a failure, where another case tells the number in words about the same. */
function findTold(name: string, joint: GraphStep, draft: FlowDraft): string | undefined {
  const conditions = listConditions(draft).get(joint.name) ?? [];
  if (!findStepReads(draft, joint.name).has(`vars.${name}`)) return undefined;
  const known = new Map([[`vars.${name}`, { value: 0 }]]);
  const values = conditions.map((one) => decide(one, known, draft.expressions()));
  const taken = values.indexOf(true);
  if (values.includes(undefined)) return undefined;
  const edge = taken === -1 ? joint.edges.find(({ outcome }) => outcome === 'otherwise') : joint.edges[taken];
  const way = followOnlyWay(draft, edge?.to);
  const silent = findFirstWords(way, draft);
  const isConnected = way.some(({ verb }) => verb === 'connect');
  const others = joint.edges.filter((one) => one !== edge && one.kind !== 'error');
  const telling = others
    .flatMap(({ to }) => [...findUnasked(draft, to).keys()])
    .filter((one) => findStepReads(draft, one).has(`vars.${name}`));
  if (silent === undefined || isConnected || saysOutage(silent.said)) return undefined;
  const words = listWords(silent.said);
  const isAlike = telling.some(
    (one) => !listWords(groupSaidByStep(draft).get(one) ?? []).isDisjointFrom(words),
  );
  return isAlike ? silent.step : undefined;
}

function findFirstWords(
  way: readonly GraphStep[],
  draft: FlowDraft,
): { step: string; said: readonly Said[] } | undefined {
  const step = way.find(({ name }) => groupSaidByStep(draft).has(name))?.name;
  return step === undefined ? undefined : { step, said: groupSaidByStep(draft).get(step) ?? [] };
}

function saysOutage(said: readonly Said[]): boolean {
  return said.some(({ pieces }) =>
    pieces.some(({ text }) => newsPatterns.outage.test(text) || newsPatterns.unknown.test(text)),
  );
}

function listWords(said: readonly Said[]): Set<string> {
  return new Set(
    said.flatMap((one) =>
      one.pieces.flatMap((piece) => {
        const language = findWords(piece, one);
        return language === undefined ? [] : [...listContentWords(piece.text, language)];
      }),
    ),
  );
}
