import { listExpressions, stepNameOf } from '../check/references.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/**
 * Reports flows that let callers choose between the number from which they call and one that they enter, and never look
 * whether they withhold theirs: `call.from` is empty then, and nobody can call them.
 */
export const withheldNumberChosen: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const expressions = listExpressions(draft);
    const known = draft.expressions();
    const verbs = new Map(draft.graph.steps.map(({ name, verb }) => [name, verb]));
    const isDecided = (name: string): boolean =>
      expressions.some(({ source, reference }) => {
        const isDeciding = verbs.get(stepNameOf(reference) ?? '') === 'switch' || /[?=]|\w\(/.test(source);
        return isDeciding && known.findReads(source).has(name);
      });
    const entered = new Set(listCollects(draft).map(({ body }) => body.save));
    const copied = expressions.find(({ source, reference: { path } }) => {
      const isSet = path.includes('set') && source.trim() === 'call.from';
      return isSet && entered.has(String(path.at(-1))) && !isDecided(`vars.${String(path.at(-1))}`);
    });
    if (copied === undefined || isDecided('call.from')) return;
    const { path } = copied.reference;
    report({
      code: 'withheld-number-chosen',
      message: `callers who withhold their number may choose it here: "vars.${String(path.at(-1))}" is empty then, and nobody can call them`,
      span: spanAt(draft.document, path),
      hint: 'look before the question, such as switch: [{ when: call.from == "", goto: … }], and ask for a number there',
    });
  },
};
