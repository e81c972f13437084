import { isCertain, listStepsOnLine } from '../check/line-state.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports secrets that callers key or say while the audio of the call is streamed to a server. */
export const secretOverheard: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const asking = listStepsOnLine(draft, ({ content, line }) => {
      const { save = '' } = (content.verb.name === 'collect' ? (content.body ?? {}) : {}) as {
        save?: string;
      };
      return (
        Object.hasOwn(draft.vars, save) && draft.vars[save]?.secret === true && isCertain(line, 'streaming')
      );
    });
    for (const { name, nameRange } of asking)
      report({
        code: 'secret-overheard',
        message: `while callers answer step "${name}", the audio is still streamed, and the server hears the secret`,
        span: draft.document.span(nameRange),
        hint: 'put "stream: { stop: true }" before it',
      });
  },
};
