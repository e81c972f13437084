import { joinList } from '../../text/index.ts';
import { isTranslatable, scanTemplate } from '../../model/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { entryOf, nodeAt } from '../read/document.ts';
import { listReferences, findReferenceSpan, stepNameOf } from '../check/references.ts';
import { isPromptName } from '../schema/name-forms.ts';
import type { FlowRule } from './flow-rule.ts';
import { findLanguagesAt } from './languages-at.ts';

/** Reports texts in steps that callers in several languages hear, since they are right for one language only. */
export const untranslatedText: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { languages, document } = draft;
    const texts = languages.length < 2 ? [] : listTextsInPlace(draft);
    if (texts.length === 0) return;
    const heard = findLanguagesAt(draft);
    for (const reference of texts) {
      const step = stepNameOf(reference) ?? '';
      const spoken = languages.filter((language) => heard.get(step)?.has(language));
      if (spoken.length < 2) continue;
      report({
        code: 'untranslated-text',
        message: `in step "${step}" callers in ${joinList(spoken, 'and')} hear the same text`,
        span: findReferenceSpan(document, reference),
        hint: 'move it to "prompts", with a text for each language',
      });
    }
  },
};

function listTextsInPlace(draft: FlowDraft): Reference[] {
  return listReferences(draft, 'prompt', 'template').filter(
    (reference) => isUntranslated(reference, draft) && hasWords(reference.text),
  );
}

/** True for words of a step that name neither their language nor their kind of value. */
function isUntranslated({ kind, path, text }: Reference, { document: { root } }: FlowDraft): boolean {
  if (path[0] !== 'steps') return false;
  if (kind === 'prompt') return !isPromptName(text);
  // The body of a web request is called `text` too.
  if (path[2] === 'http' && path.length === 4) return false;
  const key = path.at(-1);
  const piece = nodeAt(root, path.slice(0, -1));
  const saysMore = ['language', 'as'].some((one) => entryOf(piece, one) !== undefined);
  return (key === 'text' || key === 'ssml') && !saysMore;
}

function hasWords(text: string): boolean {
  const scanned = scanTemplate(text);
  const fixed = scanned.ok ? scanned.parts.filter((part) => typeof part === 'string') : [];
  return isTranslatable(fixed.join(' '));
}
