/** API keys, the caller's identity, and the audit log. */
import { Type } from 'typebox';
import {
  actions,
  ALL_PROJECTS,
  listPermits,
  listPermittedProjects,
  roles,
  retryOnConflict,
} from '../../management/index.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { Problem } from '../problem.ts';
import { closed, Page, PageShape, ProjectId, readPage, Time, Timestamp } from './shapes.ts';

const Role = Type.Enum([...roles]);
const GrantShape = Type.Object(
  { project: Type.Union([ProjectId, Type.Literal(ALL_PROJECTS)]), role: Role },
  closed,
);
/** A granted role; its project may be deleted already. */
const GrantAnswer = Type.Object({
  project: Type.String({ description: `Id of a project; ${ALL_PROJECTS}: all projects.` }),
  role: Role,
});
const PermitsShape = Type.Object({
  project: Type.String({ description: `Id of a project; ${ALL_PROJECTS}: all projects.` }),
  actions: Type.Array(Type.Enum([...actions])),
});
const Name = Type.String({ minLength: 1, maxLength: 100, description: 'A name for people.' });

const KeyShape = Type.Object({
  id: Type.String(),
  name: Name,
  grants: Type.Array(GrantAnswer),
  createdAt: Timestamp,
  createdBy: Type.String(),
  expiresAt: Type.Optional(Type.Integer()),
  revokedAt: Type.Optional(Type.Integer()),
});

const AuditShape = Type.Object({
  at: Timestamp,
  by: Type.String(),
  requestId: Type.Optional(Type.String({ description: 'Id of the request that made the change.' })),
  project: Type.String(),
  action: Type.String(),
  subject: Type.String(),
  detail: Type.Record(Type.String(), Type.Any()),
});

export const keyRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/whoami',
    action: 'self',
    schema: {
      operationId: 'getPrincipal',
      summary: 'Get the caller and its grants',
      tags: ['access'],
      response: {
        200: Type.Object({
          id: Type.String(),
          name: Name,
          grants: Type.Array(GrantAnswer),
          permits: Type.Array(PermitsShape, { description: 'What these grants permit.' }),
        }),
      },
    },
    handler: (_parts, { principal }) => {
      const { id, name, grants } = principal;
      return { id, name, grants: [...grants], permits: listPermits(principal) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/keys',
    action: 'keys.manage',
    schema: {
      operationId: 'listKeys',
      summary: 'List keys',
      tags: ['access'],
      querystring: Type.Object(Page, closed),
      response: { 200: PageShape(KeyShape) },
    },
    handler: ({ management: { keys } }, { query }) => readPage(query, 'id', (page) => keys.list(page)),
  }),

  defineRoute({
    method: 'POST',
    path: '/keys',
    action: 'keys.manage',
    changesDirectory: false,
    problems: ['unknown_project', 'invalid_expiry'],
    schema: {
      operationId: 'createKey',
      summary: 'Create a key',
      description: 'The key is in the response and is not shown again.',
      tags: ['access'],
      body: Type.Object(
        {
          name: Name,
          grants: Type.Array(GrantShape, { minItems: 1, maxItems: 50 }),
          expiresAt: Type.Optional(Time),
        },
        closed,
      ),
      response: { 201: Type.Object({ id: Type.String(), key: Type.String() }) },
    },
    handler: async (
      { clock, management: { keys, registry, audit } },
      { body: { expiresAt, ...wanted }, principal },
    ) => {
      const at = clock.now();
      const expiry = expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) };
      const { id, token, change } = await keys.create({ ...wanted, ...expiry }, { id: principal.id, at });
      const detail = { name: wanted.name, grants: wanted.grants.map(renderGrant).join(', ') };
      const entry = { at, project: ALL_PROJECTS, action: 'key.create', subject: id, detail };
      await registry.write([change, audit.entry(principal, entry)]);
      return { id, key: token };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/keys/:id',
    action: 'keys.manage',
    changesDirectory: false,
    problems: ['unknown_key'],
    schema: {
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      tags: ['access'],
      params: Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{12}$' }) }),
      response: { 204: Type.Null() },
    },
    handler: async ({ management: { registry, keys, audit }, clock }, { params: { id }, principal }) => {
      await retryOnConflict(registry, async () => {
        const at = clock.now();
        const revocation = await keys.toRevocation(id, at);
        if (revocation === undefined) throw new Problem('unknown_key', `there is no active key "${id}"`);
        const entry = { at, project: ALL_PROJECTS, action: 'key.revoke', subject: id, detail: {} };
        return { changes: [revocation, audit.entry(principal, entry)], result: undefined };
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/audit',
    action: 'audit.read',
    isFiltered: true,
    schema: {
      operationId: 'listAuditEntries',
      summary: 'List audit log entries, newest first',
      description:
        'Callers with a role for all projects see all entries; others see the entries of their projects. A page may hold fewer items than `limit` and still have a `next`.',
      tags: ['access'],
      querystring: Type.Object(Page, closed),
      response: { 200: PageShape(AuditShape) },
    },
    handler: async ({ management: { audit } }, { query, principal }) =>
      audit.list(query, listPermittedProjects(principal, 'audit.read')),
  }),
];

function renderGrant({ project, role }: { project: string; role: string }): string {
  return `${role} of ${project === ALL_PROJECTS ? 'all projects' : project}`;
}
