import type { FlowRule } from './flow-rule.ts';

/** Every outcome for which no default makes sense is routed by the author. */
export const outcomeWithoutEdge: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const { name, nameRange, content, on } of steps) {
      for (const outcome of content?.verb.outcomes(content.body as never) ?? []) {
        if ('goto' in outcome || outcome.otherwise !== 'nowhere' || on.has(outcome.name)) continue;
        report({
          code: 'outcome-without-edge',
          message: `step "${name}" does not say where "${outcome.name}" leads`,
          span: document.span(nameRange),
          hint: `add on: { ${outcome.name}: <step> } to the step; "hangup" ends the call`,
        });
      }
    }
  },
};
