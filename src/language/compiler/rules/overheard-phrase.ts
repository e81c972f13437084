import { locatePhrase, normalizePhrase } from '../../model/index.ts';
import { parseLanguage, speechLanguages } from '../../speech/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listPhrases } from '../verbs/parts/phrases.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus, type Menu } from './questions.ts';
import { listSaid } from './words/said.ts';
import { findTopics } from './words/topics.ts';

/**
 * Reports phrases that are heard inside sentences which mean something else, since a phrase counts wherever it occurs:
 * `yes` and `no` among the phrases of `always`, which belong to the question that is asked, everyday words there of which
 * no text tells, and words of agreement in a
 * menu that does not understand their denial. The longest phrase counts, so "no" does not outweigh the "correct" of "no,
 * that is not correct". For the same reason it reports "was hurt" beside "nobody", as in "nobody was hurt", and
 * "appointment" beside "cancel", as in "cancel my appointment".
 */
export const overheardPhrase: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkAlways(draft, report);
    for (const menu of listMenus(draft)) {
      checkDenial(menu, draft, report);
      checkSentences(menu, draft, report);
    }
  },
};

const answers = speechLanguages.map(({ tag, confirmation: { yes, no } }) => ({
  tag,
  words: new Set([...yes, ...no].map(normalizePhrase)),
}));

/** Words that callers say in many sentences; as commands they are right where a text tells of them. */
const EVERYDAY = new Set(
  'stop stopp halt ok okay hello hallo wait what right good well was gut bien bueno bene goed bom non'.split(
    ' ',
  ),
);

function isTold(word: string, draft: FlowDraft): boolean {
  return listSaid(draft).some(({ pieces }) =>
    pieces.some(({ text }) => locatePhrase(normalizePhrase(text), word) >= 0),
  );
}

function checkAlways(draft: FlowDraft, report: Report): void {
  for (const [target, phrases] of Object.entries(draft.source.always?.phrases ?? {}))
    for (const { language, phrase, path } of listPhrases(phrases)) {
      const said = normalizePhrase(phrase);
      const isAnswer = answers.some(
        ({ tag, words }) => words.has(said) && isSpoken(tag, language === '' ? draft.languages : [language]),
      );
      if (!isAnswer && !(EVERYDAY.has(said) && !isTold(said, draft))) continue;
      report({
        code: 'overheard-phrase',
        message: `"${phrase}" leads to "${target}" from every question that has no such phrase of its own, wherever it occurs in a sentence${isAnswer ? ': callers say it to answer the question' : ', and no text tells callers of it'}`,
        span: spanAt(draft.document, ['always', 'phrases', target, ...path]),
        hint: 'take a phrase of several words that callers say for nothing else',
      });
    }
}

function isSpoken(tag: string, languages: readonly string[]): boolean {
  return languages.some((one) => one === tag || one.startsWith(`${tag}-`));
}

/** Reports a choice for "correct" in a menu in which no longer phrase catches "not correct". */
function checkDenial({ step, body, path }: Menu, draft: FlowDraft, report: Report): void {
  const known = [
    ...(body.choices ?? []).map((choice, index) => ({ index, phrases: choice?.phrases })),
    ...Object.values(draft.source.always?.phrases ?? {}).map((phrases) => ({ index: -1, phrases })),
  ].flatMap(({ index, phrases }) =>
    listPhrases(phrases).map((one) => ({ ...one, index, said: normalizePhrase(one.phrase) })),
  );
  for (const { tag, confirmation } of speechLanguages.filter((one) => isSpoken(one.tag, draft.languages)))
    for (const { index, language, phrase, said, path: place } of known) {
      if (index < 0 || (language !== '' && !isSpoken(tag, [language]))) continue;
      if (!confirmation.yes.some((yes) => normalizePhrase(yes) === said)) continue;
      const denials = confirmation.no.filter((no) => isInside(said, normalizePhrase(no)));
      const isCaught = denials.some((denial) =>
        known.some(
          (one) =>
            one.index !== index &&
            one.said.length > said.length &&
            locatePhrase(normalizePhrase(denial), one.said) >= 0,
        ),
      );
      if (denials.length === 0 || isCaught) continue;
      const denial = denials[0] ?? '';
      report({
        code: 'overheard-phrase',
        message: `"${denial}" is heard as "${phrase}" at menu "${step.name}": no other choice has a longer phrase in it`,
        span: spanAt(draft.document, [...path, 'choices', index, 'phrases', ...place]),
        hint: `give the choice for refusing the phrases ["${confirmation.no[0] ?? ''}", "${denial}"]`,
      });
      return;
    }
}

function isInside(said: string, denial: string): boolean {
  return denial !== said && locatePhrase(denial, said) >= 0;
}

/** Words for nobody and nothing, which begin a sentence that ends like its opposite. */
const NOBODY = new Set(
  'nobody none niemand keiner personne aucun aucune nadie ninguno nessuno nessuna ninguém nenhum nikt ingen'.split(
    ' ',
  ),
);
/** Verbs with which a sentence goes on after its subject. */
const GOES_ON =
  /^(?:is|are|was|were|has|have|got|ist|sind|war|waren|wurde|wurden|hat|est|sont|était|a été|ont|está|están|hay|fue|ha|han|è|sono|c[’']?è|werd|zijn|heeft|foi|tem|há|jest|är|har) /u;
/** Maximum number of words of a phrase that goes on with a sentence; a longer one is a sentence itself. */
const MAX_WORDS = 3;
const SOMEBODY = /(?<!\p{L})(?:any|some|iemand|jemand|quelqu|algu|qualcun)/u;
/** Things that callers order, have or cancel. */
const CANCELLED = new Set(['appointment', 'reservation', 'delivery']);

/** Reports a phrase of one choice that outweighs the shorter one of another choice in a common sentence with both. */
function checkSentences({ step, body, path }: Menu, draft: FlowDraft, report: Report): void {
  const known = (body.choices ?? []).flatMap((choice, index) =>
    listPhrases(choice?.phrases).map((one) => ({ ...one, index, said: normalizePhrase(one.phrase) })),
  );
  for (const one of known)
    for (const other of known) {
      const isSame = one.index === other.index || one.language !== other.language;
      const sentence = isSame ? undefined : findSentence(one.said, other.said, draft.languages);
      if (sentence === undefined || one.said.length >= other.said.length) continue;
      const caught = known.filter(({ said }) => locatePhrase(sentence, said) >= 0);
      if (Math.max(...caught.map(({ said }) => said.length)) > other.said.length) continue;
      report({
        code: 'overheard-phrase',
        message: `"${sentence}" is heard as "${other.phrase}" at menu "${step.name}": the longest phrase counts, and "${one.phrase}" is shorter`,
        span: spanAt(draft.document, [...path, 'choices', other.index, 'phrases', ...other.path]),
        hint: `give the other choice the phrase "${sentence}"`,
      });
      return;
    }
}

/** Returns the sentence that callers say for the first of two phrases and that has the other one in it. */
function findSentence(one: string, other: string, languages: readonly string[]): string | undefined {
  const isSaid = GOES_ON.test(other) && other.split(' ').length <= MAX_WORDS && !SOMEBODY.test(other);
  if (NOBODY.has(one) && isSaid) return `${one} ${other}`;
  const isCancelled = languages.some((tag) => {
    const [action, thing] = [one, other].map((text) => findTopics(text, parseLanguage(tag)));
    return action?.join() === 'cancellation' && thing?.length === 1 && CANCELLED.has(thing[0] ?? '');
  });
  return isCancelled && !other.includes(' ') ? `${one} ${other}` : undefined;
}
