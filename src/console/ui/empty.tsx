/** A view without data: one sentence, one action, the command that does the same. */
import type { ComponentChildren } from 'preact';
import { mayDo } from '../session/session.ts';
import type { Action } from '../session/session.ts';

interface EmptyProps {
  /** One sentence. */
  children: ComponentChildren;
  action?: ComponentChildren;
  /** The command that does the same in a terminal. */
  command?: string | undefined;
  /** What the command does: it is shown to those who may do that in the project. Absent: it is for everybody. */
  needs?: Action;
  project?: string;
}

export function Empty({ children, action, command, needs, project }: EmptyProps) {
  const isOffered = command !== undefined && (needs === undefined || mayDo(needs, project));
  return (
    <div class="empty">
      <p>{children}</p>
      {action}
      {isOffered && <code>{command}</code>}
    </div>
  );
}
