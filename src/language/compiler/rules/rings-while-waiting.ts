import type { HttpStep } from '../../../../schemas/types/flow.ts';
import { isExcluded, listStepsOnLine } from '../check/line-state.ts';
import type { Readable } from '../types.ts';
import { http } from '../verbs/http.ts';
import type { FlowRule } from './flow-rule.ts';

/** Maximum number of seconds that callers listen to the ringing of their own call. */
const MAX_SECONDS = 20;

/** Reports requests before the call is answered that may take so long that callers give up: no filler is played there. */
export const ringsWhileWaiting: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const early = listStepsOnLine(
      draft,
      ({ content, line }) => content.verb.name === 'http' && isExcluded(line, 'answered'),
    );
    for (const { name, nameRange, content } of early) {
      if (content.body === undefined || content.isVague) continue;
      const { filler, filler_after: _after, ...request } = content.body as Readable<HttpStep>;
      const seconds = Math.round((http.getSilentMs?.(request) ?? 0) / 1_000);
      if (!(seconds > MAX_SECONDS)) continue;
      const unheard = filler === undefined ? '' : ', and the filler is not played before it';
      report({
        code: 'rings-while-waiting',
        message: `the telephone of callers rings on for up to ${seconds} seconds while step "${name}" waits: the call is answered only when something is said${unheard}`,
        span: draft.document.span(nameRange),
        hint: 'greet callers before the request, or use a shorter timeout',
      });
    }
  },
};
