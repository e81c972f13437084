import { findImportAt, keyRangeAt } from '../read/document.ts';
import { isByLanguage } from '../verbs/parts/prompts.ts';
import { listReferences } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports prompts given by language that lack one of the flow's languages, above all its first. Imported prompts
 * count only where the flow uses them.
 */
export const translations: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { document, source, languages } = draft;
    const [first] = languages;
    const used = new Set(listReferences(draft, 'prompt').map(({ text }) => text));
    for (const [name, prompt] of Object.entries(source.prompts ?? {})) {
      if (prompt === undefined || !isByLanguage(prompt)) continue;
      const range = keyRangeAt(document.root, ['prompts', name]);
      if (findImportAt(document, range) !== undefined && !used.has(name)) continue;
      const missing = languages.filter((language) => !Object.hasOwn(prompt, language));
      for (const language of missing)
        report({
          code: language === first ? 'missing-default-language' : 'missing-translation',
          message:
            language === first
              ? `prompt "${name}" has no text in ${language}, the flow's first language`
              : `prompt "${name}" has no text in ${language}; its callers hear another language`,
          span: document.span(range),
        });
    }
  },
};
