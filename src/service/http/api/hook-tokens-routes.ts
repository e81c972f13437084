/** Tokens in the hook URLs of a project. */
import { Type } from 'typebox';
import { refuseDefault } from '../../management/index.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, InProject, ProjectId, Time, Timestamp } from './shapes.ts';

const TokenId = Type.String({ pattern: '^[0-9a-f]{12}$' });
const Name = Type.String({ minLength: 1, maxLength: 100, description: 'A name for people.' });

const TokenShape = Type.Object({
  id: TokenId,
  name: Name,
  createdAt: Timestamp,
  createdBy: Type.String(),
  expiresAt: Type.Optional(
    Type.Integer({ description: 'ms since the epoch; absent: the token does not expire' }),
  ),
});

const MadeShape = Type.Object({
  id: TokenId,
  token: Type.String(),
  addresses: Type.Object(
    { voice: Type.String(), sms: Type.String(), video: Type.String() },
    { description: 'The URLs to set at the platform.' },
  ),
});

const MAX_OVERLAP_S = 366 * 24 * 3_600;

export const hookTokenRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/hook-tokens',
    action: 'hooks.read',
    problems: ['read_only_project'],
    schema: {
      operationId: 'listHookTokens',
      summary: 'List valid hook tokens',
      tags: ['projects'],
      params: InProject,
      response: { 200: Type.Object({ items: Type.Array(TokenShape) }) },
    },
    handler: async ({ management: { hookTokens } }, { params: { project } }) => ({
      items: await hookTokens.list(project),
    }),
  }),

  defineRoute({
    method: 'POST',
    path: '/projects/:project/hook-tokens',
    action: 'hooks.write',
    changesDirectory: true,
    problems: ['read_only_project', 'too_many_tokens'],
    schema: {
      operationId: 'createHookToken',
      summary: 'Create a hook token',
      description:
        'The token is in the response and is not shown again. With `overlapSeconds`, the other tokens expire after that time: set the new URLs at the platform before then.',
      tags: ['projects'],
      params: InProject,
      body: Type.Object(
        {
          name: Name,
          expiresAt: Type.Optional(Time),
          overlapSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OVERLAP_S })),
        },
        closed,
      ),
      response: { 201: MadeShape },
    },
    handler: async (
      { management: { hookTokens }, node: { hookUrls } },
      { params: { project }, body: { name, expiresAt, overlapSeconds }, principal },
    ) => {
      refuseDefault(project);
      const { id, token } = await hookTokens.create(principal, project, {
        name,
        ...(expiresAt !== undefined && { expiresAt: Date.parse(expiresAt) }),
        ...(overlapSeconds !== undefined && { overlapMs: overlapSeconds * 1_000 }),
      });
      return { id, token, addresses: hookUrls(project, token) };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/projects/:project/hook-tokens/:id',
    action: 'hooks.write',
    changesDirectory: true,
    problems: ['read_only_project', 'unknown_token'],
    schema: {
      operationId: 'revokeHookToken',
      summary: 'Revoke a hook token',
      tags: ['projects'],
      params: Type.Object({ project: ProjectId, id: TokenId }),
      response: { 204: Type.Null() },
    },
    handler: ({ management: { hookTokens } }, { params: { project, id }, principal }) =>
      hookTokens.revoke(principal, project, id),
  }),
];
