import { scanTemplate } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listRequests } from './web-requests.ts';

/** Reports requests to the machine itself: an address of a trial that was left in the flow. Settings are not judged. */
export const localAddress: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { address, step, path, method } of listRequests(draft)) {
      const [first] = scanTemplate(address).parts;
      const host =
        typeof first === 'string' ? /^https?:\/\/(\[[^\]]*\]|[^/?#:]+)/i.exec(first)?.[1] : undefined;
      if (host === undefined || !LOCAL.test(host)) continue;
      report({
        code: 'local-address',
        message: `step "${step.name}" asks ${host}, which is the machine on which the flow runs, or its neighbour`,
        span: spanAt(draft.document, [...path, method]),
        hint: 'declare a setting with the address of the service under env, and write ${env.NAME}',
      });
    }
  },
};

/** The machine itself, and names that only its own network knows. Services of a cluster have such names too. */
const LOCAL =
  /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[(?:0*:)*:0*1?\]|(?!.*\.cluster\.)[^.]+\.local)$/i;
