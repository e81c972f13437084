import { keyRangeAt, rangeAt, type Range } from '../document.ts';
import type { FlowDraft } from '../draft.ts';
import type { FlowRule } from './flow-rule.ts';

/** No key that a menu understands is the beginning of another one: the caller would wait after it (R4). */
export const shadowedKey: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    for (const { name, content } of draft.steps) {
      if (content?.verb.name !== 'menu') continue;
      const own = menuKeys(draft, name);
      const all = [...own, ...globalKeys(draft)];
      for (const { key, range } of own) {
        const longer = all.find((other) => other.key !== key && other.key.startsWith(key));
        if (!longer) continue;
        report({
          code: 'shadowed-key',
          message: `after "${key}" the caller waits for the inter-digit timeout, because "${longer.key}" is a key too`,
          span: document.span(range),
        });
      }
    }
  },
};

interface Key {
  key: string;
  range: Range;
}

function menuKeys({ document, source }: FlowDraft, step: string): Key[] {
  const choices = source.steps?.[step]?.menu?.choices ?? [];
  return choices.flatMap((choice, index) => {
    if (choice?.key === undefined) return [];
    const range = rangeAt(document.root, ['steps', step, 'menu', 'choices', index, 'key']);
    return [{ key: String(choice.key), range }];
  });
}

function globalKeys({ document, alwaysKeys }: FlowDraft): Key[] {
  return alwaysKeys.map(({ key }) => ({ key, range: keyRangeAt(document.root, ['always', 'keys', key]) }));
}
