/** Diagrams, charts and comparisons of versions. Versions are immutable, so all of them can be cached. */
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { FlowchartShape } from './flowchart-shape.ts';
import type { ApiParts } from './parts.ts';
import { defineRoute } from './route.ts';
import type { AddRoute, ReplyHead } from './route.ts';
import { closed, FlowName, ProjectId, Version } from './shapes.ts';
import { buildTimeout } from './uploads.ts';

const DRAWING_TYPES = {
  mermaid: 'text/vnd.mermaid; charset=utf-8',
  dot: 'text/vnd.graphviz; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

const CHANGES_TYPES = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
};

const ChangesShape = Type.Object({
  same: Type.Boolean({ description: 'True when callers notice no difference.' }),
  changes: Type.Array(
    Type.Object(
      {
        kind: Type.String(),
        where: Type.Array(Type.String()),
        subject: Type.String(),
        text: Type.String({ description: 'Description of the change.' }),
        before: Type.Optional(Type.String({ description: 'Absent if the subject is new.' })),
        after: Type.Optional(Type.String({ description: 'Absent if it was removed.' })),
        language: Type.Optional(
          Type.String({
            description: 'Language in which it is heard; absent if the change is the same in all languages.',
          }),
        ),
        unchangedIn: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Languages in which the same text did not change, and may have been forgotten.',
          }),
        ),
        unchangedTexts: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            description: 'The texts that these languages still have.',
          }),
        ),
      },
      { additionalProperties: true },
    ),
  ),
});

const ofFlow = { project: ProjectId, flow: FlowName };

export const pictureRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/flows/:flow/versions/:version/diagram',
    action: 'flows.read',
    problems: ['unknown_version', 'invalid_version', 'build_queue_full'],
    ...buildTimeout,
    schema: {
      operationId: 'drawFlowVersion',
      summary: 'Draw a diagram of a version',
      description: 'Draws steps from top to bottom and outcomes as arrows, in Mermaid, DOT or SVG.',
      tags: ['flows'],
      produces: Object.values(DRAWING_TYPES),
      params: Type.Object({ ...ofFlow, version: Version }),
      querystring: Type.Object(
        {
          format: Type.Enum(['mermaid', 'dot', 'svg'], { default: 'mermaid' }),
          all: Type.Boolean({ default: false, description: 'Includes failures that no step handles.' }),
        },
        closed,
      ),
    },
    handler: async (
      { management: { versions }, build: { workshop, renderings } },
      { params: { project, flow, version }, query: { format, all } },
      reply,
    ) => {
      const text = await renderings.get(
        ['diagram', project, flow, version, format, String(all)],
        async () => {
          const { files } = await versions.get(project, flow, version);
          return workshop.do(project, 'draw', { flow, files, format, all });
        },
      );
      if (format === 'svg') limitStyle(reply, text);
      reply.type(DRAWING_TYPES[format]);
      return text;
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/flows/:flow/versions/:version/graph',
    action: 'flows.read',
    problems: ['unknown_version', 'invalid_version', 'build_queue_full'],
    ...buildTimeout,
    schema: {
      operationId: 'getFlowGraph',
      summary: 'Get the steps of a version and the ways between them',
      description:
        'Returns what a program needs to draw the flow: steps in the order of the file, their ways out, and the keys that count at every question. It does not include coordinates.',
      tags: ['flows'],
      params: Type.Object({ ...ofFlow, version: Version }),
      response: {
        200: { description: 'The chart.', content: { 'application/json': { schema: FlowchartShape } } },
      },
    },
    handler: async (
      { management: { versions }, build: { workshop, renderings } },
      { params: { project, flow, version } },
      reply,
    ) => {
      const text = await renderings.get(['chart', project, flow, version], async () => {
        const { files } = await versions.get(project, flow, version);
        return workshop.do(project, 'chart', { flow, files });
      });
      reply.type('application/json; charset=utf-8');
      return text;
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/flows/:flow/diff',
    action: 'flows.read',
    problems: ['unknown_version', 'invalid_version', 'build_queue_full'],
    ...buildTimeout,
    schema: {
      operationId: 'compareFlowVersions',
      summary: 'List the changes between two versions that a caller notices',
      tags: ['flows'],
      params: Type.Object(ofFlow),
      querystring: Type.Object(
        {
          from: Version,
          to: Version,
          format: Type.Enum(['json', 'text', 'markdown'], { default: 'json' }),
        },
        closed,
      ),
      response: {
        200: {
          description: 'The changes.',
          content: {
            'application/json': { schema: ChangesShape },
            'text/plain': { schema: Type.String() },
            'text/markdown': { schema: Type.String() },
          },
        },
      },
    },
    handler: async (parts, { params, query: { from, to, format } }, reply) => {
      const text = await compareVersions(parts, { ...params, from, to }, format);
      reply.type(CHANGES_TYPES[format]);
      return text;
    },
  }),
];

/** Describes the changes between two versions of a flow. Throws a `Refusal`: `unknown_version`, `invalid_version`, `build_queue_full`. */
export function compareVersions(
  { management: { versions }, build: { workshop, renderings } }: Pick<ApiParts, 'management' | 'build'>,
  { project, flow, from, to }: Record<'project' | 'flow' | 'from' | 'to', string>,
  format: keyof typeof CHANGES_TYPES,
): Promise<string> {
  return renderings.get(['diff', project, flow, from, to, format], async () => {
    const { files: before } = await versions.get(project, flow, from);
    const { files: after } = await versions.get(project, flow, to);
    return workshop.do(project, 'compare', { flow, before, after, format });
  });
}

/** Restricts an SVG that is opened as a page: no scripts, loading, framing or foreign styles. */
function limitStyle(reply: ReplyHead, svg: string): void {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(svg) ?? [];
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "frame-ancestors 'none'",
    'sandbox',
  ];
  reply.header('content-security-policy', policy.join('; '));
}
