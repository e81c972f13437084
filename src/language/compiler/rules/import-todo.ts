import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

/** Beginning of the names of business outcomes with which an import marks steps that it leaves to the author. */
export const TODO_PREFIX = 'todo_';

/** Reports steps that an import left to the author. */
export const importTodo: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const { name, content } of steps) {
      const { verb, body } = content ?? {};
      if (verb?.name !== 'outcome' || typeof body !== 'string' || !body.startsWith(TODO_PREFIX)) continue;
      report({
        code: 'import-todo',
        message: `step "${name}" stands for something that could not be imported: callers hear nothing of it`,
        span: spanAt(document, ['steps', name, 'outcome']),
        hint: 'replace the step as its comment says',
      });
    }
  },
};
