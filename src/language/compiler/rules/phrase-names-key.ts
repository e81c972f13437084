import { memoize, normalizePhrase } from '../../model/index.ts';
import { parseLanguage, speechLanguages } from '../../speech/index.ts';
import { spanAt } from '../read/document.ts';
import { listPhrases } from '../verbs/parts/phrases.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';

/** Reports phrases of a choice that are the spoken name of another key of the menu: "one" for the key 2. */
export const phraseNamesKey: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listMenus(draft)) {
      const keys = new Set(
        (body.choices ?? []).flatMap((one) => (one?.key === undefined ? [] : [String(one.key)])),
      );
      for (const [index, choice] of (body.choices ?? []).entries())
        for (const { language, phrase, path: place } of listPhrases(choice?.phrases)) {
          const named = findKey(phrase, language === '' ? draft.languages : [language]);
          if (named === undefined || !keys.has(named) || named === String(choice?.key ?? '')) continue;
          report({
            code: 'phrase-names-key',
            message: `"${phrase}" is also the name of the key "${named}" of menu "${step.name}", which leads elsewhere`,
            span: spanAt(draft.document, [...path, 'choices', index, 'phrases', ...place]),
            hint: 'remove the phrase, or exchange the keys',
          });
        }
    }
  },
};

function findKey(phrase: string, languages: readonly string[]): string | undefined {
  const said = normalizePhrase(phrase);
  const tags = new Set(languages.map(parseLanguage));
  return speechLanguages
    .filter(({ tag }) => tags.has(tag))
    .map((language) => getKeyNames(language).get(said))
    .find((key) => key !== undefined);
}

/** Maps the spoken names of the keys of a language to the keys. */
const getKeyNames = memoize(
  ({ keys, words }: (typeof speechLanguages)[number]): ReadonlyMap<string, string> => {
    const digits = [keys.digits, words.digits].flatMap((row) =>
      row
        .split(' ')
        .flatMap((names, digit) => names.split('|').map((name) => [name, String(digit)] as const)),
    );
    const signs = [
      ...keys.star.split(' ').map((name) => [name, '*'] as const),
      ...keys.pound.split(' ').map((name) => [name, '#'] as const),
    ];
    return new Map([...digits, ...signs].map(([name, key]) => [normalizePhrase(name), key]));
  },
);
