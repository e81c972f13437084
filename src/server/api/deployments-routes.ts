/** Which version of a flow takes calls. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Deployment } from '../../management/index.ts';
import { Problem } from '../problem.ts';
import type { ApiParts } from './parts.ts';
import { closed, FlowName, Page, paged, pageOf, ProjectId, Time, Version } from './shapes.ts';

const Percent = Type.Number({ minimum: 0, maximum: 100, description: 'Of 100 calls.' });

const GuardShape = Type.Object(
  {
    maxErrorPercent: Type.Optional(Percent),
    maxHangupPercent: Type.Optional(Percent),
    minCalls: Type.Integer({
      minimum: 1,
      description: 'So many calls must have ended before anything is concluded.',
    }),
  },
  { ...closed, description: 'A canary that does worse than this is taken back by itself.' },
);

const DeploymentShape = Type.Object({
  flow: FlowName,
  live: Version,
  canary: Type.Optional(Type.Object({ version: Version, percent: Percent, since: Type.Integer() })),
  scheduled: Type.Optional(Type.Object({ version: Version, at: Type.Integer() })),
  history: Type.Array(Version, { description: 'Versions that took the calls before, the latest first.' }),
  changedAt: Type.Integer({ description: 'ms since the epoch' }),
  changedBy: Type.String(),
  guard: Type.Optional(GuardShape),
  takenBack: Type.Optional(
    Type.Object(
      {
        version: Version,
        percent: Percent,
        since: Type.Integer(),
        at: Type.Integer({ description: 'ms since the epoch' }),
        reason: Type.String({ description: 'With figures, for people.' }),
      },
      { description: 'The canary that was taken back by itself, until the next version is deployed.' },
    ),
  ),
});

const ofProject = Type.Object({ project: ProjectId });
const ofFlow = Type.Object({ project: ProjectId, flow: FlowName });

/** Adds the routes. */
export function deploymentRoutes(server: FastifyInstance, { deployments, refresh }: ApiParts): void {
  const api = server.withTypeProvider<TypeBoxTypeProvider>();

  api.get(
    '/projects/:project/deployments',
    {
      config: { action: 'deployments.read' },
      schema: {
        summary: 'List what takes calls',
        tags: ['deployments'],
        params: ofProject,
        querystring: Type.Object(Page, closed),
        response: { 200: pageOf(DeploymentShape) },
      },
    },
    async ({ params: { project }, query: { limit, after } }) => {
      const read = await deployments.list(project, { limit: limit + 1, ...(after && { after }) });
      return paged(
        read.map((one) => ({ ...one, cursor: one.flow })),
        limit,
      );
    },
  );

  api.get(
    '/projects/:project/deployments/:flow',
    {
      config: { action: 'deployments.read' },
      schema: {
        summary: 'Read what takes the calls of a flow',
        tags: ['deployments'],
        params: ofFlow,
        response: { 200: DeploymentShape },
      },
    },
    async ({ params }) => shown(params.flow, await deployments.get(params)),
  );

  api.put(
    '/projects/:project/deployments/:flow',
    {
      config: { action: 'deployments.write' },
      schema: {
        summary: 'Let a version take calls: all, some, or all from a time on',
        tags: ['deployments'],
        params: ofFlow,
        body: Type.Object(
          {
            version: Version,
            percent: Type.Optional(Percent),
            at: Type.Optional(Time),
            guard: Type.Optional(GuardShape),
          },
          closed,
        ),
        response: { 200: DeploymentShape },
      },
    },
    async ({ params, body: { at, ...wanted }, principal }) => {
      if (at !== undefined && wanted.percent !== undefined && wanted.percent !== 100)
        throw new Problem(422, 'unfit_schedule', 'only for all calls can a time be set: leave out "percent"');
      const time = at === undefined ? {} : { at: Date.parse(at) };
      const result = await deployments.deploy(principal, params, { ...wanted, ...time });
      await refresh();
      return shown(params.flow, result);
    },
  );

  api.post(
    '/projects/:project/deployments/:flow/rollback',
    {
      config: { action: 'deployments.write' },
      schema: {
        summary: 'Take the last step back',
        description:
          'Gives up what is tried or scheduled; where there is neither, the version before takes the calls.',
        tags: ['deployments'],
        params: ofFlow,
        response: { 200: DeploymentShape },
      },
    },
    async ({ params, principal }) => {
      const result = await deployments.rollBack(principal, params);
      await refresh();
      return shown(params.flow, result);
    },
  );
}

function shown(flow: string, deployment: Deployment): Static<typeof DeploymentShape> {
  return { flow, ...deployment };
}
