/** Texts that callers hear as amounts of money. */
import { memoize } from '../../model/index.ts';
import { listReferences } from '../check/references.ts';
import { entryOf, nodeAt } from '../read/document.ts';
import type { FlowDraft, Reference } from '../types.ts';

/** Lists the texts with `as: { currency: … }`. */
export const listMoneyTexts = memoize((draft: FlowDraft): Reference[] =>
  listReferences(draft, 'prompt', 'template').filter(({ path }) => {
    const as = entryOf(nodeAt(draft.document.root, path.slice(0, -1)), 'as')?.value;
    return path.at(-1) === 'text' && as?.kind === 'map' && entryOf(as, 'currency') !== undefined;
  }),
);
