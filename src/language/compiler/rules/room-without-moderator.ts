import type { RoomStep } from '../../../../schemas/types/flow.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/** Reports rooms in which everybody waits for a moderator, and the only person who is invited is none. */
export const roomWithoutModerator: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<RoomStep>(draft, 'room')) {
      const { create, invite } = body;
      const awaited = (['wait_for_moderator', 'knock'] as const).find((key) => create?.[key] === true);
      if (awaited === undefined || invite === undefined || invite.role === 'moderator') continue;
      report({
        code: 'room-without-moderator',
        message: `callers wait in the lobby of step "${step.name}" for a moderator, and the invited person is none`,
        span: spanAt(draft.document, [...path, 'create', awaited]),
        hint: `write role: moderator in "invite", or leave out "${awaited}"`,
      });
    }
  },
};
