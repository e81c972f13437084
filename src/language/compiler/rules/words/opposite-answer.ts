import { findSpeech, speechLanguages, type SpeechLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMenus } from '../questions.ts';
import { readKeyPurposes } from './key-purposes.ts';
import { findPieceSpan, findWords, groupSaidByStep } from './said.ts';

/** Reports texts of a menu that say yes of a key which sets a variable to no, or no of one which sets it to yes. */
export const oppositeAnswer: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body } of listMenus(draft)) {
      const kept = new Map(
        (body.choices ?? []).map((choice) => [String(choice?.key), Object.entries(choice?.set ?? {})]),
      );
      for (const said of groupSaidByStep(draft).get(step.name) ?? [])
        for (const piece of said.part === 'prompt' ? said.pieces : []) {
          const language = findWords(piece, said) ?? findSpeech(said.language);
          for (const purpose of language === undefined ? [] : readKeyPurposes(piece, language)) {
            const told = language && readAnswer(purpose.clause, [language]);
            const [variable, value] =
              (kept.get(purpose.key) ?? []).find(([, one]) => isOpposite(told, readValue(one))) ?? [];
            if (variable === undefined) continue;
            report({
              code: 'key-leads-elsewhere',
              message: `the text says ${told === true ? 'yes' : 'no'} of the key "${purpose.key}", which sets "${variable}" to ${JSON.stringify(value)}`,
              span: findPieceSpan(draft.document, piece, purpose),
              hint: 'exchange the keys in the text, or what the choices do',
            });
          }
        }
    }
  },
};

function isOpposite(told: boolean | undefined, kept: boolean | undefined): boolean {
  return told !== undefined && kept !== undefined && told !== kept;
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
