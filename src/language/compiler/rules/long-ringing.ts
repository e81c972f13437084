import type { ConnectStep } from '../../../../schemas/types/flow.ts';
import { spanAt, nodeAt } from '../read/document.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

const DEFAULT_RING = '30s';
/** Maximum number of seconds that callers listen to a ringing line. */
const MAX_RINGING_SECONDS = 90;

/** Reports hunt lists that outlast the caller's patience. */
export const longRinging: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    for (const { step, body, path } of listMapSteps<ConnectStep>(draft, 'connect')) {
      const written = nodeAt(document.root, [...path, 'ring']);
      const { to, ring = written === undefined ? DEFAULT_RING : '' } = body;
      const parties = Array.isArray(to) ? to.length : 1;
      const seconds = Math.round((parties * parseDuration(ring)) / 1_000);
      if (!(seconds > MAX_RINGING_SECONDS)) continue;
      report({
        code: 'long-ringing',
        message: `step "${step.name}" lets ${parties === 1 ? 'one party' : `${parties} parties`} ring for up to ${seconds} seconds; expected at most ${MAX_RINGING_SECONDS}`,
        span: spanAt(document, [...path, 'to']),
      });
    }
  },
};
