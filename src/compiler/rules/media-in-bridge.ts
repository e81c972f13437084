import { possibly, stepsOnLine } from '../line-state.ts';
import type { FlowRule } from './flow-rule.ts';

/** What the platform refuses on a bridge begins where nobody else is on the line any more. */
export const mediaInBridge: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const waiting = stepsOnLine(
      draft,
      ({ content, line }) => content.verb.alone === true && possibly(line, 'bridged'),
    );
    for (const { name, nameRange, content } of waiting)
      report({
        code: 'media-in-bridge',
        message: `step "${name}" (${content.verb.name}) is entered while two people talk: it waits until they have ended`,
        span: draft.document.span(nameRange),
        hint: 'put wait: { for: bridge_end } before it, or lead to it from "completed" of the connect step',
      });
  },
};
