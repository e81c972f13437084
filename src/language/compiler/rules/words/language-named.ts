import { parseLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { foldAccents } from './key-purposes.ts';

/** Reports steps that are named after one language of the flow and choose another one. */
export const languageNamed: FlowRule = {
  needsAll: true,
  check({ graph, languages }, report) {
    const tags = [...new Set(languages.map(parseLanguage))];
    if (tags.length < 2) return;
    for (const { name, language, span } of graph.steps) {
      if (language === undefined) continue;
      const chosen = parseLanguage(language);
      const named = tags.filter((tag) => isNamedAfter(name, tag, tags));
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

/** True for a name that contains the name of a language, in English, in that language or in one of the flow. */
function isNamedAfter(name: string, tag: string, tags: readonly string[]): boolean {
  const parts = name.split('_');
  return ['en', tag, ...tags].some((inLanguage) => {
    const written = new Intl.DisplayNames([inLanguage], { type: 'language' }).of(tag) ?? '';
    return parts.includes(foldAccents(written.toLowerCase()));
  });
}
