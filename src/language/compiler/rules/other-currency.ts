import { entryOf, nodeAt, spanAt, type Node, type Path } from '../read/document.ts';
import { isCurrency } from '../verbs/parts/currency-names.ts';
import { listReferences } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/**
 * Reports amounts that callers enter in one currency and that are spoken or sent in another, or that one flow reads out
 * in two currencies. A variable that also gets a computed value may be converted and is left alone.
 */
export const otherCurrency: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const collected = findCollected(draft);
    const spoken = new Map<string, string>();
    for (const { path, name, code, isSent } of [...listSpokenAmounts(draft), ...listSent(draft)]) {
      const asked = collected.get(name);
      const known = asked ?? (isSent ? undefined : spoken.get(name));
      if (!isSent && !spoken.has(name)) spoken.set(name, code);
      if (known === undefined || known === code || isConverted(name, draft)) continue;
      // Unknown codes are errors of their own.
      if (!isCurrency(known) || !isCurrency(code)) continue;
      const what = isSent ? 'sent' : 'read out';
      report({
        code: 'other-currency',
        message:
          asked === undefined
            ? `the amount "${name}" is read out in ${code} here and in ${known} elsewhere`
            : `callers enter the amount "${name}" in ${asked}, and it is ${what} in ${code}`,
        span: spanAt(draft.document, path),
        hint: `write ${known}, or convert the amount into a variable of its own`,
      });
    }
  },
};

/** Returns the currency in which each variable is entered; without those that several questions fill differently. */
function findCollected(draft: FlowDraft): Map<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { body } of listCollects(draft)) {
    const { type, currency, save } = body;
    if (type !== 'currency' || currency === undefined || save === undefined) continue;
    found.set(save, (found.get(save) ?? new Set()).add(currency));
  }
  return new Map(
    [...found].flatMap(([name, [code = '', ...others]]) => (others.length > 0 ? [] : [[name, code]])),
  );
}

/** Country → its currency, where it is not the euro. */
const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ AU: 'AUD', BR: 'BRL', CA: 'CAD', CH: 'CHF', CZ: 'CZK', DK: 'DKK', GB: 'GBP', IN: 'INR', MX: 'MXN' },
  ...{ NO: 'NOK', NZ: 'NZD', PL: 'PLN', SE: 'SEK', US: 'USD' },
};

/**
 * Returns the currency that a hint suggests: the one that the text tells, of the flow's other amounts, or of the country of
 * its first language.
 */
export function suggestCurrency(draft: FlowDraft, text = ''): string {
  if (/€|euro/i.test(text)) return 'EUR';
  if (/£|pounds|pence/i.test(text)) return 'GBP';
  const asked = listCollects(draft).flatMap(({ body: { currency } }) => currency ?? []);
  const [known] = [...asked, ...listSpokenAmounts(draft).map(({ code }) => code)];
  return known ?? CURRENCIES[draft.languages[0]?.split('-')[1] ?? ''] ?? 'EUR';
}

/** True for a variable that a computation or a service fills too; a copy and a fixed sum keep its currency. */
function isConverted(name: string, draft: FlowDraft): boolean {
  return (
    listReferences(draft, 'value', 'answer').some(
      ({ path, text }) => path.at(-1) === name && !COPY.test(text),
    ) && listCollects(draft).some(({ body }) => body.save === name)
  );
}

const COPY = /^\s*(?:\$\{\s*(?:vars|params)\.\w+\s*\}|\d+(?:\.\d+)?)\s*$/;

interface Used {
  path: Path;
  name: string;
  code: string;
  isSent: boolean;
}

const ALONE = /^\s*\$\{\s*vars\.(\w+)\s*\}[.,!]?\s*$/;

/** Lists the variables that are read out as an amount with its currency. */
export function listSpokenAmounts(draft: FlowDraft): Used[] {
  const { root } = draft.document;
  return listReferences(draft, 'template').flatMap(({ path: textPath, text }) => {
    const [, name] = ALONE.exec(text) ?? [];
    if (name === undefined || textPath.at(-1) !== 'text') return [];
    const path = [...textPath.slice(0, -1), 'as', 'currency'];
    const code = nodeAt(root, path);
    return code?.kind === 'string' ? [{ path, name, code: String(code.value), isSent: false }] : [];
  });
}

/** Names of fields that hold the code of a currency, in the languages of speech. */
const CURRENCY_FIELD =
  /^(?:\w+_)?(?:currency|currency_?code|curr|ccy|w(?:ae|ä)hrung|devise|monnaie|moneda|divisa|valuta|moeda|waluta)$/i;

/** Lists the variables that are sent beside the code of a currency. */
function listSent(draft: FlowDraft): Used[] {
  const { root } = draft.document;
  return listReferences(draft, 'template', 'sink', 'value').flatMap(({ path, text }) => {
    const [, name] = ALONE.exec(text) ?? [];
    if (name === undefined || path[0] !== 'steps' || !SENDING.has(String(path[2]))) return [];
    const parent = nodeAt(root, path.slice(0, -1));
    return listFields(parent).flatMap(([key, code]) =>
      CURRENCY_FIELD.test(key) && /^[A-Z]{3}$/.test(code)
        ? [{ path: [...path.slice(0, -1), key], name, code, isSent: true }]
        : [],
    );
  });
}

const SENDING = new Set(['http', 'sms']);

function listFields(parent: Node | undefined): [string, string][] {
  if (parent?.kind !== 'map') return [];
  return [...parent.entries.keys()].flatMap((key) => {
    const value = entryOf(parent, key)?.value;
    return value?.kind === 'string' ? [[key, String(value.value)] as [string, string]] : [];
  });
}
