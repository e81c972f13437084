/** All projects that the caller may see, with their settings at a glance. */
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { listProjects } from '../../api/generated/index.ts';
import { usePages } from '../../data/pages.ts';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { Permitted } from '../../shell/permitted.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { ProjectDialog } from './project-form.tsx';
import type { Project } from './project-values.ts';
import { WriteButton } from '../../ui/write-button.tsx';

const PAGE_SIZE = 100;
const COLUMNS = ['Project', 'Platform', 'Default flow', 'Concurrent calls'];

export function ProjectsView(_: { path: string }) {
  const [, , project = ''] = useLocation().path.split('/');
  return (
    <Permitted title="Projects" action="hooks.write" project={project} role="admin">
      <Projects project={project} />
    </Permitted>
  );
}

/** `project`: the one that the rail shows. */
function Projects({ project }: { project: string }) {
  const { route } = useLocation();
  const [isCreating, setCreating] = useState(false);
  const { resource, readMore } = usePages('all projects', (after) =>
    unwrap(listProjects({ query: { limit: PAGE_SIZE, ...after } })),
  );
  const create = mayDo('projects.write') && (
    <WriteButton
      class="button primary"
      onClick={() => {
        setCreating(true);
      }}
    >
      Create a project
    </WriteButton>
  );
  return (
    <Page title="Projects" actions={create}>
      <Loaded resource={resource} what="the projects" height="page">
        {({ items, next }) =>
          items.length === 0 ? (
            <Empty>You may see no project.</Empty>
          ) : (
            <TableCard
              label="Projects"
              columns={COLUMNS}
              end={<MoreButton next={next} label="More projects" onMore={readMore} />}
            >
              {items.map((item) => (
                <ProjectRow key={item.id} current={project} project={item} />
              ))}
            </TableCard>
          )
        }
      </Loaded>
      {isCreating && (
        <ProjectDialog
          onSaved={(id) => {
            route(`/console/${project}/projects/${id}`);
          }}
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
    </Page>
  );
}

function describePlatform(platform: Project['platform']): string {
  return platform === undefined ? 'none' : (platform.url ?? 'that of the service');
}

function ProjectRow({ current, project }: { current: string; project: Project }) {
  const { id, isDefault, platform, defaultFlow, limits } = project;
  return (
    <tr>
      <th scope="row">
        <a href={`/console/${current}/projects/${id}`}>{id}</a>
      </th>
      <td>{isDefault ? <Pill>from the settings of the service</Pill> : describePlatform(platform)}</td>
      <td>{defaultFlow}</td>
      <td>{limits?.concurrentCalls ?? (isDefault ? '' : 'no limit')}</td>
    </tr>
  );
}
