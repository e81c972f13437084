import { listEntries, type Node, type ScalarNode } from '../../read/document.ts';
import { findRangeInside } from '../../read/scalar-offsets.ts';
import type { FlowRule } from '../flow-rule.ts';

/** Names of the characters. Marks and joiners without which some scripts cannot be written are not among them. */
const NAMES: Record<string, string> = {
  '\u00AD': 'soft hyphen',
  '\u200B': 'zero-width space',
  '\u2060': 'word joiner',
  '\uFEFF': 'byte-order mark',
  '\u202A': 'left-to-right embedding',
  '\u202B': 'right-to-left embedding',
  '\u202C': 'end of a writing direction',
  '\u202D': 'left-to-right override',
  '\u202E': 'right-to-left override',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'isolate of unknown direction',
  '\u2069': 'end of an isolate',
};

/** Maximum number of characters of one value that are reported. */
const MAX_REPORTED = 10;

const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

/** One of them, or an escape that may be one, in the source. */
const INVISIBLE_SOURCE = /[\u00AD\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]|\\u20[26]/i;

/** Characters that turn the direction of writing. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Reports invisible characters in the values of a flow: a phrase with one is never understood, a number with one is
 * read or dialled wrongly. Characters written as escapes are meant and not reported, apart from those that turn the direction
 * of writing, which no voice speaks.
 */
export const invisibleCharacter: FlowRule = {
  needsAll: false,
  check({ document }, report) {
    if (!INVISIBLE_SOURCE.test(document.text)) return;
    for (const node of listScalars(document.root)) {
      const value = String(node.value);
      if (value.search(INVISIBLE) < 0) continue;
      for (const { 0: found, index } of value.matchAll(INVISIBLE).take(MAX_REPORTED)) {
        const span = document.span(findRangeInside(document.text, node, { start: index, end: index + 1 }));
        const isPlain = document.text.slice(span.start.offset, span.end.offset) === found;
        if (!isPlain && !DIRECTION.test(found)) continue;
        report({
          code: 'invisible-character',
          message: `the text contains an invisible character (${NAMES[found] ?? 'control character'}), which changes how it is spoken, matched or dialled`,
          span,
          hint: 'remove it',
          ...(isPlain && { fix: { span, text: '' } }),
        });
      }
    }
  },
};

function listScalars(node: Node): ScalarNode[] {
  if (node.kind === 'map') return listEntries(node).flatMap(({ value }) => listScalars(value));
  if (node.kind === 'list') return node.items.flatMap(listScalars);
  return node.kind === 'string' ? [node] : [];
}
