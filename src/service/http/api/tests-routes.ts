/** Test runs without storing, and test results of versions. */
import { Type } from 'typebox';
import { followClient } from './client-signal.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { Problem } from '../problem.ts';
import {
  closed,
  Files,
  FlowName,
  InProject,
  MAX_BUNDLE_BYTES,
  ProjectId,
  TestResultsShape,
  Version,
} from './shapes.ts';
import { buildFlows, buildTimeout } from './uploads.ts';

const KeptShape = Type.Object({
  at: Type.Integer({ description: 'Time of the test run, ms since the epoch.' }),
  by: Type.String(),
  reason: Type.Optional(
    Type.String({ description: 'The reason given for storing the version although scenarios failed.' }),
  ),
  results: TestResultsShape,
  files: Files,
});

export const testRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/projects/:project/tests',
    action: 'flows.write',
    changesDirectory: false,
    problems: ['flow_errors', 'invalid_bundle', 'build_queue_full'],
    bodyLimit: MAX_BUNDLE_BYTES,
    ...buildTimeout,
    schema: {
      operationId: 'runTests',
      summary: 'Run the scenarios of a bundle without storing it',
      description:
        'Simulates the calls in virtual time. Failed scenarios are part of the response; the request fails only if a flow does not compile.',
      tags: ['tests'],
      params: InProject,
      body: Type.Object({ files: Files }, closed),
      response: { 200: TestResultsShape },
    },
    handler: async ({ build: { workshop } }, { params: { project }, body: { files } }) =>
      (await buildFlows(workshop, { project, files })).tests,
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/flows/:flow/versions/:version/tests',
    action: 'flows.read',
    problems: ['unknown_version'],
    schema: {
      operationId: 'getTestResults',
      summary: 'Get the test results of a version with the scenario files',
      description: 'A version that was uploaded without scenarios has empty results and no files.',
      tags: ['tests'],
      params: Type.Object({ project: ProjectId, flow: FlowName, version: Version }),
      response: { 200: KeptShape },
    },
    handler: ({ management: { versions } }, { params: { project, flow, version } }) =>
      versions.tests(project, flow, version),
  }),

  defineRoute({
    method: 'POST',
    path: '/projects/:project/flows/:flow/versions/:version/tests',
    action: 'flows.write',
    changesDirectory: false,
    problems: ['unknown_version', 'invalid_bundle', 'invalid_version', 'build_queue_full'],
    ...buildTimeout,
    schema: {
      operationId: 'repeatTests',
      summary: 'Run the scenarios of a version again without storing the results',
      description:
        'Compiles the sources of the version with this release and runs the scenarios that were uploaded with it.',
      tags: ['tests'],
      params: Type.Object({ project: ProjectId, flow: FlowName, version: Version }),
      body: Type.Object({}, closed),
      response: { 200: TestResultsShape },
    },
    handler: async (
      { build: { workshop }, management: { versions } },
      { params: { project, flow, version } },
      reply,
    ) => {
      const { files } = await versions.get(project, flow, version);
      const tests = await versions.tests(project, flow, version);
      const client = { project, signal: followClient(reply) };
      const { hasErrors, tests: results } = await workshop.do(client, 'build', { ...files, ...tests.files });
      if (hasErrors)
        throw new Problem('invalid_version', `this version of "${flow}" has errors under the current rules`);
      return results;
    },
  }),
];
