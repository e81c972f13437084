import type { HttpStep } from '../../../../schemas/types/flow.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { readFlowSpeech } from './spoken.ts';

/** Maximum number of seconds of a filler. */
const MAX_SECONDS = 12;

/** Reports fillers so long that callers wait for their end, since nothing interrupts one, not even the answer. */
export const longFiller: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const speech = readFlowSpeech(draft);
    for (const { step, body, path } of listMapSteps<HttpStep>(draft, 'http')) {
      if (body.filler === undefined) continue;
      const lengths = speech.languages.map((language) =>
        speech.readPieces([...path, 'filler'], language).reduce((sum, { seconds }) => sum + seconds, 0),
      );
      const seconds = Math.round(Math.max(0, ...lengths));
      if (seconds <= MAX_SECONDS) continue;
      report({
        code: 'long-filler',
        message: `callers wait for the end of the filler of step "${step.name}", about ${seconds} seconds, even when the answer is there at once; expected at most ${MAX_SECONDS}`,
        span: spanAt(draft.document, [...path, 'filler']),
        hint: 'say a short sentence, which is repeated while the service is slow',
      });
    }
  },
};
