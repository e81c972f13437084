import { scanTemplate } from '../../flow/index.ts';
import type { CollectStep } from '../../../schemas/types/flow.ts';
import { isCurrency } from '../currency-codes.ts';
import { entryOf, keyRangeAt, nodeAt, rangeAt, type Path } from '../document.ts';
import type { FlowDraft } from '../draft.ts';
import type { Readable } from '../readable.ts';
import { expressionsOf, referencesOf } from '../references.ts';
import type { FlowRule } from './flow-rule.ts';

/** An amount is read out with its currency, which exists. */
export const currencies: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { document } = draft;
    for (const { path, message, hint } of [...texts(draft), ...questions(draft)])
      report({
        code: 'amount-without-currency',
        message,
        span: document.span(keyRangeAt(document.root, path)),
        hint,
      });
    for (const { path, text } of unknownCodes(draft))
      report({
        code: 'bad-value',
        message: `"${text}" is not the code of a currency`,
        span: document.span(rangeAt(document.root, path)),
        hint: 'three capital letters, for instance EUR or USD',
      });
  },
};

interface Amount {
  path: Path;
  message: string;
  hint: string;
}

function unknownCodes({ references, document: { root } }: FlowDraft): { path: Path; text: string }[] {
  return references.flatMap(({ path: textPath }) => {
    const path = [...textPath.slice(0, -1), 'as', 'currency'];
    const code = textPath.at(-1) === 'text' ? nodeAt(root, path) : undefined;
    if (code?.kind !== 'string' || isCurrency(String(code.value))) return [];
    return [{ path, text: String(code.value) }];
  });
}

/** Texts that are spoken as an amount and neither say of what nor are told. */
function texts(draft: FlowDraft): Amount[] {
  const spoken = referencesOf(draft, 'template').filter(({ path }) => path.at(-1) === 'text');
  return spoken.flatMap(({ path, text }) => {
    const piece = path.slice(0, -1);
    const as = entryOf(nodeAt(draft.document.root, piece), 'as')?.value;
    if (as?.kind !== 'string' || as.value !== 'currency' || namesCurrency(text)) return [];
    const message = 'the text is read out as an amount without its currency';
    return [{ path: [...piece, 'as'], message, hint: 'say which one: as: { currency: EUR }' }];
  });
}

/** By its code or its sign. */
function namesCurrency(text: string): boolean {
  const scanned = scanTemplate(text);
  return (
    scanned.ok && scanned.parts.some((part) => typeof part === 'string' && /[A-Z]{3}|\p{Sc}/u.test(part))
  );
}

/** Steps that collect an amount of nobody knows what, which is read out. */
function questions(draft: FlowDraft): Amount[] {
  const expressions = draft.expressions();
  const prompts = expressionsOf(draft).filter(
    ({ reference: { kind, path } }) => kind === 'prompt' || path.at(-1) === 'text',
  );
  const isSpoken = (variable: string) =>
    prompts.some(({ source }) => expressions.reads(source).has(`vars.${variable}`));
  return draft.steps.flatMap(({ name, content }) => {
    if (content?.verb.name !== 'collect') return [];
    const { type, currency, confirm = false, save = '' } = (content.body ?? {}) as Readable<CollectStep>;
    if (type !== 'currency' || currency !== undefined || (confirm === false && !isSpoken(save))) return [];
    const message = `the amount in "${save}" is read out without its currency`;
    return [{ path: ['steps', name, 'collect', 'type'], message, hint: 'say which one: currency: EUR' }];
  });
}
