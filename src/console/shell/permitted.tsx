/** A view that only some roles may see. */
import type { ComponentChildren } from 'preact';
import { mayDo } from '../session/session.ts';
import type { Action } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from './page.tsx';

interface PermittedProps {
  title: string;
  /** Action that the view needs. */
  action: Action;
  /** The project in which it is needed; absent: all projects. */
  project?: string;
  /** The least role that permits the action. */
  role: string;
  children: ComponentChildren;
}

/** Shows the view to those who may do the action, and tells others which role it takes. */
export function Permitted({ title, action, project, role, children }: PermittedProps) {
  if (mayDo(action, project)) return <>{children}</>;
  return (
    <Page title={title}>
      <Empty>
        This view takes the role {role} {project === undefined ? 'for all projects' : `in ${project}`}.
      </Empty>
    </Page>
  );
}
