import { speechLanguages, type SpeechLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import type { Report } from '../../../diagnostics/index.ts';
import type { FlowDraft } from '../../types.ts';
import { listMenus, type Menu } from '../questions.ts';
import type { Piece } from '../spoken.ts';
import { readKeyPurposes, type KeyPurpose } from './key-purposes.ts';
import { findPieceSpan, findWords, groupSaidByStep } from './said.ts';

/**
 * Reports texts of a menu that say yes of a key which sets a variable to no, or no of one which sets it to yes, and texts
 * that exchange the words to which two keys set it.
 */
export const oppositeAnswer: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const menu of listMenus(draft)) {
      checkExchanged(menu, draft, report);
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

/**
 * Reports two keys that lead to the same step and set the same variable to two words, of which the text says each of the
 * other key.
 */
function checkExchanged({ step, body }: Menu, draft: FlowDraft, report: Report): void {
  const choices = (body.choices ?? []).flatMap((choice) =>
    Object.entries(choice?.set ?? {}).flatMap(([variable, value]) =>
      typeof value === 'string' && NAME.test(value)
        ? [{ key: String(choice?.key), place: `${choice?.goto ?? ''} ${variable}`, value }]
        : [],
    ),
  );
  for (const { piece, purposes } of listPurposes(step.name, draft)) {
    const clauses = new Map(purposes.map((purpose) => [purpose.key, purpose]));
    const says = (key: string, value: string) =>
      listWords(clauses.get(key)?.clause ?? '').some(
        (word) => word.startsWith(value) || word.endsWith(value),
      );
    for (const one of choices)
      for (const other of choices) {
        const isPair = one.place === other.place && one.key < other.key && one.value !== other.value;
        const isOther = says(one.key, other.value) && says(other.key, one.value);
        const purpose = clauses.get(one.key);
        if (!isPair || !isOther || says(one.key, one.value) || says(other.key, other.value) || !purpose)
          continue;
        report({
          code: 'key-leads-elsewhere',
          message: `the text says "${other.value}" of the key "${one.key}", which sets "${one.value}", and "${one.value}" of the key "${other.key}"`,
          span: findPieceSpan(draft.document, piece, purpose),
          hint: 'exchange the keys in the text, or what the choices do',
        });
        return;
      }
  }
}

/** A word of three letters or more, in lower case. */
const NAME = /^\p{Ll}{3,}$/u;

interface Purposes {
  piece: Piece;
  language: SpeechLanguage;
  purposes: readonly KeyPurpose[];
}

function listPurposes(step: string, draft: FlowDraft): Purposes[] {
  const prompts = (groupSaidByStep(draft).get(step) ?? []).filter(({ part }) => part === 'prompt');
  return prompts.flatMap((said) =>
    said.pieces.flatMap((piece) => {
      const language = findWords(piece, said);
      return language === undefined ? [] : [{ piece, language, purposes: readKeyPurposes(piece, language) }];
    }),
  );
}

interface Opposite {
  told: boolean;
  purpose: KeyPurpose;
  piece: Piece;
  variable: string;
  value: unknown;
}

function findOpposites({ step, body }: Menu, draft: FlowDraft): Opposite[] {
  const sets = new Map((body.choices ?? []).map((choice) => [String(choice?.key), choice?.set ?? {}]));
  return listPurposes(step.name, draft).flatMap(({ piece, language, purposes }) =>
    purposes.flatMap((purpose) => {
      const told = readAnswer(purpose.clause, [language]);
      const kept = Object.entries(sets.get(purpose.key) ?? {});
      return kept.flatMap(([variable, value]) =>
        told !== undefined && readValue(value, variable, piece) === !told
          ? [{ told, purpose, piece, variable, value }]
          : [],
      );
    }),
  );
}

/**
 * Returns the answer that a value is. A flag is one if the question has its name: "fit" is false for those who say yes to
 * a fever.
 */
function readValue(value: unknown, variable: string, { text }: Piece): boolean | undefined {
  if (typeof value === 'boolean') return listWords(text).includes(variable.toLowerCase()) ? value : undefined;
  const isWord = typeof value === 'string' && !value.includes('${') && !/\s/.test(value.trim());
  return isWord ? readAnswer(value, speechLanguages) : undefined;
}

/** Returns the answer of which a text has the word; undefined when it has both or none. */
function readAnswer(text: string, languages: readonly SpeechLanguage[]): boolean | undefined {
  const said = ` ${listWords(text).join(' ')} `;
  const [yes, no] = (['yes', 'no'] as const).map((answer) =>
    languages.some(({ confirmation }) => confirmation[answer].some((word) => said.includes(` ${word} `))),
  );
  return yes === no ? undefined : yes;
}

function listWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
}
