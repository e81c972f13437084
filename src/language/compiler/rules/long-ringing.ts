import type { ConnectStep } from '../../../../schemas/types/flow.ts';
import { nodeAt, rangeAt } from '../read/document.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { Readable } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

const DEFAULT_RING = '30s';
/** Maximum number of seconds that callers listen to a ringing line. */
const MAX_RINGING_SECONDS = 90;

/** Reports hunt lists that outlast the caller's patience. */
export const longRinging: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const { name, content } of steps) {
      if (content?.verb.name !== 'connect' || typeof content.body !== 'object') continue;
      const path = ['steps', name, 'connect'];
      const written = nodeAt(document.root, [...path, 'ring']);
      const { to, ring = written === undefined ? DEFAULT_RING : '' } = (content.body ??
        {}) as Readable<ConnectStep>;
      const parties = Array.isArray(to) ? to.length : 1;
      const seconds = Math.round((parties * parseDuration(ring)) / 1_000);
      if (!(seconds > MAX_RINGING_SECONDS)) continue;
      report({
        code: 'long-ringing',
        message: `step "${name}" lets ${parties === 1 ? 'one party' : `${parties} parties`} ring for up to ${seconds} seconds; expected at most ${MAX_RINGING_SECONDS}`,
        span: document.span(rangeAt(document.root, [...path, 'to'])),
      });
    }
  },
};
