import type { HttpStep } from '../../../schemas/types/flow.ts';
import { waysOf } from '../../flow/index.ts';
import type { FlowDraft } from '../draft.ts';
import type { Readable } from '../readable.ts';
import { longestMs } from '../verbs/http.ts';
import type { FlowRule } from './flow-rule.ts';

/** How long a caller waits in silence before taking the line for dead. */
const MOST_SECONDS = 5;

/** No step keeps a caller waiting for long without a word. Nobody waits in the finalizer. */
export const deadAir: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const ways = waysOf(draft.graph);
    for (const { name, nameRange, body } of requests(draft)) {
      const seconds = Math.round(longestMs(body) / 1_000);
      if (body.filler !== undefined || ways.get(name)?.road === 'end' || seconds <= MOST_SECONDS) continue;
      report({
        code: 'dead-air',
        message: `in step "${name}" the caller may hear nothing for ${seconds} seconds`,
        span: draft.document.span(nameRange),
        hint: 'add a "filler"',
      });
    }
  },
};

function requests({ steps }: FlowDraft) {
  return steps.flatMap(({ name, nameRange, content }) =>
    content?.verb.name === 'http' && content.body !== undefined
      ? [{ name, nameRange, body: content.body as Readable<HttpStep> }]
      : [],
  );
}
