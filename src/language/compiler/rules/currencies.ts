import { isCurrency, hasCurrencyName } from '../verbs/parts/currency-names.ts';
import { keySpanAt, spanAt, entryOf, nodeAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listExpressions, listReferences } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';
import { readFlowSpeech } from './spoken.ts';
import { suggestCurrency } from './other-currency.ts';

/** Reports amounts that are read out without a currency, and currency codes that do not exist. */
export const currencies: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { document } = draft;
    const hasCurrency = createCurrencyCheck(draft);
    for (const { path, message, hint } of [
      ...findAmountTexts(draft, hasCurrency),
      ...findAmountQuestions(draft, hasCurrency),
    ])
      report({
        code: 'amount-without-currency',
        message,
        span: keySpanAt(document, path),
        hint,
      });
    for (const { path, text } of findUnknownCodes(draft))
      report({
        code: 'bad-value',
        message: `"${text}" is not a currency code`,
        span: spanAt(document, path),
        hint: 'three capital letters, for instance EUR or USD',
      });
  },
};

interface Amount {
  path: Path;
  message: string;
  hint: string;
}

function findUnknownCodes({ references, document: { root } }: FlowDraft): { path: Path; text: string }[] {
  return references.flatMap(({ path: textPath }) => {
    const path = [...textPath.slice(0, -1), 'as', 'currency'];
    const code = textPath.at(-1) === 'text' ? nodeAt(root, path) : undefined;
    // The schema has already reported values of another form.
    const written = code?.kind === 'string' ? String(code.value) : '';
    return /^[A-Z]{3}$/.test(written) && !isCurrency(written) ? [{ path, text: written }] : [];
  });
}

/** True for the path of a text that is heard together with its currency in every language. */
type HasCurrency = (text: Path) => boolean;

function createCurrencyCheck(draft: FlowDraft): HasCurrency {
  const { languages, document } = draft;
  const speech = readFlowSpeech(draft);
  const readHeard = (path: Path, language: string) =>
    speech
      .readPieces(path, language)
      .map(({ text }) => text.replace(/\$\{[^}]*\}/g, ' '))
      .join(' ');
  return (text) => {
    const play = toPlayPath(text);
    const as = entryOf(nodeAt(document.root, text.slice(0, -1)), 'as')?.value;
    if (as?.kind === 'map') return true;
    return languages.every((language) => hasCurrencyName(readHeard(play, language), languages));
  };
}

/** Returns the path of the whole prompt that a text belongs to: the text itself, its piece, or their list. */
function toPlayPath(text: Path): Path {
  const piece = text.at(-1) === 'text' ? text.slice(0, -1) : text;
  return typeof piece.at(-1) === 'number' ? piece.slice(0, -1) : piece;
}

/** Finds texts spoken as an amount whose currency neither their settings nor the prompt names. */
function findAmountTexts(draft: FlowDraft, hasCurrency: HasCurrency): Amount[] {
  const spoken = listReferences(draft, 'template').filter(({ path }) => path.at(-1) === 'text');
  return spoken.flatMap(({ path }) => {
    const piece = path.slice(0, -1);
    const as = entryOf(nodeAt(draft.document.root, piece), 'as')?.value;
    if (as?.kind !== 'string' || as.value !== 'currency' || hasCurrency(path)) return [];
    const message = 'the text is read out as an amount without its currency';
    return [
      {
        path: [...piece, 'as'],
        message,
        hint: `name the currency: as: { currency: ${suggestCurrency(draft)} }`,
      },
    ];
  });
}

function findAmountQuestions(draft: FlowDraft, hasCurrency: HasCurrency): Amount[] {
  const expressions = draft.expressions();
  const prompts = listExpressions(draft).filter(
    ({ reference: { kind, path } }) => kind === 'prompt' || path.at(-1) === 'text',
  );
  const isSpoken = (variable: string) =>
    prompts.some(
      ({ source, reference }) =>
        expressions.findReads(source).has(`vars.${variable}`) && !hasCurrency(reference.path),
    );
  return listCollects(draft).flatMap(({ body: { type, confirm = false, save = '' }, path }) => {
    const isNamed = nodeAt(draft.document.root, [...path, 'currency']) !== undefined;
    const isReadBack = confirm === true || (confirm !== false && confirm.prompt === undefined);
    if (type !== 'currency' || isNamed || !(isReadBack || isSpoken(save))) return [];
    const message = `the amount in "${save}" is read out without its currency`;
    return [
      { path: [...path, 'type'], message, hint: `name the currency: currency: ${suggestCurrency(draft)}` },
    ];
  });
}
