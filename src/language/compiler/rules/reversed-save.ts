import { findReversedSaves, isBareField } from '../check/reversed-saves.ts';
import type { Document, Entry } from '../read/document.ts';
import { readText } from '../read/document.ts';
import { shortenText } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports maps of `save` that can only be meant the other way round: `save` maps a variable to what it stores. */
export const reversedSave: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    for (const { step, entries } of findReversedSaves(draft).values()) {
      const from = entries[0]?.keyRange.from ?? 0;
      const span = document.span({ from, to: entries.at(-1)?.value.range.to ?? from });
      const pairs = entries.map(({ key, value }) => `${readText(value) ?? ''}: ${toSource(key, key)}`);
      report({
        code: 'reversed-save',
        message: `"save" of step "${step}" names the variable last; it maps each variable to what it stores`,
        span,
        hint: `write { ${shortenText(pairs.join(', '))} }`,
        fix: { span, text: swapEntries(entries, document) },
      });
    }
  },
};

/** Swaps the keys and values of a map in its text; what stands between them stays. */
function swapEntries(entries: readonly Entry[], { text }: Document): string {
  let end: number | undefined;
  return entries
    .map(({ key: name, keyRange: key, value: { range: value } }) => {
      const before = text.slice(end ?? key.from, key.from);
      end = value.to;
      const [source, between] = [text.slice(key.from, key.to), text.slice(key.to, value.from)];
      return before + text.slice(value.from, value.to) + between + toSource(name, source);
    })
    .join('');
}

/** Writes what is stored: a field that is named alone becomes an expression. */
function toSource(name: string, written: string): string {
  return isBareField(name) ? `'\${${name}}'` : written;
}
