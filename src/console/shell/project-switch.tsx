/** The choice of the project, for callers who may see more than one. */
import { useLocation } from 'preact-iso';
import { unwrap } from '../api/client.ts';
import { listProjects } from '../api/generated/index.ts';
import { useResource } from '../data/resource.ts';

export function ProjectSwitch({ project }: { project: string }) {
  const { route } = useLocation();
  const projects = useResource('projects', () => unwrap(listProjects({ query: { limit: 100 } })));
  const ids = projects.state.value.data?.items.map(({ id }) => id) ?? [];
  const options = ids.includes(project) ? ids : [project, ...ids];
  return (
    <label class="project-switch field" title={`Project: ${project}`}>
      <span class="visually-hidden">Project</span>
      <span class="project-name" aria-hidden="true">
        {project}
      </span>
      <select
        class="input"
        value={project}
        onChange={({ currentTarget }) => {
          route(`/console/${currentTarget.value}`);
        }}
      >
        {options.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
}
