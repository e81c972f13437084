import { keyRangeAt } from '../document.ts';
import { isByLanguage } from '../prompts-by-language.ts';
import type { FlowRule } from './flow-rule.ts';

/** A prompt that is given by language has all of the flow's languages, the first above all. */
export const translations: FlowRule = {
  needsAll: true,
  check({ document, source, languages }, report) {
    const [first] = languages;
    for (const [name, prompt] of Object.entries(source.prompts ?? {})) {
      if (prompt === undefined || !isByLanguage(prompt)) continue;
      const missing = languages.filter((language) => !Object.hasOwn(prompt, language));
      for (const language of missing)
        report({
          code: language === first ? 'missing-default-language' : 'missing-translation',
          message:
            language === first
              ? `prompt "${name}" has no text in ${language}, the flow's first language`
              : `prompt "${name}" has no text in ${language}; its callers hear another language`,
          span: document.span(keyRangeAt(document.root, ['prompts', name])),
        });
    }
  },
};
