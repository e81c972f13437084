/**
 * Whatever names a project names one that there is: the one place where that is looked at, before any route does its work. It
 * comes after the question whether somebody may (A2), so nobody learns of projects that are none of theirs.
 */
import type { FastifyInstance } from 'fastify';
import type { Projects } from '../../management/index.ts';

/** Refuses, with `unknown_project`, what is asked of a project that there is not, by every route that is added after it. */
export function refuseUnknownProjects(api: FastifyInstance, projects: Pick<Projects, 'expect'>): void {
  api.addHook('preHandler', async ({ params, routeOptions: { config } }) => {
    const { project } = params as { project?: string };
    // To set a project up it need not be there; who takes one away says which it was.
    if (project !== undefined && config.action !== 'projects.write') await projects.expect(project);
  });
}
