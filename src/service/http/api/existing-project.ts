/**
 * Checks that the project in a path exists, before any route runs. The access check comes first (ACCESS-2), so callers learn
 * nothing about projects of others.
 */
import type { FastifyInstance } from 'fastify';
import type { Projects } from '../../management/index.ts';

/** Adds the check to every route that is registered after it; it fails with `unknown_project`. */
export function refuseUnknownProjects(api: FastifyInstance, projects: Pick<Projects, 'expect'>): void {
  api.addHook('preHandler', async ({ params, routeOptions: { config } }) => {
    const { project } = params as { project?: string };
    // A project that is created need not exist; its deletion reports the unknown id itself.
    if (project !== undefined && config.action !== 'projects.write') await projects.expect(project);
  });
}
