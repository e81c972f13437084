import type { Edge } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findEdge, findStep } from './unasked-ways.ts';
import { listExpressionsByStep } from './variable-uses.ts';
import { listCollects } from './questions.ts';
import { findNames, listRequests } from './web-requests.ts';
import { newsPatterns } from './words/outcome-words.ts';
import { findWords, groupSaidByStep, saysAny, type Said } from './words/said.ts';

/**
 * Reports requests whose outage is blamed on the caller: when the service does not answer, the call goes where it goes
 * when the service refuses what was entered, and callers hear there only that their number is unknown or wrong. A step
 * that looks at the error, and words that leave the reason open, are left alone.
 */
export const failureBlamedOnCaller: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const entered = new Set(listCollects(draft).map(({ body }) => `vars.${body.save ?? ''}`));
    for (const { step, expressions } of listRequests(draft)) {
      if (![...findNames(draft, expressions)].some((name) => entered.has(name))) continue;
      const refused = findEdge(draft, step.name, 'client_error');
      const broken = ['server_error', 'timeout', 'failed']
        .map((outcome) => findEdge(draft, step.name, outcome))
        .find((edge) => isChosen(edge) && listRefusals(refused, draft).includes(edge.to));
      if (broken === undefined || !blamesOnly(broken.to, draft)) continue;
      // What those hear as well whose request was carried out is not about it.
      if (findEdge(draft, step.name, 'ok')?.to === broken.to) continue;
      report({
        code: 'failure-blamed-on-caller',
        message: `when the service of step "${step.name}" does not answer, callers hear from step "${broken.to}" on that what they entered is unknown or wrong`,
        span: broken.span ?? draft.document.span(step.nameRange),
        hint: 'lead only "client_error" there, and the other failures to a step that says that it is not possible at the moment',
      });
    }
  },
};

function isChosen(edge: Edge | undefined): edge is Edge {
  return edge?.kind === 'on';
}

/** Returns the steps to which a refusal leads, also behind a switch on its reason. */
function listRefusals(refused: Edge | undefined, draft: FlowDraft): string[] {
  if (!isChosen(refused)) return [];
  const step = findStep(draft, refused.to);
  const sorts = step?.verb === 'switch' && readsError(step.name, draft);
  const cases = sorts ? step.edges.filter(({ kind }) => kind === 'goto') : [];
  return [refused.to, ...cases.map(({ to }) => to)];
}

function readsError(step: string, draft: FlowDraft): boolean {
  return (listExpressionsByStep(draft).get(step) ?? []).some(({ source }) => READS_ERROR.test(source));
}

/** True when the first words from a step on, whichever way a call takes, tell that something is unknown or wrong, and no others do. */
function blamesOnly(from: string, draft: FlowDraft): boolean {
  const found = findFirstWords(from, draft);
  return found.some(blames) && !found.some(excuses);
}

function blames(said: Said): boolean {
  return said.pieces.some((piece) => {
    // "Something went wrong" is an apology.
    const apology = findWords(piece, said)?.talk.apology;
    const text = apology === undefined ? piece.text : piece.text.replace(new RegExp(apology, 'gi'), '');
    return newsPatterns.unknown.test(text) || newsPatterns.notFitting.test(text);
  });
}

function excuses(said: Said): boolean {
  const isOutage = said.pieces.some(({ text }) => newsPatterns.outage.test(text));
  return isOutage || (saysAny(said, ({ apology }) => apology) && !blames(said));
}

/** Returns the prompts that may be the first after a step; none when a step on the way reads the error. */
function findFirstWords(from: string, draft: FlowDraft): Said[] {
  const said = groupSaidByStep(draft);
  const waiting = new Set([from]);
  const found: Said[] = [];
  for (const name of waiting) {
    const step = findStep(draft, name);
    const words = said.get(name);
    if (readsError(name, draft)) return [];
    if (words !== undefined) found.push(...words.filter(({ part }) => part === 'say' || part === 'prompt'));
    // What callers hear when a party does not answer is about the party.
    else if (step?.verb !== 'connect')
      for (const { to, kind } of step?.edges ?? []) if (kind !== 'error') waiting.add(to);
  }
  return found;
}

const READS_ERROR = /(?<![\w.])(?:error|response)\./;
