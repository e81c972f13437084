/** Deployments: the versions of flows that take calls. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Refusal } from '../../management/index.ts';
import type { Deployment, Wanted } from '../../management/index.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import {
  closed,
  FlowName,
  Force,
  InProject,
  Page,
  PageShape,
  ProjectId,
  readPage,
  Source,
  Time,
  Timestamp,
  Version,
} from './shapes.ts';

const Percent = Type.Number({ minimum: 0, maximum: 100, description: 'Percentage of calls.' });

const GuardShape = Type.Object(
  {
    maxErrorPercent: Type.Optional(Percent),
    maxHangupPercent: Type.Optional(Percent),
    minCalls: Type.Integer({
      minimum: 1,
      description: 'Minimum number of ended calls before the guard acts.',
    }),
  },
  { ...closed, description: 'Limits for the canary; if it exceeds one, it is rolled back automatically.' },
);

const DeploymentShape = Type.Object({
  flow: FlowName,
  live: Type.Optional({
    ...Version,
    description: 'The version that takes calls; absent before a first deployment that is scheduled.',
  }),
  canary: Type.Optional(Type.Object({ version: Version, percent: Percent, since: Type.Integer() })),
  scheduled: Type.Optional(Type.Object({ version: Version, at: Type.Integer() })),
  history: Type.Array(Version, { description: 'Previously live versions, newest first.' }),
  changedAt: Timestamp,
  changedBy: Type.String(),
  guard: Type.Optional(GuardShape),
  takenBack: Type.Optional(
    Type.Object(
      {
        version: Version,
        percent: Percent,
        since: Type.Integer(),
        at: Timestamp,
        reason: Type.String({ description: 'The reason with its figures, for people.' }),
      },
      { description: 'The canary that was rolled back automatically; removed by the next deployment.' },
    ),
  ),
  source: Source,
  files: Type.Optional({
    ...Version,
    description:
      'The version of the files from which this node ran the flow before: it takes calls again when the deployment is withdrawn.',
  }),
});

const WantedShape = Type.Object(
  {
    version: Version,
    percent: Type.Optional(Percent),
    at: Type.Optional(Time),
    guard: Type.Optional(GuardShape),
  },
  closed,
);

type WantedBody = Static<typeof WantedShape>;

const ofFlow = Type.Object({ project: ProjectId, flow: FlowName });

const deployProblems = [
  'unknown_version',
  'tests_failed',
  'carrier_lacks',
  'missing_settings',
  'invalid_schedule',
  'invalid_canary',
] as const;

/** Maximum number of flows per deployment. */
const MAX_FLOWS = 1_000;
const MAX_LIST_BYTES = 1024 * 1024;

export const deploymentRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/deployments',
    action: 'deployments.read',
    schema: {
      operationId: 'listDeployments',
      summary: 'List deployments',
      tags: ['deployments'],
      params: InProject,
      querystring: Type.Object({ ...Page, flow: Type.Optional(FlowName) }, closed),
      response: { 200: PageShape(DeploymentShape) },
    },
    handler: ({ management: { deployments } }, { params: { project }, query: { flow, ...query } }) =>
      readPage(query, 'flow', (page) => deployments.list(project, { ...page, ...(flow && { flow }) })),
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/deployments/:flow',
    action: 'deployments.read',
    problems: ['unknown_deployment'],
    schema: {
      operationId: 'getDeployment',
      summary: 'Get the deployment of a flow',
      tags: ['deployments'],
      params: ofFlow,
      response: { 200: DeploymentShape },
    },
    handler: async ({ management: { deployments } }, { params }) =>
      toDeploymentBody(params.flow, await deployments.get(params)),
  }),

  defineRoute({
    method: 'PUT',
    path: '/projects/:project/deployments/:flow',
    action: 'deployments.write',
    changesDirectory: true,
    problems: deployProblems,
    schema: {
      operationId: 'deployFlow',
      summary: 'Deploy a version: live, as a canary, or scheduled',
      description:
        'A flow that runs from files is deployed by this: the version of the files becomes the live one, and the step follows it. From then on a change of the files takes no calls, until the deployment is withdrawn.',
      tags: ['deployments'],
      params: ofFlow,
      body: Type.Object({ ...WantedShape.properties, force: Type.Optional(Force) }, closed),
      response: { 200: DeploymentShape },
    },
    handler: async ({ management: { deployments } }, { params, body: { force, ...wanted }, principal }) => {
      const { project, flow } = params;
      await deployments.deploy(principal, project, { flows: { [flow]: toWanted(wanted) }, ...force });
      return toDeploymentBody(flow, await deployments.get(params));
    },
  }),

  defineRoute({
    method: 'PUT',
    path: '/projects/:project/deployments',
    action: 'deployments.write',
    changesDirectory: true,
    problems: deployProblems,
    bodyLimit: MAX_LIST_BYTES,
    schema: {
      operationId: 'deployFlows',
      summary: 'Deploy versions of several flows in one transaction',
      tags: ['deployments'],
      params: InProject,
      body: Type.Object(
        {
          flows: Type.Record(FlowName, WantedShape, { ...closed, maxProperties: MAX_FLOWS }),
          force: Type.Optional(Force),
        },
        closed,
      ),
      response: { 200: Type.Object({ items: Type.Array(DeploymentShape) }) },
    },
    handler: async (
      { management: { deployments } },
      { params: { project }, body: { flows, force }, principal },
    ) => {
      const wanted = Object.entries(flows).map(([flow, one]) => [flow, toWanted(one)] as const);
      const together = { flows: Object.fromEntries(wanted), ...force };
      const items = await deployments.deploy(principal, project, together);
      return { items };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/projects/:project/deployments/:flow',
    action: 'deployments.write',
    changesDirectory: true,
    problems: ['unknown_deployment', 'flow_from_files'],
    schema: {
      operationId: 'withdrawFlow',
      summary: 'Withdraw a flow from service',
      description:
        'Removes the deployment with its canary, schedule and history: no version takes calls any more, and new calls that lead to the flow are refused; where the service has files of the flow, they take its calls again. Active calls end on their versions, which stay stored.',
      tags: ['deployments'],
      params: ofFlow,
      response: { 204: Type.Null() },
    },
    handler: async ({ management: { deployments } }, { params, principal }) => {
      await deployments.withdraw(principal, params);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/projects/:project/deployments/:flow/rollback',
    action: 'deployments.write',
    changesDirectory: true,
    problems: [
      'unknown_deployment',
      'no_previous_version',
      'unknown_version',
      'missing_settings',
      'flow_from_files',
    ],
    schema: {
      operationId: 'rollBackDeployment',
      summary: 'Roll back a deployment',
      description:
        'Removes the canary or the scheduled deployment; if there is neither, deploys the previous live version. After a scheduled first deployment, the answer has neither `live` nor `scheduled`.',
      tags: ['deployments'],
      params: ofFlow,
      response: { 200: DeploymentShape },
    },
    handler: async ({ management: { deployments } }, { params, principal }) => {
      const result = await deployments.rollBack(principal, params);
      return toDeploymentBody(params.flow, result);
    },
  }),
];

function toWanted({ at, ...wanted }: WantedBody): Wanted {
  if (at === undefined) return wanted;
  if (wanted.percent !== undefined && wanted.percent !== 100)
    throw new Refusal('invalid_schedule', 'a scheduled deployment takes all calls: leave out "percent"');
  return { ...wanted, at: Date.parse(at) };
}

function toDeploymentBody(flow: string, deployment: Deployment): Static<typeof DeploymentShape> {
  return { flow, ...deployment };
}
