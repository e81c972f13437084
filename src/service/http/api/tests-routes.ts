/** Scenarios: run before anything is kept, and what those of a version came to. */
import { Type } from 'typebox';
import { route } from './route.ts';
import type { AddRoute } from './route.ts';
import { Problem } from '../problem.ts';
import { closed, Files, FlowName, LARGEST_BUNDLE, ProjectId, TestResultsShape, Version } from './shapes.ts';
import { buildFlows, buildTimeout } from './trial.ts';

const KeptShape = Type.Object({
  at: Type.Integer({ description: 'When they were run, ms since the epoch.' }),
  by: Type.String(),
  reason: Type.Optional(Type.String({ description: 'Why the version was kept though scenarios failed.' })),
  results: TestResultsShape,
  files: Files,
});

export const testRoutes: readonly AddRoute[] = [
  route({
    method: 'POST',
    path: '/projects/:project/tests',
    action: 'flows.write',
    changesDirectory: false,
    problems: ['flow_errors', 'invalid_bundle', 'build_queue_full'],
    bodyLimit: LARGEST_BUNDLE,
    ...buildTimeout,
    schema: {
      operationId: 'runTests',
      summary: 'Run the scenarios of a bundle, and keep nothing',
      description:
        'Calls are simulated, in virtual time. Scenarios that fail are told in the answer and are no error of the request; flows that do not compile are.',
      tags: ['tests'],
      params: Type.Object({ project: ProjectId }),
      body: Type.Object({ files: Files }, closed),
      response: { 200: TestResultsShape },
    },
    handler: async ({ build: { workshop } }, { params: { project }, body: { files } }) =>
      (await buildFlows(workshop, { project, files })).tests,
  }),

  route({
    method: 'GET',
    path: '/projects/:project/flows/:flow/versions/:version/tests',
    action: 'flows.read',
    problems: ['unknown_version', 'unknown_tests'],
    schema: {
      operationId: 'getTestResults',
      summary: 'Read what the scenarios of a version came to, with their files',
      tags: ['tests'],
      params: Type.Object({ project: ProjectId, flow: FlowName, version: Version }),
      response: { 200: KeptShape },
    },
    handler: async ({ management: { versions } }, { params: { project, flow, version } }) => {
      const tests = await versions.tests(project, flow, version);
      if (tests === undefined)
        throw new Problem('unknown_tests', `no scenarios came with version ${version} of "${flow}"`);
      return tests;
    },
  }),
];
