import { scanTemplate } from '../../model/index.ts';
import { entryOf, nodeAt } from '../read/document.ts';
import { findReferenceSpan, isSpokenText, listReferences } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { suggestCurrency } from './other-currency.ts';

/**
 * Reports amounts in cents, pence or other hundredths that are read out as whole units of a currency. A value counts as
 * hundredths when the variable or the field of the answer from which it is saved is named so; a division makes it right.
 * Reports decimal numbers that are read digit by digit as well, and amounts of answers whose fraction `int(…)` drops.
 */
export const spokenAmounts: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const reference of listReferences(draft, 'prompt', 'template')) {
      if (!isSpokenText(reference) || reference.path.at(-1) !== 'text') continue;
      const as = entryOf(nodeAt(draft.document.root, reference.path.slice(0, -1)), 'as')?.value;
      const name = readName(reference.text);
      if (as?.kind === 'string' && isDecimal(name, draft) && DIGITWISE.has(String(as.value)))
        report({
          code: 'misread-value',
          message: `callers hear the amount "${name ?? ''}" digit by digit, for instance as 4 7 point 5`,
          span: findReferenceSpan(draft.document, reference),
          hint: `write as: { currency: ${suggestCurrency(draft)} }`,
        });
      if (as?.kind !== 'map' || entryOf(as, 'currency') === undefined) continue;
      if (name === undefined) continue;
      if (isCutOff(name, draft))
        report({
          code: 'misread-value',
          message: `callers hear the amount "${name}" without its cents: it is saved as int(…), which drops them`,
          span: findReferenceSpan(draft.document, reference),
          hint: 'save it as double(…), in a variable that begins with 0.0',
        });
      const minor = findMinorName(name, draft);
      if (minor === undefined) continue;
      report({
        code: 'misread-value',
        message: `callers hear ${minor} as whole units of the currency: an amount a hundred times too high`,
        span: findReferenceSpan(draft.document, reference),
        hint: `divide by 100: \${${name} / 100.0}`,
      });
    }
  },
};

/** Manners of speech that name each digit. */
const DIGITWISE = new Set(['number_digit', 'digits', 'characters', 'telephone']);

function isDecimal(name: string | undefined, { vars }: FlowDraft): boolean {
  const variable = name?.replace('vars.', '') ?? '';
  return Object.hasOwn(vars, variable) && vars[variable]?.type === 'double';
}

const MINOR =
  /(?:^|_|(?<=\p{Ll})(?=\p{Lu}))(?:cents?|pence|pennies|centimes?|centimos?|céntimos?|centesimi|rappen|grosze|minor(?:_?units?)?)$/iu;

/** Returns the name that a text consists of, if nothing is computed. */
function readName(text: string): string | undefined {
  const { parts } = scanTemplate(text.trim());
  const [only, ...others] = parts;
  if (typeof only !== 'object' || others.length > 0) return undefined;
  return /^(?:(?:double|int)\()?\s*((?:vars|params)\.\w+)\s*\)?$/.exec(only.expr.trim())?.[1];
}

/** Returns the name that tells of hundredths: the value's own, or that of the field of which all its values are copies. */
function findMinorName(name: string, draft: FlowDraft): string | undefined {
  const variable = name.slice(name.indexOf('.') + 1);
  if (MINOR.test(variable)) return `"${variable}"`;
  if (!name.startsWith('vars.')) return undefined;
  const fields = listSaved(variable, draft).map(({ 2: field }) => field);
  const [field] = fields;
  return field !== undefined && fields.every((one) => one !== undefined && MINOR.test(one))
    ? `"${field}"`
    : undefined;
}

const FIELD = /^\$\{\s*(?:(double|int)\()?\s*response\.json\.(?:\w+\.)*(\w+)\s*\)?\s*\}$/;

/** Matches everything that is saved in a variable as a field of an answer: its conversion and its name. */
function listSaved(variable: string, draft: FlowDraft): readonly (string | undefined)[][] {
  return listReferences(draft, 'answer', 'value')
    .filter(({ path }) => path.at(-1) === variable)
    .map(({ text }) => FIELD.exec(text.trim()) ?? []);
}

/** True for an amount of an answer of which only the whole units are kept. */
function isCutOff(name: string, draft: FlowDraft): boolean {
  const saved = name.startsWith('vars.') ? listSaved(name.slice('vars.'.length), draft) : [];
  return (
    saved.length > 0 &&
    saved.every(([, conversion, field = '']) => conversion === 'int' && !MINOR.test(field))
  );
}
