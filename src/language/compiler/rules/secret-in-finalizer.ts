import { findWays } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findNames, listRequests } from './web-requests.ts';

/**
 * Reports requests of the finalizer that send a secret of the caller. When the call is over there is nothing left to check
 * with it: it ends in a log, which more people read than the service that checks it.
 */
export const secretInFinalizer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const ways = findWays(draft.graph);
    for (const { step, expressions } of listRequests(draft)) {
      if (ways.get(step.name)?.road !== 'end') continue;
      const secret = [...findNames(draft, expressions)].find((name) => isSecret(name, draft));
      if (secret === undefined) continue;
      report({
        code: 'secret-in-finalizer',
        message: `when the call is over, step "${step.name}" still sends "${secret}", which is secret`,
        span: draft.document.span(step.nameRange),
        hint: 'leave it out: nothing can be checked with it any more',
      });
    }
  },
};

function isSecret(name: string, { vars }: FlowDraft): boolean {
  return name.startsWith('vars.') && vars[name.slice('vars.'.length)]?.secret === true;
}
