import type { HttpStep } from '../../../../schemas/types/flow.ts';
import { spanAt } from '../read/document.ts';
import { http } from '../verbs/http.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/** Maximum number of seconds for which a filler keeps callers waiting. */
const MAX_SECONDS = 90;

/** Reports requests during which callers hear the filler again and again for minutes. */
export const longWaiting: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<HttpStep>(draft, 'http')) {
      if (body.filler === undefined || step.content?.isVague === true) continue;
      const { filler: _filler, filler_after: _after, ...request } = body;
      const seconds = Math.round((http.getSilentMs?.(request) ?? 0) / 1_000);
      if (!(seconds > MAX_SECONDS)) continue;
      report({
        code: 'long-waiting',
        message: `while the web service does not answer, step "${step.name}" repeats its filler for up to ${seconds} seconds; expected at most ${MAX_SECONDS}`,
        span: spanAt(draft.document, [...path, 'timeout']),
        hint: 'use a shorter timeout or fewer retries, and lead failures to a person',
      });
    }
  },
};
