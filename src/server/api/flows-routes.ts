/** Flows as they are handed in: versions, their text, their diagram, what changed between two of them. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { plain } from '../../diagnostics/index.ts';
import { compileBundle } from '../../management/index.ts';
import { DiagnosedProblem } from '../problem.ts';
import type { ApiParts } from './parts.ts';
import { closed, FlowName, Page, paged, pageOf, ProjectId, Version } from './shapes.ts';

const VersionShape = Type.Object({
  flow: FlowName,
  version: Version,
  file: Type.String({ description: 'Its file in the bundle.' }),
  steps: Type.Integer(),
  createdAt: Type.Integer({ description: 'When it was handed in first, ms since the epoch.' }),
  createdBy: Type.String({ description: 'By whom.' }),
});

const Files = Type.Record(Type.String({ minLength: 1, maxLength: 400 }), Type.String(), {
  description: 'Path → text, as the files lie in a folder: flows, what they import, and their tables.',
});

const DiagnosticShape = Type.Object(
  { code: Type.String(), severity: Type.String(), message: Type.String(), file: Type.String() },
  { additionalProperties: true },
);

const ofProject = Type.Object({ project: ProjectId });
const ofVersion = Type.Object({ project: ProjectId, flow: FlowName, version: Version });

/** A hundred flows with their tables are far smaller. */
const LARGEST_BUNDLE = 32 * 1024 * 1024;

/** Adds the routes. */
export function flowRoutes(server: FastifyInstance, { versions, now }: ApiParts): void {
  const api = server.withTypeProvider<TypeBoxTypeProvider>();

  api.post(
    '/projects/:project/flows',
    {
      config: { action: 'flows.write' },
      bodyLimit: LARGEST_BUNDLE,
      schema: {
        summary: 'Hand in a bundle of flows',
        description:
          'Compiles the flows among the files and keeps a version of each. With errors nothing is kept, and the diagnostics say why. Handing in the same again changes nothing.',
        tags: ['flows'],
        params: ofProject,
        body: Type.Object(
          {
            files: Files,
            check: Type.Optional(
              Type.Boolean({ description: 'Only say what is wrong; keep nothing.', default: false }),
            ),
          },
          closed,
        ),
        response: {
          200: Type.Object({
            versions: Type.Array(VersionShape),
            added: Type.Array(Version, { description: 'Those that were not kept before.' }),
            diagnostics: Type.Array(DiagnosticShape, { description: 'Warnings.' }),
          }),
        },
      },
    },
    async ({ params: { project }, body: { files, check }, principal }) => {
      const { flows, diagnostics, hasErrors } = compileBundle(files);
      if (hasErrors) throw new DiagnosedProblem('the flows have errors; nothing was kept', diagnostics);
      if (flows.length === 0) throw new DiagnosedProblem(NO_FLOW, diagnostics);
      if (check === true) return { versions: [], added: [], diagnostics: diagnostics.map(plain) };
      const put = await versions.put(principal, project, { flows, at: now() });
      return { ...put, diagnostics: diagnostics.map(plain) };
    },
  );

  api.get(
    '/projects/:project/flows',
    {
      config: { action: 'flows.read' },
      schema: {
        summary: 'List versions of flows',
        tags: ['flows'],
        params: ofProject,
        querystring: Type.Object({ ...Page, flow: Type.Optional(FlowName) }, closed),
        response: { 200: pageOf(VersionShape) },
      },
    },
    async ({ params: { project }, query: { limit, after, flow } }) =>
      paged(
        await versions.list(project, { limit: limit + 1, ...(after && { after }), ...(flow && { flow }) }),
        limit,
      ),
  );

  api.get(
    '/projects/:project/flows/:flow/versions/:version',
    {
      config: { action: 'flows.read' },
      schema: {
        summary: 'Read a version, with the files that it was made from',
        tags: ['flows'],
        params: ofVersion,
        response: { 200: Type.Intersect([VersionShape, Type.Object({ files: Files })]) },
      },
    },
    async ({ params: { project, flow, version } }) => {
      const { compiled: _compiled, ...shownVersion } = await versions.get(project, flow, version);
      return shownVersion;
    },
  );
}

const NO_FLOW = 'there is no flow among the files: a flow is a file flow.yaml or <name>.flow.yaml';
