import type { HttpStep } from '../../../../schemas/types/flow.ts';
import { spanAt } from '../read/document.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/** Reports fillers that never begin, since the request is given up before. */
export const lateFiller: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<HttpStep>(draft, 'http')) {
      const { filler, filler_after: after, timeout } = body;
      if (filler === undefined || after === undefined || timeout === undefined) continue;
      if (parseDuration(after) < parseDuration(timeout)) continue;
      report({
        code: 'late-filler',
        message: `the filler of step "${step.name}" would begin after ${after}, and the request is given up after ${timeout}`,
        span: spanAt(draft.document, [...path, 'filler_after']),
        hint: 'let it begin after 1s to 2s',
      });
    }
  },
};
