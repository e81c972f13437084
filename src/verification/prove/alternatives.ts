/**
 * Varies the values that a path leaves open: each alternative differs from the chosen values in one place, or in all
 * failures of one request alike.
 */
import type { CompiledFlow } from '../../language/model/index.ts';
import { listParts } from './beginnings.ts';
import { listConditionTexts } from './condition-texts.ts';
import { deedOf } from './explore.ts';
import type { Edge } from './explore.ts';
import { findMoments } from './opening-times.ts';
import { varyReply } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Chosen, InputLine } from './script.ts';
import { STARTED_AT } from '../testkit/index.ts';

/** Lists every choice that differs from this one in one place, or in all failures of one request alike. */
export function* listAlternatives(
  path: readonly Edge[],
  flow: CompiledFlow,
  chosen: Chosen,
): Generator<Chosen> {
  for (const at of listStartTimes(flow)) yield { ...chosen, at };
  for (const from of listCallers(flow)) yield { ...chosen, from };
  for (const edge of path.toReversed()) {
    for (const input of listInputs(edge))
      yield { ...chosen, inputs: new Map([...chosen.inputs, [edge, input]]) };
    const alike = findAlikeFailures(edge, path);
    for (const answer of listAnswers(edge, flow, chosen)) {
      yield { ...chosen, answers: new Map([...chosen.answers, [edge, answer]]) };
      if (alike.length > 1)
        yield {
          ...chosen,
          answers: new Map([...chosen.answers, ...alike.map((one) => [one, answer] as const)]),
        };
    }
  }
}

/** Returns the edges of a path on which the same request fails with the same status, if this is the last of them. */
function findAlikeFailures(edge: Edge, path: readonly Edge[]): Edge[] {
  const failure = identifyFailure(edge);
  if (failure === undefined) return [];
  const alike = path.filter((one) => identifyFailure(one) === failure);
  return alike.at(-1) === edge ? alike : [];
}

function identifyFailure(edge: Edge): string | undefined {
  const deed = deedOf(edge);
  if (deed.kind !== 'web' || typeof deed.answer === 'string' || deed.answer.status === undefined)
    return undefined;
  return `${deed.request} ${deed.answer.status}`;
}

function listStartTimes(flow: CompiledFlow): number[] {
  const hours = listParts(flow).flatMap((part) => Object.values(part.hours));
  return findMoments(hours).filter((at) => at !== STARTED_AT);
}

/** Lists caller numbers: one from abroad, and those that conditions mention. */
function listCallers(flow: CompiledFlow): string[] {
  const numbers = listConditionTexts(flow).filter((text) => /^\+\d{1,15}$/.test(text));
  return ['+12125550123', ...numbers.map((number) => number.padEnd(NUMBER_LENGTH, '1512345678'))];
}

const NUMBER_LENGTH = 13;

/** Lists the other inputs at an edge that lead to the same node. */
function listInputs(edge: Edge): InputLine[] {
  const { kind } = deedOf(edge);
  if (kind !== 'presses' && kind !== 'says') return [];
  const alike =
    edge.from?.edges.filter(({ to, failedAt }) => to === edge.to && failedAt === edge.failedAt) ?? [];
  return alike.flatMap((one): InputLine[] => {
    const deed = deedOf(one);
    if (deed.kind === 'presses') return [deed.keys, ...deed.others].map((presses) => ({ presses }));
    return deed.kind === 'says' ? [deed.words, ...deed.others].map((says) => ({ says })) : [];
  });
}

/** Lists the other responses of the step, and responses that differ in one value. */
function* listAnswers(edge: Edge, flow: CompiledFlow, { answers }: Chosen): Generator<Reply> {
  const deed = deedOf(edge);
  if (deed.kind !== 'web' || typeof deed.answer === 'string') return;
  const texts = listConditionTexts(flow);
  const { status } = deed.answer;
  if (status !== undefined) yield* listStatuses(status, texts);
  else yield* [...deed.others, ...varyReply(answers.get(edge) ?? deed.answer, texts)];
}

/** Lists statuses that a condition mentions: `http_423` in `error.code`. */
function* listStatuses(status: number, texts: readonly string[]): Generator<Reply> {
  for (const text of texts) {
    const wanted = Number(/^http_(\d{3})$/.exec(text)?.[1]);
    if (Math.floor(wanted / 100) === Math.floor(status / 100)) yield { status: wanted };
  }
  yield { status: Math.floor(status / 100) * 100 + OTHER_CODE };
}

/** Offset of a status that no condition compares with, such as 422. */
const OTHER_CODE = 22;
