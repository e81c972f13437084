import { memoize, resolveBack, type Edge, type GraphStep } from '../../../model/index.ts';
import { checkedLanguages, parseLanguage, phrase, speechLanguages } from '../../../speech/index.ts';
import { listConditions } from '../../check/known-values.ts';
import { findSources } from '../../check/variable-sources.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { findStep, followOnlyWay } from '../unasked-ways.ts';
import { splitWords } from './counts.ts';
import { groupSaidByStep, splitSentences } from './said.ts';

/**
 * Reports counters that let other numbers of attempts pass than callers hear of when they are stopped: "that was three wrong
 * codes" behind `vars.wrong > 3`, which the fourth one reaches. A counter counts if nothing but `+ 1` changes it; texts to
 * which several counters or a question lead are about none of them.
 */
export const toldAttempts: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const bounds = listBounds(draft);
    const byText = Map.groupBy(bounds, ({ edge }) => findSpeaking(edge.to, draft));
    for (const [text, [bound, ...others]] of byText) {
      if (text === undefined || bound === undefined || others.length > 0 || isGivenUp(text, draft)) continue;
      const told = findTold(text, draft);
      if (told === undefined || told === bound.passed || (!bound.isCountedFirst && told === bound.passed + 1))
        continue;
      report({
        code: 'attempts-misstated',
        message: `callers hear from step "${text}" of ${told} attempts, but step "${bound.step.name}" leads there after ${bound.passed}`,
        span: bound.edge.span ?? bound.step.span,
        hint: `lead there when vars.${bound.counter} >= ${told - bound.passed + bound.at}, or correct the text`,
      });
    }
  },
};

/** A way out of a circle that a counter opens. */
interface Bound {
  step: GraphStep;
  edge: Edge;
  counter: string;
  /** The value at which it opens, and the number of attempts that have been counted then. */
  at: number;
  passed: number;
  /** False where the current attempt may not have been counted yet. */
  isCountedFirst: boolean;
}

function listBounds(draft: FlowDraft): Bound[] {
  return draft.graph.steps.flatMap((step) => {
    const conditions = listConditions(draft).get(step.name) ?? [];
    return conditions.flatMap(({ source }, index) => {
      const [, counter = '', operator = '', figures = ''] =
        /^\s*vars\.(\w+)\s*(==|[<>]=?)\s*(\d+)\s*$/.exec(source) ?? [];
      const begin = findBegin(counter, draft);
      // The cases below another one have further conditions.
      if (begin === undefined || index > 0 || conditions.length > 1) return [];
      const isBelow = operator.startsWith('<');
      const edge = isBelow ? step.edges.find(({ outcome }) => outcome === 'otherwise') : step.edges[index];
      const at = Number(figures) + (operator === '>' || operator === '<=' ? 1 : 0);
      if (edge === undefined) return [];
      const isCountedFirst = isCounted(step.name, counter, draft);
      return [{ step, edge, counter, at, passed: at - begin, isCountedFirst }];
    });
  });
}

/** Returns the number with which a counter begins; undefined for a variable that something else changes as well. */
function findBegin(counter: string, draft: FlowDraft): number | undefined {
  const { type, initial } = draft.vars[counter] ?? {};
  const written = (findSources(draft).get(counter) ?? []).filter(({ step }) => step !== undefined);
  const isCounter =
    type === 'int' &&
    written.length > 0 &&
    written.every(
      (source) => source.kind === 'expression' && source.source.replaceAll(' ', '') === `vars.${counter}+1`,
    );
  return isCounter ? Number(initial) : undefined;
}

/** Step → the steps that lead to it. */
const findBefore = memoize(({ graph }: FlowDraft): ReadonlyMap<string, readonly string[]> => {
  const ways = resolveBack(graph).flatMap(({ name, edges }) => edges.map(({ to }) => ({ from: name, to })));
  const byTarget = Map.groupBy(ways, ({ to }) => to);
  return new Map([...byTarget].map(([to, found]) => [to, found.map(({ from }) => from)]));
});

/** True when every way from a question to the step counts the attempt. */
function isCounted(step: string, counter: string, draft: FlowDraft): boolean {
  const counting = new Set((findSources(draft).get(counter) ?? []).map((source) => source.step));
  const passed = new Set([step]);
  for (const name of passed)
    for (const before of findBefore(draft).get(name) ?? []) {
      if (counting.has(before)) continue;
      if (findStep(draft, before)?.waits === 'caller' || before === draft.graph.entry) return false;
      passed.add(before);
    }
  return true;
}

/** Returns the announcement that callers hear first. */
function findSpeaking(to: string, draft: FlowDraft): string | undefined {
  const said = groupSaidByStep(draft);
  const speaking = followOnlyWay(draft, to).find(({ name, waits }) => said.has(name) || waits === 'caller');
  return speaking?.waits === 'caller' ? undefined : speaking?.name;
}

/** True for an announcement to which a question leads whose own attempts are used up. */
function isGivenUp(text: string, draft: FlowDraft): boolean {
  return draft.graph.steps.some(({ edges }) =>
    edges.some(({ outcome, to }) => outcome === 'exhausted' && findSpeaking(to, draft) === text),
  );
}

/** Returns the number of attempts of which a step speaks, if its texts in all languages agree. */
function findTold(step: string, draft: FlowDraft): number | undefined {
  const told = (groupSaidByStep(draft).get(step) ?? []).flatMap(({ pieces, language }) =>
    pieces.flatMap((piece) => readAttempts(piece.text, parseLanguage(piece.language ?? language))),
  );
  const [first, ...others] = new Set(told);
  return others.length > 0 ? undefined : first;
}

/** Words behind the number of attempts that were wrong. */
const WRONG = phrase(
  [
    'attempts|tries|times|wrong|incorrect|invalid|failed|unsuccessful',
    'versuchen?|fehlversuchen?|mal|falschen?|ungültigen?|fehlgeschlagenen?|fehleingaben',
    'essais|tentatives|fois|erronée?s|fausses|faux|incorrecte?s|mauvais(?:es)?',
    'intentos|veces|incorrect[oa]s|erróne[oa]s|equivocad[oa]s|fallid[oa]s',
    'tentativi|volte|sbagliat[ie]|errat[ie]|fallit[ie]',
    'pogingen|keer|maal|foute|verkeerde|onjuiste|mislukte',
    'tentativas|vezes|errad[oa]s|incorret[oa]s|inválid[oa]s|falhad[oa]s',
    'försök|gånger|fel|felaktiga',
    'prób|próby|razy|błędn\\p{L}*',
  ].join('|'),
);

/** Words by which a sentence speaks of attempts that are left, of more than a number of them, or of a span of time. */
const OTHERWISE = phrase(
  [
    String.raw`more|left|remain\p{L}*|another|again|day|week|noch|weitere\p{L}*|mehr|übrig|wieder|tag|woche`,
    String.raw`encore|plus|restent?|autres?|jour|más|quedan?|otr[oa]s|nuevo|día|ancora|più|altr[ie]|rimangono|restano|giorno`,
    String.raw`nog|meer|over|opnieuw|dag|mais|restam|outr[oa]s|dia|kvar|till|fler|igen|jeszcze|więcej|ponownie`,
  ].join('|'),
);

/** Maximum number of words from the number to the word for wrong: "three wrong codes", "tres códigos de acceso erróneos". */
const MAX_DISTANCE = 4;

function readAttempts(text: string, tag: string): number[] {
  const numbers = getNumbers(tag);
  return splitSentences(text).flatMap(({ text: sentence }) => {
    if (OTHERWISE.test(sentence)) return [];
    // "Dreimal" and "driemaal" are two words here.
    const plain = sentence.toLowerCase().replace(/(?<=\p{L}{3})m(?=a?al(?!\p{L}))/gu, ' m');
    const words = plain.match(/\p{L}+|\d+(?:[.,:]\d+)*|[^\p{L}\d\s]/gu) ?? [];
    return words.flatMap((word, at) => {
      const behind = words.slice(at + 1, at + 1 + MAX_DISTANCE);
      const end = behind.findIndex((one) => !/^\p{L}+$/u.test(one) || DIGITS.has(one));
      const isTold = behind.slice(0, end < 0 ? undefined : end).some((one) => WRONG.test(one));
      const number = /^\d+$/.test(word) ? Number(word) : (numbers.get(word) ?? 0);
      return number > 1 && isTold ? [number] : [];
    });
  });
}

/** Nouns for the digits of a code, of which a number may be told as well. */
const DIGITS: ReadonlySet<string> = new Set([
  ...speechLanguages.flatMap(({ talk }) => splitWords(talk.digits)),
  'siffror',
  'cyfr',
]);

/** Returns the words for the numbers up to 9. */
const getNumbers = (tag: string): ReadonlyMap<string, number> => numberWords.get(tag) ?? new Map();

const numberWords = new Map(
  checkedLanguages.map(({ tag, keys }) => [
    tag,
    new Map(
      keys.digits
        .split(' ')
        .flatMap((names, value) => names.split('|').map((name) => [name, value] as const)),
    ),
  ]),
);
