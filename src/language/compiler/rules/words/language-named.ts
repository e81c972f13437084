import { parseLanguage } from '../../../speech/index.ts';
import type { Report } from '../../../diagnostics/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMenus, type Menu } from '../questions.ts';
import { findUnasked, followOnlyWay } from '../unasked-ways.ts';
import { foldAccents, readKeyPurposes } from './key-purposes.ts';
import { findPieceSpan, findWords, groupSaidByStep } from './said.ts';

/**
 * Reports steps that are named after one language of the flow and choose another one, and choices that the text offers for
 * one language and that choose another one, or none although other choices of the menu do, or the next question is written
 * in that language as well.
 */
export const languageNamed: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { graph, languages } = draft;
    const tags = [...new Set(languages.map(parseLanguage))];
    if (tags.length < 2) return;
    const names = listNames(tags);
    for (const menu of listMenus(draft)) checkMenu(menu, { draft, names }, report);
    for (const { name, language, span } of graph.steps) {
      if (language === undefined) continue;
      const chosen = parseLanguage(language);
      const named = findNamed(name.split('_'), names);
      const [other] = named;
      if (other === undefined || named.includes(chosen)) continue;
      report({
        code: 'key-leads-elsewhere',
        message: `callers who come to step "${name}" expect "${languages.find((tag) => parseLanguage(tag) === other) ?? other}", but hear "${language}"`,
        span,
        hint: 'correct the language, or rename the step',
      });
    }
  },
};

/** Returns the languages whose names are among these words. */
function findNamed(words: readonly string[], names: LanguageNames): string[] {
  return [...names].flatMap(([tag, written]) => (words.some((word) => written.has(word)) ? [tag] : []));
}

/**
 * True for a clause with the name that a language has in itself and not in the language of the text: a school that teaches
 * Spanish names it in the latter.
 */
function namesItself(clause: string, tag: string, writtenIn: string): boolean {
  const [own, other] = [tag, writtenIn].map((writer) =>
    foldAccents((new Intl.DisplayNames([writer], { type: 'language' }).of(tag) ?? '').toLowerCase()),
  );
  return own !== undefined && own !== other && foldAccents(clause.toLowerCase()).split(/\W+/).includes(own);
}

/** True when what callers hear first from a step on is written in a language, too. */
function hasTextsIn(tag: string, from: string | undefined, draft: FlowDraft): boolean {
  const said = groupSaidByStep(draft);
  const first = followOnlyWay(draft, from).find(({ name }) => said.has(name));
  // The text may name the language, and put callers through to somebody who speaks it.
  const texts = said.get(first?.name ?? '') ?? [];
  const languages = new Set(texts.map(({ language }) => parseLanguage(language)));
  // A text may have a language of its own, which all callers hear.
  const isHeardByAll = texts.some(
    ({ language, pieces }) =>
      parseLanguage(language) !== tag && pieces.some((piece) => parseLanguage(piece.language ?? '') === tag),
  );
  return first?.waits === 'caller' && languages.size > 1 && languages.has(tag) && !isHeardByAll;
}

/** Language → its names in English, in itself and in the other languages of the flow. */
type LanguageNames = ReadonlyMap<string, ReadonlySet<string>>;

function listNames(tags: readonly string[]): LanguageNames {
  const writers = ['en', ...tags].map((tag) => new Intl.DisplayNames([tag], { type: 'language' }));
  return new Map(
    tags.map((tag) => [
      tag,
      new Set(writers.map((writer) => foldAccents((writer.of(tag) ?? '').toLowerCase()))),
    ]),
  );
}

function checkMenu(
  { step, body }: Menu,
  { draft, names }: { draft: FlowDraft; names: LanguageNames },
  report: Report,
): void {
  const choices = body.choices ?? [];
  const isChosen = choices.some((choice) => choice?.language !== undefined);
  const reported = new Set<string>();
  for (const said of groupSaidByStep(draft).get(step.name) ?? [])
    for (const piece of said.pieces) {
      const words = findWords(piece, said);
      for (const purpose of words === undefined ? [] : readKeyPurposes(piece, words)) {
        const choice = choices.find((one) => String(one?.key) === purpose.key);
        const [named, ...others] = findNamed(foldAccents(purpose.clause.toLowerCase()).split(/\W+/), names);
        if (choice === undefined || named === undefined || others.length > 0) continue;
        const later = [...findUnasked(draft, choice.goto).values()].flatMap(({ language }) => language ?? []);
        const chosen = choice.language ?? later[0] ?? draft.languages[0] ?? '';
        if (later.length > 0 || parseLanguage(chosen) === named || reported.has(purpose.key)) continue;
        const isForeign = namesItself(purpose.clause, named, parseLanguage(piece.language ?? said.language));
        if (!isChosen && !(isForeign && hasTextsIn(named, choice.goto, draft))) continue;
        reported.add(purpose.key);
        report({
          code: 'key-leads-elsewhere',
          message: `the text offers "${named}" with the key "${purpose.key}", but callers who press it hear "${chosen}"`,
          span: findPieceSpan(draft.document, piece, purpose),
          hint: `write language: ${draft.languages.find((tag) => parseLanguage(tag) === named) ?? named}`,
        });
      }
    }
}
