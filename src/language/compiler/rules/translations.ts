import { findImportAt, keyRangeAt } from '../read/document.ts';
import { isByLanguage } from '../verbs/parts/prompts.ts';
import { listReferences } from '../check/references.ts';
import type { RunStep } from '../../../../schemas/types/flow.ts';
import type { Report } from '../../diagnostics/index.ts';
import { parseLanguage } from '../../speech/index.ts';
import { listAlternatives } from '../read/words.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findLanguagesAt } from './languages-at.ts';
import { listMapSteps } from './questions.ts';

/**
 * Reports prompts given by language that lack one of the flow's languages, above all its first, and other flows that do
 * not speak the language of the callers for whom they are run. Imported prompts count only where the flow uses them.
 */
export const translations: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkRuns(draft, report);
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

/** Reports flows that are run for callers whose language they do not have. A flow without languages has any. */
function checkRuns(draft: FlowDraft, report: Report): void {
  for (const { step, body } of listMapSteps<RunStep>(draft, 'run')) {
    const part = draft.others.signature(body.flow ?? '')?.draft;
    if (part?.source.languages === undefined || listReferences(part, 'prompt').length === 0) continue;
    const known = new Set(part.languages.map((language) => parseLanguage(language)));
    const missing = [...(findLanguagesAt(draft).get(step.name) ?? [])].filter(
      (language) => !known.has(parseLanguage(language)),
    );
    if (missing.length === 0) continue;
    report({
      code: 'missing-translation',
      message: `step "${step.name}" runs "${body.flow ?? ''}", which has no texts in ${listAlternatives(missing)}: its callers hear ${part.languages[0] ?? ''}`,
      span: draft.document.span(step.nameRange),
      hint: 'copy the flow and translate it, or ask here in the language of the caller',
    });
  }
}
