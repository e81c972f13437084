import { checkedLanguages } from '../../../speech/index.ts';
import type { Finding } from '../../../diagnostics/index.ts';
import { entryOf, nodeAt, type Path } from '../../read/document.ts';
import { findReferenceSpan, isSpokenText, listReferences } from '../../check/references.ts';
import { findSources } from '../../check/variable-sources.ts';
import { isPromptName } from '../../schema/name-forms.ts';
import type { FlowDraft, Reference } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCollects } from '../questions.ts';
import { readBeginning } from '../spoken.ts';
import { blankExpressions } from './said.ts';
import { suggestCurrency } from '../other-currency.ts';

/**
 * Reports values that are read out as something else: a telephone or ticket number as millions, an amount as 47 point
 * 5, a date as figures with dashes, a sentence letter by letter. It knows of a value only what its declaration, its
 * source and the words beside it say; other values are not judged.
 */
export const misreadValue: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const dates = findDateVariables(draft);
    for (const whole of listReferences(draft, 'prompt', 'template')) {
      if (!isSpokenText(whole) || 'key' in whole.at) continue;
      if (whole.kind === 'prompt' && isPromptName(whole.text)) continue;
      const reference = { ...whole, text: readBeginning(whole.text) };
      const as = findManner(reference, draft);
      const found =
        as === undefined ? findPlain(reference, draft, dates) : findMannered(reference, as, draft);
      for (const { start, end, ...finding } of found)
        report({
          code: 'misread-value',
          ...finding,
          span: findReferenceSpan(draft.document, reference, { start, end }),
        });
    }
  },
};

interface Misread extends Pick<Finding, 'message' | 'hint' | 'fix'> {
  start: number;
  end: number;
}

/** Returns how a text is read out: the name of its `as`, or `ssml` and the like where that is not known. */
function findManner({ path }: Reference, { document }: FlowDraft): string | undefined {
  if (path.at(-1) !== 'text') return undefined;
  const as = entryOf(nodeAt(document.root, path.slice(0, -1)), 'as')?.value;
  if (as === undefined) return undefined;
  if (as.kind === 'string') return String(as.value);
  return as.kind === 'map' && entryOf(as, 'currency') !== undefined ? 'currency' : 'map';
}

function findPlain(reference: Reference, draft: FlowDraft, dates: ReadonlySet<string>): Misread[] {
  return [
    ...findCallerNumbers(reference, draft),
    ...findLongNumbers(reference.text),
    ...findPlainAmounts(reference.text, draft),
    ...findPlainDates(reference.text, dates),
  ];
}

function findMannered(reference: Reference, as: string, draft: FlowDraft): Misread[] {
  const { text } = reference;
  if (as === 'map') return findMisreadDates(reference, draft);
  const words = blankExpressions(text).match(/\p{L}{2,}/gu) ?? [];
  if (as === 'characters' && words.length > 2)
    return [
      {
        start: 0,
        end: text.length,
        message: 'callers hear the whole sentence letter by letter',
        hint: 'make the prompt a list, and give only the item with the value "as: characters"',
      },
    ];
  return AMOUNTS.has(as) ? [...findCallAmounts(reference), ...findNamedNumbers(reference, draft)] : [];
}

/** Finds the number of a call that is read as an amount. */
function findCallAmounts({ text }: Reference): Misread[] {
  const [found] = /^\$\{\s*call\.(?:from|to)\s*\}\.?$/.exec(text.trim()) ?? [];
  return found === undefined
    ? []
    : [
        {
          start: 0,
          end: text.length,
          message: `callers hear the telephone number ${found} as one large number`,
          hint: 'write "as: telephone"',
        },
      ];
}

function findCallerNumbers(reference: Reference, { document }: FlowDraft): Misread[] {
  return Array.from(
    reference.text.matchAll(/\$\{\s{0,9}call\.(from|to)\s{0,9}\}/g),
    ({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
      message: `callers hear the telephone number ${found} as one large number`,
      hint: `write it as an item of its own: { text: '${found}', as: telephone }`,
      ...fixWholeText(reference, { document, piece: `{ text: '${found}', as: telephone }`, found }),
    }),
  );
}

/** Replaces a text that consists of the expression alone. */
function fixWholeText(
  { text, at, path }: Reference,
  { document, piece, found }: { document: FlowDraft['document']; piece: string; found: string },
): Pick<Misread, 'fix'> {
  const isAll = text.trim().replace(/\.$/, '') === found;
  if (!isAll || 'key' in at || at.node.style === 'block' || path.at(-1) === 'text') return {};
  return { fix: { span: document.span(at.node.range), text: piece } };
}

/** Seven figures and more in a row are a telephone, card or contract number. */
const LONG_NUMBER = /(?<![\d.,:/@_\p{L}-])\+?\d{7,}(?![\d\p{L}@_-]|[.,:/]\d)/gu;

function findLongNumbers(text: string): Misread[] {
  if (!/\d{7}/.test(text)) return [];
  return Array.from(blankExpressions(text).matchAll(LONG_NUMBER), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    message: `callers hear ${found} as one number in the millions`,
    hint: `write the digits apart: ${separateDigits(found)}; or { text: '${found}', as: telephone } as an item of its own`,
  }));
}

function separateDigits(number: string): string {
  return number.replace(/\D/g, '').slice(0, 4).split('').join(', ').concat(', …');
}

const CURRENCIES = new RegExp(
  `^\\s*(?:€|£|\\$|(?:${[...new Set(checkedLanguages.flatMap((one) => ('currencies' in one ? one.currencies.split(' ') : [])))].join('|')})(?!\\p{L}))`,
  'iu',
);

function findPlainAmounts(text: string, draft: FlowDraft): Misread[] {
  const { vars } = draft;
  return Array.from(text.matchAll(/\$\{\s{0,9}vars\.(\w+)\s{0,9}\}/g)).flatMap(
    ({ 0: found, 1: name = '', index }) => {
      const end = index + found.length;
      if (!Object.hasOwn(vars, name) || vars[name]?.type !== 'double') return [];
      const told = CURRENCIES.exec(text.slice(end));
      if (told === null) return [];
      return [
        {
          start: index,
          end,
          message: `callers hear the amount ${found} as a plain number, for instance as 47 point 5`,
          hint: `write it as an item of its own: { text: '${found}', as: { currency: ${suggestCurrency(draft, told[0])} } }`,
        },
      ];
    },
  );
}

function findPlainDates(text: string, dates: ReadonlySet<string>): Misread[] {
  const [found = '', name = ''] = /^\$\{\s*vars\.(\w+)\s*\}\.?$/.exec(text.trim()) ?? [];
  if (!dates.has(name)) return [];
  return [
    {
      start: 0,
      end: text.length,
      message: `callers hear the date ${found} as figures with dashes`,
      hint: `write { text: '${found}', as: { date: ymd } }`,
    },
  ];
}

/** Finds a date of a question, which is stored as 2026-12-24, that is read in another order. */
function findMisreadDates({ text, path }: Reference, draft: FlowDraft): Misread[] {
  const order = entryOf(nodeAt(draft.document.root, [...path.slice(0, -1), 'as']), 'date')?.value;
  const [found, name = ''] = /^\$\{\s*vars\.(\w+)\s*\}\.?$/.exec(text.trim()) ?? [];
  if (found === undefined || order?.kind !== 'string' || !/^(?:dmy|mdy)$/.test(String(order.value)))
    return [];
  const written = (findSources(draft).get(name) ?? []).filter(({ step }) => step !== undefined);
  const isDate = written.every((source) => source.kind === 'answer' && source.body.type === 'date');
  if (written.length === 0 || !isDate) return [];
  return [
    {
      start: 0,
      end: text.length,
      message: `the date ${found} is stored as 2026-12-24, but read as "${String(order.value)}": the order is that of the text, not of speaking`,
      hint: 'write as: { date: ymd }',
    },
  ];
}

/** Returns the text variables that hold the date of a response and nothing else. */
function findDateVariables(draft: FlowDraft): ReadonlySet<string> {
  const saved = listReferences(draft, 'answer').map(({ text, path }) => ({
    name: String(path.at(-1)),
    isDate: /(?:\.|_)date\s*\}$/.test(text),
  }));
  const byName = Map.groupBy(saved, ({ name }) => name);
  const collected = new Set(listCollects(draft).map(({ body }) => body.save));
  return new Set(
    [...byName].flatMap(([name, sources]) =>
      sources.every(({ isDate }) => isDate) && !collected.has(name) && draft.vars[name]?.type === 'string'
        ? [name]
        : [],
    ),
  );
}

/** Ways of reading in which a text of digits is one amount. */
const AMOUNTS = new Set(['number', 'cardinal', 'ordinal', 'currency']);

const NUMBER_NOUN =
  /(?:number|nummer|ziffer|numéro|número|numero|numer|code|kod|kode|código|codice|reference|referenz|référence|referencia|riferimento|postcode|postleitzahl|plz|zip)(?: (?:is|ist|lautet|heißt|est|es|è|é|är|er|to|jest))?\W*$/iu;

/** Names of what is written down digit by digit, in the languages of speech. */
const IDENTIFIER =
  /(?:^|_|(?<=\p{Ll})(?=\p{Lu}))(?:\w*(?:number|nummer|numero|nummeret|kennung|ziffer)|no|nr|num|id|code|kod|kode|codigo|codice|reference|ref|referenz|referencia|riferimento|confirmation|bestaetigung|bestätigung|bevestiging|confirmacion|conferma|bekraftelse|potwierdzenie|ticket|vorgang|booking_ref|pin|iban|konto|account|kundennr|phone|tel|telefon|telephone|telefono|mobile|handy|zip|plz|postcode|postleitzahl|postnummer|dossier|boeking|buchung|reservierung|reservation|reserva|prenotazione|bokning|rezerwacja|zamowienie|order_id|case_id|case)$/iu;

/** Finds text variables that are read as an amount and are identifiers: by their name, or by the word before them. */
function findNamedNumbers({ text, path }: Reference, draft: FlowDraft): Misread[] {
  const [found = '', name = ''] = /^\$\{\s*vars\.(\w+)\s*\}\.?$/.exec(text.trim()) ?? [];
  if (!Object.hasOwn(draft.vars, name) || draft.vars[name]?.type !== 'string') return [];
  const isNumber = NUMBER_NOUN.test(readBefore(path, draft)) || IDENTIFIER.test(name) || isCode(name, draft);
  if (!isNumber) return [];
  return [
    {
      start: 0,
      end: text.length,
      message: `callers hear the number ${found} as one amount, for instance in the millions, and cannot write it down`,
      hint: 'write "as: number_digit" to have it read digit by digit',
    },
  ];
}

/** True for a variable that callers fill with a telephone number or a long row of digits. */
function isCode(name: string, draft: FlowDraft): boolean {
  const filling = listCollects(draft).filter(({ body }) => body.save === name);
  return filling.some(
    ({ body: { type = 'digits', digits } }) =>
      type === 'phone' || (type === 'digits' && typeof digits === 'number' && digits >= MIN_CODE_DIGITS),
  );
}

/** Answers of this many digits and more are codes rather than amounts. */
const MIN_CODE_DIGITS = 5;

/** Returns the item of a list that comes before the piece of a text. */
function readBefore(path: Path, { document: { root } }: FlowDraft): string {
  const index = path.at(-2);
  if (typeof index !== 'number') return '';
  const before = nodeAt(root, [...path.slice(0, -2), index - 1]);
  const text = before?.kind === 'map' ? entryOf(before, 'text')?.value : before;
  return text?.kind === 'string' ? String(text.value) : '';
}
