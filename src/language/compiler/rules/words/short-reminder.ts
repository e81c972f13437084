import { spanAt } from '../../read/document.ts';
import type { FlowRule } from '../flow-rule.ts';
import { failedAttempts, listEntryPaths, listMenus } from '../questions.ts';
import { readFlowSpeech } from '../spoken.ts';

/**
 * Reports reminders that name some keys of a menu and leave out another one, where the menu does not repeat its prompt
 * after them. Only keys from 1 to 9 count: an operator or a repetition is often left out.
 */
export const shortReminder: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const speech = readFlowSpeech(draft);
    for (const menu of listMenus(draft)) {
      const { step, body } = menu;
      const own = (body.choices ?? [])
        .map((choice) => String(choice?.key))
        .filter((key) => /^[1-9]$/.test(key));
      if (body.reprompt !== false || own.length < 3) continue;
      for (const path of failedAttempts.flatMap((attempt) => listEntryPaths(menu, attempt)))
        for (const language of speech.languages) {
          const pieces = speech.readPieces(path, language);
          const named = new Set(pieces.flatMap(({ keys }) => [...keys.listMentioned()]));
          const told = new Set(pieces.flatMap(({ keys }) => keys.listAnnounced().map(({ key }) => key)));
          const missing = own.filter((key) => !named.has(key));
          if (told.size < 2 || missing.length === 0 || pieces.some(({ isLiteral }) => !isLiteral)) continue;
          report({
            code: 'choice-not-spoken',
            message: `after a mistake, menu "${step.name}" names ${told.size} of its keys, and not "${missing[0] ?? ''}"`,
            span: spanAt(draft.document, path),
            hint: 'name all keys, or leave out "reprompt: false" to have the prompt repeated',
          });
        }
    }
  },
};
