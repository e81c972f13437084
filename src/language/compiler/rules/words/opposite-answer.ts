import { speechLanguages, type SpeechLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import type { FlowDraft } from '../../types.ts';
import { listMenus, type Menu } from '../questions.ts';
import type { Piece } from '../spoken.ts';
import { readKeyPurposes, type KeyPurpose } from './key-purposes.ts';
import { findPieceSpan, findWords, groupSaidByStep } from './said.ts';

/** Reports texts of a menu that say yes of a key which sets a variable to no, or no of one which sets it to yes. */
export const oppositeAnswer: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const menu of listMenus(draft)) {
      const [found] = findOpposites(menu, draft);
      if (found === undefined) continue;
      const { told, purpose, piece, variable, value } = found;
      report({
        code: 'key-leads-elsewhere',
        message: `the text says ${told ? 'yes' : 'no'} of the key "${purpose.key}", which sets "${variable}" to ${JSON.stringify(value)}`,
        span: findPieceSpan(draft.document, piece, purpose),
        hint: 'exchange the keys in the text, or what the choices do',
      });
    }
  },
};

interface Opposite {
  told: boolean;
  purpose: KeyPurpose;
  piece: Piece;
  variable: string;
  value: unknown;
}

function findOpposites({ step, body }: Menu, draft: FlowDraft): Opposite[] {
  const sets = new Map((body.choices ?? []).map((choice) => [String(choice?.key), choice?.set ?? {}]));
  const prompts = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
  return prompts.flatMap((said) =>
    said.pieces.flatMap((piece) => {
      const language = findWords(piece, said);
      return (language === undefined ? [] : readKeyPurposes(piece, language)).flatMap((purpose) => {
        const told = language && readAnswer(purpose.clause, [language]);
        const kept = Object.entries(sets.get(purpose.key) ?? {});
        return kept.flatMap(([variable, value]) =>
          told !== undefined && readValue(value) === !told ? [{ told, purpose, piece, variable, value }] : [],
        );
      });
    }),
  );
}

/** Returns the answer that a value is. A flag is none: "fit" is false for those who say yes to a fever. */
function readValue(value: unknown): boolean | undefined {
  const isWord = typeof value === 'string' && !value.includes('${') && !/\s/.test(value.trim());
  return isWord ? readAnswer(value, speechLanguages) : undefined;
}

/** Returns the answer of which a text has the word; undefined when it has both or none. */
function readAnswer(text: string, languages: readonly SpeechLanguage[]): boolean | undefined {
  const said = ` ${text.toLowerCase().replace(/[^\p{L}']+/gu, ' ')} `;
  const [yes, no] = (['yes', 'no'] as const).map((answer) =>
    languages.some(({ confirmation }) => confirmation[answer].some((word) => said.includes(` ${word} `))),
  );
  return yes === no ? undefined : yes;
}
