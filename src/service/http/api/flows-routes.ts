/** Upload of flows, their versions and sources. */
import { Type } from 'typebox';
import { toPlainDiagnostic } from '../../../language/diagnostics/index.ts';
import type { DocumentPage } from '../../../engine/ports/index.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import {
  closed,
  DiagnosticShape,
  Files,
  FlowName,
  Force,
  InProject,
  MAX_BUNDLE_BYTES,
  Page,
  PageShape,
  ProjectId,
  readPage,
  Source,
  TestResultsShape,
  Version,
} from './shapes.ts';
import { buildTimeout, buildTestedFlows } from './uploads.ts';

const VersionShape = Type.Object({
  flow: FlowName,
  version: Version,
  file: Type.String({ description: 'The file of the flow in the bundle.' }),
  steps: Type.Integer(),
  description: Type.Optional(
    Type.String({ description: 'The description in the flow, as of the first upload of the version.' }),
  ),
  createdAt: Type.Integer({ description: 'Time of the first upload, ms since the epoch.' }),
  createdBy: Type.String({ description: 'Id of the principal who uploaded it first.' }),
  createdByName: Type.Optional(
    Type.String({ description: 'Name of that principal at the time, for people.' }),
  ),
  source: Source,
});

const ObstacleShape = Type.Object({
  flow: FlowName,
  route: Type.String({ description: 'Id of the route, or a number that the settings of the service route.' }),
  carrier: Type.String({ description: 'Name of the carrier.' }),
  message: Type.String({ description: 'Message for people.' }),
});

const ofVersion = Type.Object({ project: ProjectId, flow: FlowName, version: Version });

export const flowRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/projects/:project/flows',
    action: 'flows.write',
    changesDirectory: false,
    problems: ['flow_errors', 'tests_failed', 'invalid_bundle', 'build_queue_full'],
    bodyLimit: MAX_BUNDLE_BYTES,
    ...buildTimeout,
    schema: {
      operationId: 'uploadFlows',
      summary: 'Upload a bundle of flows',
      description:
        'Compiles the flows of the bundle, runs their scenarios and stores a version of each flow. If a flow has errors, nothing is stored and the diagnostics list them; the same holds if a scenario fails, unless `force` is set. Uploading the same bundle again changes nothing.',
      tags: ['flows'],
      params: InProject,
      body: Type.Object(
        {
          files: Files,
          check: Type.Optional(
            Type.Boolean({ description: 'Checks the bundle without storing it.', default: false }),
          ),
          force: Type.Optional(Force),
        },
        closed,
      ),
      response: {
        200: Type.Object({
          versions: Type.Array(VersionShape),
          added: Type.Array(Version, { description: 'Versions that this upload adds.' }),
          diagnostics: Type.Array(DiagnosticShape, { description: 'Warnings.' }),
          obstacles: Type.Array(ObstacleShape, {
            description:
              'What no carrier of a route to a flow can do. Deploying such a version is refused (`carrier_lacks`), unless `force` is set.',
          }),
          tests: TestResultsShape,
        }),
      },
    },
    handler: async (
      { build: { workshop }, clock, management: { versions, checks } },
      { params: { project }, body: { files, check, force }, principal },
    ) => {
      const {
        versions: made,
        diagnostics,
        tests,
      } = await buildTestedFlows(workshop, { project, files }, force);
      const handedIn = { versions: made, at: clock.now(), ...force };
      const put =
        check === true
          ? await versions.preview(principal, project, handedIn)
          : await versions.put(principal, project, handedIn);
      const obstacles = made.map(async (one) =>
        (await checks.listObstacles(project, one)).map((obstacle) => ({ flow: one.flow, ...obstacle })),
      );
      return {
        ...put,
        diagnostics: diagnostics.map(toPlainDiagnostic),
        obstacles: (await Promise.all(obstacles)).flat(),
        tests,
      };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/flows',
    action: 'flows.read',
    schema: {
      operationId: 'listFlowVersions',
      summary: 'List versions of flows',
      tags: ['flows'],
      params: InProject,
      querystring: Type.Object({ ...Page, flow: Type.Optional(FlowName) }, closed),
      response: { 200: PageShape(VersionShape) },
    },
    handler: async ({ management: { versions } }, { params: { project }, query: { flow, ...query } }) => {
      const list = (page: DocumentPage) => versions.list(project, { ...page, ...(flow && { flow }) });
      const { items, ...next } = await readPage(query, 'cursor', list);
      return { items: items.map(({ cursor: _cursor, ...version }) => version), ...next };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/flows/:flow/versions/:version',
    action: 'flows.read',
    problems: ['unknown_version'],
    schema: {
      operationId: 'getFlowVersion',
      summary: 'Get a version with its source files',
      tags: ['flows'],
      params: ofVersion,
      response: { 200: Type.Intersect([VersionShape, Type.Object({ files: Files })]) },
    },
    handler: async ({ management: { versions } }, { params: { project, flow, version } }) => {
      const {
        compiled: _compiled,
        needs: _needs,
        ...shownVersion
      } = await versions.get(project, flow, version);
      return shownVersion;
    },
  }),
];
