import { nodeAt, type Node } from '../read/document.ts';
import { shortenText } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';

/** `01234`, `+49…`, `0x1F`, `1e3`: numbers whose value is rendered differently from their source. */
const ALTERED = /^[-+]?0\d|^\+|^0[xo]|e/i;

/** Reports initial values whose number is stored in another form than written. A declared type shows that this is intended. */
export const numberAsWritten: FlowRule = {
  needsAll: false,
  check({ document, vars }, report) {
    for (const name of Object.keys(vars)) {
      const node = nodeAt(document.root, ['vars', name]);
      if (node === undefined || !isNumberNode(node) || !ALTERED.test(node.source)) continue;
      const written = shortenText(node.source);
      report({
        code: 'number-as-written',
        message: `${written} is a number and stored as ${String(node.value)}`,
        span: document.span(node.range),
        hint: `to keep it as written, put it in quotes: "${written}"`,
      });
    }
  },
};

function isNumberNode(node: Node): node is Extract<Node, { source: string }> {
  return node.kind === 'integer' || node.kind === 'number';
}
