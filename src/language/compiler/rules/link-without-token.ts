import type { RoomStep } from '../../../../schemas/types/flow.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/** Reports invitations to a room whose link names the room and leaves out the token, without which nobody is let in. */
export const linkWithoutToken: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<RoomStep>(draft, 'room')) {
      const data = Object.entries(body.invite?.sms?.data ?? {});
      const link = data.find(([, value]) => /(?:https?:|\$\{\s*env\.).*\broom\.id\b/s.test(String(value)));
      if (link === undefined || data.some(([, value]) => /\broom\.token\b/.test(String(value)))) continue;
      report({
        code: 'link-without-token',
        message: `the link of step "${step.name}" has no token, so the invited person is not let into the room`,
        span: spanAt(draft.document, [...path, 'invite', 'sms', 'data', link[0]]),
        hint: 'add it to the link, for instance ?token=${room.token}',
      });
    }
  },
};
