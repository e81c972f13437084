import { keySpanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { findEdge, findUnasked } from './unasked-ways.ts';
import { isWithdrawal, listRequests, splitPath } from './web-requests.ts';

/** Segments of an address under which callbacks are ordered, in the languages of speech. */
const CALLBACK =
  /^(?:call[-_]?backs?|r(?:ue|ü)ckrufe?|rappels?|rellamadas?|devoluciones-de-llamada|richiamat[ae]|terugbel(?:len|verzoek(?:en)?)?|chamadas?-de-retorno)$/i;

/**
 * Reports callbacks that are ordered before another party is rung: callers whom that party serves are called back all the
 * same. A way with a question in between, or with a request that takes the order back, is not reported.
 */
export const callbackBeforeConnect: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const requests = listRequests(draft);
    for (const request of requests) {
      const { step, path, method, address } = request;
      if (method === 'get' || isWithdrawal(request) || !splitPath(address).some((one) => CALLBACK.test(one)))
        continue;
      const behind = findUnasked(draft, findEdge(draft, step.name, 'ok')?.to);
      const party = [...behind.values()].find(({ verb }) => verb === 'connect');
      if (party === undefined || requests.some((one) => behind.has(one.step.name) && isWithdrawal(one)))
        continue;
      report({
        code: 'callback-before-connect',
        message: `callers whom step "${party.name}" connects are called back all the same: step "${step.name}" orders the callback before it is known that nobody is there`,
        span: keySpanAt(draft.document, [...path, method]),
        hint: `order it when "${party.name}" is busy or does not answer`,
      });
    }
  },
};
