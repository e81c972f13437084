/** SIP headers that a flow sends to parties or reads of inbound calls. */
import type { ConnectStep } from '../../../../schemas/types/flow.ts';
import { isReadableHeader, isSendableHeader } from '../../model/index.ts';
import { keySpanAt } from '../read/document.ts';
import { listMapSteps } from '../rules/questions.ts';
import type { NeedRule } from './need.ts';

/** Finds headers for parties: one need for each step. */
export const headersSent: NeedRule = {
  find: (draft) =>
    listMapSteps<ConnectStep>(draft, 'connect').flatMap(({ step, body: { headers = {} }, path }) => {
      const names = Object.keys(headers).filter(isSendableHeader);
      const span = () => keySpanAt(draft.document, [...path, 'headers']);
      return names.length === 0 ? [] : [{ need: 'sent_header', names, step: step.name, span: span() }];
    }),
};

/** Finds parameters that come from headers. */
export const headersRead: NeedRule = {
  find: ({ document, params }) =>
    Object.entries(params).flatMap(([param, { header }]) =>
      header === undefined || !isReadableHeader(header)
        ? []
        : [
            {
              need: 'read_header',
              param,
              name: header,
              span: keySpanAt(document, ['params', param, 'header']),
            },
          ],
    ),
};
