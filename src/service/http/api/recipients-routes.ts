/** Recipients and results of a campaign, and the do-not-call list. */
import { joinList } from '../../../language/text/index.ts';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { renderResultsCsv } from '../../campaigns/index.ts';
import type { Ending, RecipientsFormat } from '../../campaigns/index.ts';
import { extendRequestTimeout } from '../broken-http.ts';
import { allRecipients, ofCampaign } from './campaigns-routes.ts';
import { cutOffStalled } from './cut-off.ts';
import { showNumbersTo } from './people.ts';
import type { Show } from './people.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { Problem } from '../problem.ts';
import { closed, E164, InProject, Page, PageShape, ProjectId, readPage, Timestamp } from './shapes.ts';

const FORMATS: Record<string, RecipientsFormat> = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' };

const ReportShape = Type.Object({
  taken: Type.Integer({
    description: 'Number of recipients added: the accepted rows, or 0 if none were added.',
  }),
  accepted: Type.Integer({ description: 'Number of valid rows.' }),
  refused: Type.Integer({ description: 'Number of invalid rows, including duplicates.' }),
  duplicates: Type.Integer(),
  doNotCall: Type.Integer({ description: 'Number of rows whose number is on the do-not-call list.' }),
  problems: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
    description: 'The first 1,000 invalid rows.',
  }),
});

/** Adds a parser that streams recipient files: they are larger than a body may be. */
const streamFiles: AddRoute = (api) => {
  for (const type of Object.keys(FORMATS))
    api.addContentTypeParser(type, (_request, payload, done) => {
      done(null, payload);
    });
};

export const recipientRoutes: readonly AddRoute[] = [
  streamFiles,
  defineRoute({
    method: 'POST',
    path: '/projects/:project/campaigns/:id/recipients',
    action: 'campaigns.control',
    changesDirectory: false,
    problems: [
      'unknown_campaign',
      'invalid_state',
      'load_in_progress',
      'flow_not_in_service',
      'invalid_campaign',
      'unsupported_media_type',
    ],
    ...allRecipients,
    schema: {
      operationId: 'loadRecipients',
      summary: 'Load recipients into a campaign that has not been started',
      description:
        'The body is CSV with headings (text/csv), or one JSON object per line (application/x-ndjson), of any length. If a row is invalid, no recipient is added, unless `only_good` is set.',
      tags: ['campaigns'],
      consumes: Object.keys(FORMATS),
      params: ofCampaign,
      querystring: Type.Object({ only_good: Type.Boolean({ default: false }) }, closed),
      response: { 200: ReportShape },
    },
    handler: async ({ campaigns: { loading } }, request, reply) => {
      const { params, query, principal } = request;
      extendRequestTimeout(request.raw, reply.raw);
      const { body, ...file } = wrapFile(request);
      try {
        return await loading.load(principal, params, { ...file, onlyGood: query.only_good });
      } finally {
        // The rest of the body must be consumed, or the client does not read the response.
        body.resume();
      }
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/campaigns/:id/results',
    action: 'campaigns.read',
    problems: ['unknown_campaign'],
    ...allRecipients,
    schema: {
      operationId: 'exportCampaignResults',
      summary: 'Export the results of a campaign as CSV',
      tags: ['campaigns'],
      produces: ['text/csv'],
      params: ofCampaign,
    },
    handler: async ({ campaigns: { campaigns }, clock }, { params, principal }, reply) => {
      const endings = await campaigns.listResults(params);
      const show = showNumbersTo({ params, principal });
      reply.type('text/csv; charset=utf-8');
      return cutOffStalled(() => renderResultsCsv(showEach(endings, show)), clock);
    },
  }),
];

async function* showEach(endings: AsyncIterable<Ending>, show: Show): AsyncGenerator<Ending> {
  for await (const ending of endings) yield show({ remote: ending.number, whole: [] }, ending);
}

/** Yields the chunks of a body. The body stays open when the reader stops early. */
async function* readChunks(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
}

/** Wraps the file in a body; stopping early leaves the connection intact. */
function wrapFile({ headers, body }: FastifyRequest): {
  source: Readable;
  format: RecipientsFormat;
  body: Readable;
} {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const format = FORMATS[type.trim().toLowerCase()];
  if (format === undefined || !(body instanceof Readable))
    throw new Problem(
      'unsupported_media_type',
      `expected a body of type ${joinList(Object.keys(FORMATS), 'or')}`,
    );
  return { source: Readable.from(readChunks(body)), format, body };
}

const BarredShape = Type.Object({
  number: E164,
  at: Timestamp,
  by: Type.String(),
});
const ofNumber = Type.Object({ project: ProjectId, number: E164 });

export const doNotCallRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/do-not-call',
    action: 'numbers.read',
    schema: {
      operationId: 'listDoNotCallNumbers',
      summary: 'List do-not-call numbers',
      tags: ['campaigns'],
      params: InProject,
      querystring: Type.Object(Page, closed),
      response: { 200: PageShape(BarredShape) },
    },
    handler: ({ campaigns: { doNotCall } }, { params: { project }, query }) =>
      readPage(query, 'number', (page) => doNotCall.list(project, page)),
  }),

  defineRoute({
    method: 'PUT',
    path: '/projects/:project/do-not-call/:number',
    action: 'campaigns.control',
    changesDirectory: false,
    problems: ['invalid_number'],
    schema: {
      operationId: 'addDoNotCallNumber',
      summary: 'Add a number to the do-not-call list',
      tags: ['campaigns'],
      params: ofNumber,
      response: { 204: Type.Null() },
    },
    handler: ({ campaigns: { doNotCall } }, { params: { project, number }, principal }) =>
      doNotCall.put(principal, project, number),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/projects/:project/do-not-call/:number',
    action: 'campaigns.control',
    changesDirectory: false,
    problems: ['invalid_number', 'unknown_number'],
    schema: {
      operationId: 'removeDoNotCallNumber',
      summary: 'Remove a number from the do-not-call list',
      tags: ['campaigns'],
      params: ofNumber,
      response: { 204: Type.Null() },
    },
    handler: ({ campaigns: { doNotCall } }, { params: { project, number }, principal }) =>
      doNotCall.remove(principal, project, number),
  }),
];
