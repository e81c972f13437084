/** A view without data: one sentence, one action, the command that does the same. */
import type { ComponentChildren } from 'preact';

interface EmptyProps {
  /** One sentence. */
  children: ComponentChildren;
  action?: ComponentChildren;
  /** The command that does the same in a terminal. */
  command?: string;
}

export function Empty({ children, action, command }: EmptyProps) {
  return (
    <div class="empty">
      <p>{children}</p>
      {action}
      {command !== undefined && <code>{command}</code>}
    </div>
  );
}
