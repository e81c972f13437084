/** Diagrams and comparisons of versions. Versions are immutable, so both can be cached. */
import { hash } from 'node:crypto';
import { Type } from 'typebox';
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
    handler: async (
      { management: { versions }, build: { workshop, renderings } },
      { params: { project, flow }, query: { from, to, format } },
      reply,
    ) => {
      const text = await renderings.get(['diff', project, flow, from, to, format], async () => {
        const { files: before } = await versions.get(project, flow, from);
        const { files: after } = await versions.get(project, flow, to);
        return workshop.do(project, 'compare', { flow, before, after, format });
      });
      reply.type(CHANGES_TYPES[format]);
      return text;
    },
  }),
];

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
