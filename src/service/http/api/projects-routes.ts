/** Projects with their platform accounts and limits. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { DEFAULT_PROJECT } from '../../../call/index.ts';
import { DIAL_PREFIX } from '../../addresses/index.ts';
import { ALL_PROJECTS, listPermittedProjects, REFERENCE } from '../../management/index.ts';
import type { Project } from '../../management/index.ts';
import type { DocumentPage } from '../../../engine/ports/index.ts';
import type { ApiParts } from './parts.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, FlowName, InProject, Page, PageShape, ProjectId, readPage } from './shapes.ts';

const Reference = Type.String({
  pattern: REFERENCE.source,
  maxLength: 510,
  description:
    'Reference to the secret on each node: env:RINGFLOW_PROJECT_… or file:/path below its --secrets-dir. The secret itself is not accepted.',
});

const credentials = { appId: Reference, appKey: Reference };

/** Limit of the platform per second (voice.md 8). */
const MAX_DIALS = 20;
const LONGEST_WINDOW_S = 366 * 24 * 3_600;

const ProjectBody = Type.Object(
  {
    platform: Type.Optional(
      Type.Object(
        {
          ...credentials,
          url: Type.Optional(
            Type.String({ minLength: 1, maxLength: 500, description: 'Default: the value of the service.' }),
          ),
          sms: Type.Optional(Type.Object(credentials, closed)),
          video: Type.Optional(Type.Object(credentials, closed)),
        },
        {
          ...closed,
          description: 'The account at the platform. Absent: the project has other carriers only.',
        },
      ),
    ),
    editing: Type.Optional(
      Type.Enum(['on', 'off'], {
        description: 'Whether drafts of flows can be saved; off where another system deploys. Default: on.',
      }),
    ),
    defaultFlow: Type.Optional(FlowName),
    limits: Type.Optional(
      Type.Object(
        {
          concurrentCalls: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 1_000_000,
              description: 'Maximum number of concurrent calls; further calls are rejected.',
            }),
          ),
          dialsPerSecond: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MAX_DIALS,
              description: 'Maximum number of calls placed per second, across all nodes.',
            }),
          ),
          dialPrefixes: Type.Optional(
            Type.Array(Type.String({ pattern: DIAL_PREFIX.source }), {
              minItems: 1,
              maxItems: 100,
              description:
                'Numbers that may be called, by flows, requests and campaigns, by how they begin: `+49`, `sip:`. Default: any.',
            }),
          ),
        },
        closed,
      ),
    ),
    hooks: Type.Optional(
      Type.Object(
        {
          allow: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
              minItems: 1,
              maxItems: 100,
              description:
                'Addresses or CIDR ranges from which notifications are accepted. Default: the setting of the service.',
            }),
          ),
          maxAgeSeconds: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: LONGEST_WINDOW_S,
              description: 'Maximum age of a notification; 0: no limit. Default: the setting of the service.',
            }),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);

const ProjectShape = Type.Object({
  id: ProjectId,
  isDefault: Type.Boolean({
    description: 'True for the project from the settings of the service; it cannot be changed here.',
  }),
  ...ProjectBody.properties,
});

type ProjectShape = Static<typeof ProjectShape>;

/** Describes the default project, which has no document. */
async function readDefault({
  management: { projects },
}: Pick<ApiParts, 'management'>): Promise<ProjectShape> {
  const editing = await projects.readEditing(DEFAULT_PROJECT);
  return { id: DEFAULT_PROJECT, isDefault: true, ...(editing === 'off' && { editing }) };
}

export const projectRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects',
    action: 'projects.read',
    isFiltered: true,
    schema: {
      operationId: 'listProjects',
      summary: 'List projects',
      description:
        'Lists the projects that the credentials may read, ordered by id. The default project comes from the settings of the service.',
      tags: ['projects'],
      querystring: Type.Object(Page, closed),
      response: { 200: PageShape(ProjectShape) },
    },
    handler: (parts, { query, principal }) => {
      const { projects } = parts.management;
      const permitted = listPermittedProjects(principal, 'projects.read');
      const list = async ({ limit, after = '' }: DocumentPage) => {
        const all = (await projects.list({ limit, after }, permitted)).map(toProjectBody);
        if (permitted.includes(DEFAULT_PROJECT) || permitted === ALL_PROJECTS)
          all.push(await readDefault(parts));
        const inOrder = all.filter(({ id }) => id > after).sort((one, other) => (one.id < other.id ? -1 : 1));
        return inOrder.slice(0, limit);
      };
      return readPage(query, 'id', list);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project',
    action: 'projects.read',
    schema: {
      operationId: 'getProject',
      summary: 'Get a project',
      tags: ['projects'],
      params: InProject,
      response: { 200: ProjectShape },
    },
    handler: async (parts, { params: { project: id } }) =>
      id === DEFAULT_PROJECT
        ? readDefault(parts)
        : toProjectBody({ id, ...(await parts.management.projects.get(id)) }),
  }),

  defineRoute({
    method: 'PUT',
    path: '/projects/:project',
    action: 'projects.write',
    changesDirectory: true,
    problems: ['read_only_project', 'invalid_url', 'invalid_allow', 'invalid_reference'],
    schema: {
      operationId: 'putProject',
      summary: 'Create or update a project',
      description:
        'Every update makes all nodes read the secrets again: send an unchanged project after rotating them.',
      tags: ['projects'],
      params: InProject,
      body: ProjectBody,
      response: { 200: ProjectShape, 201: ProjectShape },
    },
    handler: async ({ management: { projects } }, { params: { project: id }, body, principal }, reply) => {
      const result = await projects.put(principal, id, body);
      reply.code(result === 'created' ? 201 : 200);
      return toProjectBody({ id, ...body });
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/projects/:project',
    action: 'projects.write',
    changesDirectory: true,
    problems: ['unknown_project', 'read_only_project', 'project_in_use'],
    schema: {
      operationId: 'deleteProject',
      summary: 'Delete a project',
      description:
        'Fails with 409 while the project has routes, a running campaign, planned calls or live calls. Its flows and ended calls are kept.',
      tags: ['projects'],
      params: InProject,
      response: { 204: Type.Null() },
    },
    handler: ({ management: { projects } }, { params: { project: id }, principal }) =>
      projects.remove(principal, id),
  }),
];

function toProjectBody(project: Project & { id: string }): ProjectShape {
  return { isDefault: false, ...project };
}
