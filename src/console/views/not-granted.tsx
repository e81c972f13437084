/** A project in which the signed-in caller has no role: what to do about it, and the projects that are open to them. */
import { grantedProjects, principal } from '../session/session.ts';
import { Page } from '../shell/page.tsx';
import { Empty } from '../ui/empty.tsx';

export function NotGranted({ project }: { project: string }) {
  return (
    <Page title={project}>
      <Empty
        action={
          <ul>
            {grantedProjects.value.map((granted) => (
              <li key={granted}>
                <a href={`/console/${granted}`}>Go to the project {granted}</a>
              </li>
            ))}
          </ul>
        }
      >
        {principal.value?.name} has no role in the project {project}. An admin can grant one, or sign in with
        a key that has it.
      </Empty>
    </Page>
  );
}
