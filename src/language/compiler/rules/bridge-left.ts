import { keySpanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports keys and edges of a `connect` step that have no effect because `on.bridged` leaves the step at once. */
export const bridgeLeft: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const { name, content, on } of steps) {
      if (content?.verb.name !== 'connect' || on?.has('bridged') !== true) continue;
      const { keys } = (content.body ?? {}) as { keys?: unknown };
      const idle = [
        ...(keys === undefined ? [] : [['connect', 'keys']]),
        ...(on.has('completed') ? [['on', 'completed']] : []),
      ];
      for (const path of idle)
        report({
          code: 'conflicting-keys',
          message: `"${path.join('.')}" has no effect beside "on.bridged": the step ends as soon as the conversation begins`,
          span: keySpanAt(document, ['steps', name, ...path]),
          hint:
            path[1] === 'keys'
              ? 'move them to the step that waits for the end of the conversation: wait: { for: bridge_end, keys: { … } }'
              : 'move the edge to the step that waits for the end of the conversation: wait: { for: bridge_end }',
        });
    }
  },
};
