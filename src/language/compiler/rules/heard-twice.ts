import type { Report } from '../../diagnostics/index.ts';
import { HANGUP, REPEAT } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { failedAttempts, listEntryPaths, listMenus, listQuestions, type Question } from './questions.ts';
import { readFlowSpeech, type Piece } from './spoken.ts';
import { findEdge, findStep, findUnasked, followOnlyWay } from './unasked-ways.ts';
import { groupSaidByStep, saysAny, splitSentences } from './words/said.ts';

/**
 * Reports what callers hear twice: the question in a reply after which it is repeated anyway, a farewell before another
 * one, and the greeting, to which one answer of the first menu leads back where others lead to the menu.
 */
export const heardTwice: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const question of listQuestions(draft)) checkReplies(question, draft, report);
    checkFarewells(draft, report);
    checkGreeting(draft, report);
  },
};

/** Minimum number of words that make up a question rather than a hint such as "press 1 or 2". */
const MIN_WORDS = 8;

function checkReplies(question: Question, draft: FlowDraft, report: Report): void {
  const { step, body, path } = question;
  const speech = readFlowSpeech(draft);
  if (body.reprompt === false || body.attempts === 1) return;
  for (const entry of failedAttempts.flatMap((attempt) => listEntryPaths(question, attempt)))
    for (const language of speech.languages) {
      const asked = listSentences(speech.readPieces([...path, 'prompt'], language));
      const said = new Set(listSentences(speech.readPieces(entry, language)));
      const again = countWords(asked.filter((sentence) => said.has(sentence)));
      if (again < MIN_WORDS || again * 2 < countWords(asked)) continue;
      report({
        code: 'heard-twice',
        message: `callers hear the question of step "${step.name}" twice: this reply repeats it, and it is asked again after the reply`,
        span: spanAt(draft.document, entry),
        hint: 'leave the question out of the reply, or write reprompt: false',
      });
      return;
    }
}

function listSentences(pieces: readonly Piece[]): string[] {
  return pieces.flatMap(({ text }) =>
    splitSentences(text).map((sentence) => sentence.text.trim().toLowerCase()),
  );
}

function countWords(sentences: readonly string[]): number {
  return sentences.join(' ').match(/[\p{L}\d]+/gu)?.length ?? 0;
}

function checkFarewells(draft: FlowDraft, report: Report): void {
  const says = (name: string): boolean =>
    groupSaidByStep(draft)
      .get(name)
      ?.some((one) => one.part === 'say' && saysAny(one, ({ farewell }) => farewell)) ?? false;
  for (const { name, verb, span } of draft.graph.steps) {
    if (verb !== 'say' || !says(name)) continue;
    const next = findEdge(draft, name, 'done')?.to;
    const again = followOnlyWay(draft, next).find((step) => step.verb === 'connect' || says(step.name));
    if (again === undefined || again.verb === 'connect') continue;
    report({
      code: 'heard-twice',
      message: `callers hear goodbye twice: in step "${name}" and again in step "${again.name}"`,
      span,
      hint: `leave it out here, or write next: ${HANGUP}`,
    });
  }
}

/** Minimum duration of a greeting that is tedious to hear again. */
const MIN_SECONDS = 6;

function checkGreeting(draft: FlowDraft, report: Report): void {
  const [greeting] = draft.graph.steps;
  const menu = listMenus(draft).find(
    ({ step }) => step.name === findEdge(draft, greeting?.name ?? '', 'done')?.to,
  );
  if (greeting?.verb !== 'say' || menu === undefined) return;
  const seconds =
    groupSaidByStep(draft)
      .get(greeting.name)
      ?.map(({ pieces }) => pieces.reduce((sum, one) => sum + one.seconds, 0)) ?? [];
  if (Math.max(0, ...seconds) < MIN_SECONDS) return;
  const targets = (menu.body.choices ?? []).flatMap((choice) =>
    choice?.goto === REPEAT ? [] : (choice?.goto ?? []),
  );
  const behind = new Set(
    targets
      .flatMap((target) => [...findUnasked(draft, target).values()])
      .filter((step) => step.verb === 'say'),
  );
  const leadsTo = (to: string) =>
    [...behind].filter(({ name }) => name !== greeting.name && findEdge(draft, name, 'done')?.to === to);
  const [back] = leadsTo(greeting.name);
  const step = findStep(draft, back?.name);
  if (step === undefined || leadsTo(menu.step.name).length === 0) return;
  report({
    code: 'heard-twice',
    message: `after step "${step.name}" callers hear the whole greeting "${greeting.name}" again; others come back to menu "${menu.step.name}"`,
    span: findEdge(draft, step.name, 'done')?.span ?? step.span,
    hint: `write next: ${menu.step.name}`,
  });
}
