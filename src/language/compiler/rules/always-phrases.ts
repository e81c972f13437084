import { spanAt } from '../read/document.ts';
import { toPhrases, listPhrases } from '../verbs/parts/phrases.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports phrases of `always` that lead to two targets in one language. A menu's phrases take precedence over them,
 * as its keys do.
 */
export const alwaysPhrases: FlowRule = {
  needsAll: false,
  check({ document, source }, report) {
    const first = new Map<string, string>();
    for (const [target, phrases] of Object.entries(source.always?.phrases ?? {}))
      for (const { language, phrase, path } of listPhrases(phrases)) {
        const [said] = toPhrases('', [phrase]);
        const place = `${language} ${said?.words ?? ''}`;
        const earlier = first.get(place) ?? first.get(` ${said?.words ?? ''}`);
        if (earlier === undefined) first.set(place, target);
        if (earlier === undefined || earlier === target) continue;
        report({
          code: 'duplicate-choice',
          message: `"${phrase}" already leads to "${earlier}"`,
          span: spanAt(document, ['always', 'phrases', target, ...path]),
        });
      }
  },
};
