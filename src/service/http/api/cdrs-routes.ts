/** CDRs of ended calls, for billing and reports. */
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { renderHeading, renderLine, readCdrs } from '../../cdrs/index.ts';
import type { Cdr, CdrFormat } from '../../cdrs/index.ts';
import { rethrowAsProblem } from './engine-refusal.ts';
import { findNumbers, showNumbersTo } from './people.ts';
import type { Show } from './people.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, FlowName, InProject, Page, Time } from './shapes.ts';

const TYPES: Record<CdrFormat, string> = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' };

const Query = Type.Object(
  {
    limit: Type.Integer({
      minimum: 1,
      maximum: 1_000,
      default: 200,
      description: 'Maximum number of items.',
    }),
    after: Page.after,
    flow: Type.Optional(FlowName),
    since: Type.Optional(Time),
    before: Type.Optional(Time),
    format: Type.Optional(
      Type.Union([Type.Literal('ndjson'), Type.Literal('csv')], {
        description: 'Default: the type in the `Accept` header, otherwise ndjson.',
      }),
    ),
  },
  closed,
);

export const cdrRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/cdrs',
    action: 'calls.read',
    problems: ['bad_cursor'],
    schema: {
      operationId: 'listCdrs',
      summary: 'List the records (CDRs) of ended calls, newest start first',
      description:
        'Returns one JSON object per line (schemas/cdr.schema.json), or CSV with headings on the first page. The `Link` header holds the URL of the next page (rel="next"); the last page has none.',
      tags: ['calls'],
      produces: Object.values(TYPES),
      params: InProject,
      querystring: Query,
    },
    handler: async (
      { reports: { cdrs } },
      { params, query: { limit, after, format, flow, ...times }, headers, url, principal },
      reply,
    ) => {
      const { project } = params;
      const filter = { project, ...(flow && { flow }), ...toTimes(times) };
      const wanted = format ?? negotiateFormat(headers.accept);
      const page = await readCdrs(cdrs, filter, { limit, ...(after && { after }) }).catch(rethrowAsProblem);
      if (page.next !== undefined) reply.header('link', renderLink(url, page.next));
      const text = after === undefined ? renderHeading(wanted) : '';
      reply.type(TYPES[wanted]);
      return Readable.from(lines(showEach(page.cdrs, showNumbersTo({ params, principal })), wanted, text));
    },
  }),
];

function toTimes({ since, before }: { since?: string | undefined; before?: string | undefined }) {
  return {
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(before !== undefined && { before: Date.parse(before) }),
  };
}

function negotiateFormat(accept = ''): CdrFormat {
  return accept.includes('text/csv') ? 'csv' : 'ndjson';
}

/** The URL of the next page (RFC 8288). */
function renderLink(url: string, next: string): string {
  const [path = '', query = ''] = url.split('?');
  const wanted = new URLSearchParams(query);
  wanted.set('after', next);
  return `<${path}?${wanted.toString()}>; rel="next"`;
}

async function* showEach(cdrs: AsyncIterable<Cdr>, show: Show): AsyncGenerator<Cdr> {
  for await (const cdr of cdrs) yield show(findNumbers(cdr), cdr);
}

async function* lines(cdrs: AsyncIterable<Cdr>, format: CdrFormat, before: string): AsyncGenerator<string> {
  if (before !== '') yield before;
  for await (const cdr of cdrs) yield renderLine(cdr, format);
}
