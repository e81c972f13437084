import { nodeAt, type Node } from '../read/document.ts';
import { shortened } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';

/** `01234`, `+49…`, `0x1F`, `1e3`: numbers that are no longer what their author wrote once they are read. */
const ALTERED = /^[-+]?0\d|^\+|^0[xo]|e/i;

/** A number with which a variable begins is kept as it is written. One whose type is declared is known to be read. */
export const numberAsWritten: FlowRule = {
  needsAll: false,
  check({ document, vars }, report) {
    for (const name of Object.keys(vars)) {
      const node = nodeAt(document.root, ['vars', name]);
      if (node === undefined || !isNumber(node) || !ALTERED.test(node.source)) continue;
      const written = shortened(node.source);
      report({
        code: 'number-as-written',
        message: `${written} is a number and kept as ${String(node.value)}`,
        span: document.span(node.range),
        hint: `to keep it as it is written, put it in quotes: "${written}"`,
      });
    }
  },
};

function isNumber(node: Node): node is Extract<Node, { source: string }> {
  return node.kind === 'integer' || node.kind === 'number';
}
