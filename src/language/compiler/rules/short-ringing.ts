import type { ConnectStep, StreamStep } from '../../../../schemas/types/flow.ts';
import { spanAt } from '../read/document.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/** Minimum number of seconds for a telephone to ring twice, after the network has found it. */
const MIN_RING_SECONDS = 8;
/** Minimum number of seconds for one question and one answer. */
const MIN_STREAM_SECONDS = 20;

/** Reports parties and voice agents that are given too little time to answer. */
export const shortRinging: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<ConnectStep>(draft, 'connect')) {
      const { ring } = body;
      if (ring === undefined || !(parseDuration(ring) < MIN_RING_SECONDS * 1_000)) continue;
      report({
        code: 'short-ringing',
        message: `step "${step.name}" gives up after ${ring} of ringing, before anybody can pick up; expected at least ${MIN_RING_SECONDS}s`,
        span: spanAt(draft.document, [...path, 'ring']),
        hint: 'the default is 30s',
      });
    }
    for (const { step, body, path } of listMapSteps<StreamStep>(draft, 'stream')) {
      const { to, timeout } = body;
      if (to === undefined || timeout === undefined) continue;
      if (!(parseDuration(timeout) < MIN_STREAM_SECONDS * 1_000)) continue;
      report({
        code: 'short-stream',
        message: `step "${step.name}" stops the stream after ${timeout}, in the middle of the first sentences; expected at least ${MIN_STREAM_SECONDS}s`,
        span: spanAt(draft.document, [...path, 'timeout']),
        hint: 'a timeout is for conversations that do not end: minutes rather than seconds',
      });
    }
  },
};
