import { keyRangeAt, rangeAt, type Range } from '../read/document.ts';
import type { MenuStep } from '../../../../schemas/types/flow.ts';
import { canBeginExtension } from '../../model/index.ts';
import type { FlowDraft, Readable } from '../types.ts';
import { findExtension } from '../verbs/parts/collected.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports keys of a menu or of `always` that are a prefix of another one: the caller has to wait after them (R4). */
export const shadowedKey: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    const global = listGlobalKeys(draft);
    const reportShadowed = (key: string, longer: string, range: Range): void => {
      report({
        code: 'shadowed-key',
        message: `after "${key}" the caller waits for the inter-digit timeout, because "${longer}" is a key too`,
        span: document.span(range),
      });
    };
    for (const { key, range } of global) {
      const longer = global.find((other) => isLonger(other, key));
      if (longer) reportShadowed(key, longer.key, range);
    }
    for (const { name, content } of draft.steps) {
      if (content?.verb.name !== 'menu') continue;
      const own = listMenuKeys(draft, name);
      const extension = findExtension(content.body as Readable<MenuStep> | undefined);
      const others = global.filter(({ key }) => own.every((one) => one.key !== key));
      for (const { key, range } of own) {
        const longer = [...own, ...others].find((other) => isLonger(other, key));
        if (longer) reportShadowed(key, longer.key, range);
        if (extension !== undefined && canBeginExtension(extension, key))
          report({
            code: 'shadowed-key',
            message: `after "${key}" the caller waits for the inter-digit timeout, because an extension may begin with it`,
            span: document.span(range),
          });
        const shorter = others.find((other) => isLonger({ key }, other.key));
        if (shorter) reportShadowed(shorter.key, key, range);
      }
    }
  },
};

function isLonger({ key }: Pick<Key, 'key'>, than: string): boolean {
  return key !== than && key.startsWith(than);
}

interface Key {
  key: string;
  range: Range;
}

function listMenuKeys({ document, source }: FlowDraft, step: string): Key[] {
  const choices = source.steps?.[step]?.menu?.choices ?? [];
  return choices.flatMap((choice, index) => {
    if (choice?.key === undefined) return [];
    const range = rangeAt(document.root, ['steps', step, 'menu', 'choices', index, 'key']);
    return [{ key: String(choice.key), range }];
  });
}

function listGlobalKeys({ document, alwaysKeys }: FlowDraft): Key[] {
  return alwaysKeys.map(({ key }) => ({ key, range: keyRangeAt(document.root, ['always', 'keys', key]) }));
}
