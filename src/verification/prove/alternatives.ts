/** Varies the values that a path leaves open: each alternative differs from the chosen values in one place. */
import type { Json } from '../../../schemas/types/scenario.ts';
import type { CompiledFlow, FlowPart } from '../../language/model/index.ts';
import { listParts } from './beginnings.ts';
import { deedOf } from './explore.ts';
import type { Edge } from './explore.ts';
import { findMoments } from './opening-times.ts';
import type { Answer, Chosen, InputLine } from './script.ts';
import { STARTED_AT } from '../testkit/index.ts';

/** Lists every choice that differs from this one in one place. */
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
    for (const answer of listAnswers(edge, flow, chosen))
      yield { ...chosen, answers: new Map([...chosen.answers, [edge, answer]]) };
  }
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

/** Lists responses that change one value to one that a condition mentions. */
function* listAnswers(edge: Edge, flow: CompiledFlow, { answers }: Chosen): Generator<Answer> {
  const deed = deedOf(edge);
  if (deed.kind !== 'web' || typeof deed.answer !== 'object') return;
  const texts = listConditionTexts(flow);
  if ('status' in deed.answer) yield* listStatuses(deed.answer.status, texts);
  if (!('json' in deed.answer)) return;
  const first = answers.get(edge) ?? deed.answer;
  const json = 'json' in first ? first.json : {};
  for (const path of listLeaves(json)) {
    for (const value of listValues(readLeaf(json, path), texts))
      yield { json: replaceLeaf(json, path, value) };
  }
}

/** Lists statuses that a condition mentions: `http_423` in `error.code`. */
function* listStatuses(status: number, texts: readonly string[]): Generator<Answer> {
  for (const text of texts) {
    const wanted = Number(/^http_(\d{3})$/.exec(text)?.[1]);
    if (Math.floor(wanted / 100) === Math.floor(status / 100)) yield { status: wanted };
  }
  yield { status: Math.floor(status / 100) * 100 + OTHER_CODE };
}

/** Offset of a status that no condition compares with, such as 422. */
const OTHER_CODE = 22;

function listValues(value: Json, texts: readonly string[]): Json[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return ['', ...texts];
  const numbers = texts.map(Number).filter((number) => Number.isFinite(number));
  return [...new Set([0, ...numbers.flatMap((number) => [number, number + 1, number - 1])])];
}

function listLeaves(json: Json, path: readonly string[] = []): string[][] {
  if (typeof json !== 'object' || json === null) return [[...path]];
  return Object.entries(json).flatMap(([name, value]) => listLeaves(value, [...path, name]));
}

function readLeaf(json: Json, [name, ...rest]: readonly string[]): Json {
  return name === undefined ? json : readLeaf((json as Record<string, Json>)[name] ?? null, rest);
}

function replaceLeaf(json: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  const copy = structuredClone(json);
  const holder = copy as Record<string, Json>;
  holder[name] = replaceLeaf(holder[name] ?? null, rest, value);
  return copy;
}

const known = new WeakMap<CompiledFlow, string[]>();

function listConditionTexts(flow: CompiledFlow): string[] {
  const texts = known.get(flow) ?? [...new Set(listParts(flow).flatMap(readConditionTexts))];
  known.set(flow, texts);
  return texts;
}

const LITERAL = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\b(\d+(?:\.\d+)?)\b/g;

function readConditionTexts({ machine }: FlowPart): string[] {
  const conditions: string[] = [];
  JSON.stringify(machine, (key, value: unknown) => {
    if (key === 'conditions' && Array.isArray(value))
      conditions.push(...value.filter((one) => typeof one === 'string'));
    return value;
  });
  return conditions.flatMap((condition) =>
    [...condition.matchAll(LITERAL)].map(([, double, single, number]) => double ?? single ?? number ?? ''),
  );
}
