import type { ConnectStep } from '../../../../schemas/types/flow.ts';
import { isReadableHeader, isSendableHeader } from '../../model/index.ts';
import { keySpanAt, spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/** Reports SIP headers that a flow may not read or send, and parameters that cannot hold one. */
export const sipHeaders: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, params } = draft;
    for (const [param, { header, type }] of Object.entries(params)) {
      if (header === undefined) continue;
      if (!isReadableHeader(header))
        report({
          code: 'sip-header',
          message: `a flow cannot read the SIP header "${header}"`,
          hint: NAMES,
          span: spanAt(document, ['params', param, 'header']),
        });
      if (type !== 'string')
        report({
          code: 'sip-header',
          message: `a SIP header is text, but the parameter "${param}" is of type ${type}`,
          hint: 'write type: string, and convert the text where it is used',
          span: spanAt(document, ['params', param, 'type']),
        });
    }
    for (const { body, path } of listMapSteps<ConnectStep>(draft, 'connect')) {
      const names = Object.keys(body.headers ?? {});
      for (const [at, name] of names.entries()) {
        const message = judgeName(name, names.slice(0, at));
        const span = keySpanAt(document, [...path, 'headers', name]);
        if (message !== undefined) report({ code: 'sip-header', message, hint: NAMES, span });
      }
    }
  },
};

const NAMES = 'use a name that begins with X-, letters, digits and dashes';

function judgeName(name: string, earlier: readonly string[]): string | undefined {
  const same = earlier.find((one) => one.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return `"${name}" and "${same}" are the same SIP header`;
  if (isSendableHeader(name)) return undefined;
  return isReadableHeader(name)
    ? `the SIP header "${name}" asserts who calls or who pays, so a flow cannot send it`
    : `a flow cannot send the SIP header "${name}"`;
}
