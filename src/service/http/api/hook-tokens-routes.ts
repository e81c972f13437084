/** Tokens in the addresses at which the platform tells a project of its calls. */
import { Type } from 'typebox';
import { refuseDefault } from '../../management/index.ts';
import { route } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, ProjectId, Time } from './shapes.ts';

const TokenId = Type.String({ pattern: '^[0-9a-f]{12}$' });
const Name = Type.String({ minLength: 1, maxLength: 100, description: 'For people.' });

const TokenShape = Type.Object({
  id: TokenId,
  name: Name,
  createdAt: Type.Integer({ description: 'ms since the epoch' }),
  createdBy: Type.String(),
  expiresAt: Type.Optional(Type.Integer({ description: 'ms since the epoch; absent: it does not expire' })),
});

const MadeShape = Type.Object({
  id: TokenId,
  token: Type.String(),
  addresses: Type.Object(
    { voice: Type.String(), sms: Type.String(), video: Type.String() },
    { description: 'To be set at the platform.' },
  ),
});

const LONGEST_OVERLAP_S = 366 * 24 * 3_600;

const ofProject = Type.Object({ project: ProjectId });

export const hookTokenRoutes: readonly AddRoute[] = [
  route({
    method: 'GET',
    path: '/projects/:project/hook-tokens',
    action: 'hooks.read',
    problems: ['read_only_project'],
    schema: {
      operationId: 'listHookTokens',
      summary: 'List the tokens of the hook that hold',
      tags: ['projects'],
      params: ofProject,
      response: { 200: Type.Object({ items: Type.Array(TokenShape) }) },
    },
    handler: async ({ management: { hookTokens } }, { params: { project } }) => ({
      items: await hookTokens.list(project),
    }),
  }),

  route({
    method: 'POST',
    path: '/projects/:project/hook-tokens',
    action: 'hooks.write',
    changesDirectory: true,
    problems: ['read_only_project', 'too_many_tokens'],
    schema: {
      operationId: 'createHookToken',
      summary: 'Make a token for the hook',
      description:
        'The token is in the answer and is never shown again. With an overlap the others hold for so long from now on: tell the platform the new address meanwhile.',
      tags: ['projects'],
      params: ofProject,
      body: Type.Object(
        {
          name: Name,
          expiresAt: Type.Optional(Time),
          overlapSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_OVERLAP_S })),
        },
        closed,
      ),
      response: { 201: MadeShape },
    },
    handler: async (
      { management: { hookTokens }, node: { hookUrls } },
      { params: { project }, body: { name, expiresAt, overlapSeconds }, principal },
      reply,
    ) => {
      refuseDefault(project);
      const { id, token } = await hookTokens.create(principal, project, {
        name,
        ...(expiresAt !== undefined && { expiresAt: Date.parse(expiresAt) }),
        ...(overlapSeconds !== undefined && { overlapMs: overlapSeconds * 1_000 }),
      });
      reply.code(201);
      return { id, token, addresses: hookUrls(project, token) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/projects/:project/hook-tokens/:id',
    action: 'hooks.write',
    changesDirectory: true,
    problems: ['read_only_project', 'unknown_token'],
    schema: {
      operationId: 'revokeHookToken',
      summary: 'Revoke a token of the hook',
      tags: ['projects'],
      params: Type.Object({ project: ProjectId, id: TokenId }),
      response: { 204: Type.Null() },
    },
    handler: async ({ management: { hookTokens } }, { params: { project, id }, principal }, reply) => {
      await hookTokens.revoke(principal, project, id);
      reply.code(204);
      return null;
    },
  }),
];
