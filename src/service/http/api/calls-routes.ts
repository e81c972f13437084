/** Live and ended calls, their traces, and placing new calls. */
import { Type } from 'typebox';
import { CALL_RESULTS, callId, readResult, remoteNumber, summarize, toDigits } from '../../../call/index.ts';
import type { CallRecord, CallSummary } from '../../../call/index.ts';
import type { CallFilter, CallList } from '../../../engine/ports/index.ts';
import { rethrowAsProblem } from './engine-refusal.ts';
import { writeAuditEntry } from './audit-entry.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import type { ApiParts } from './parts.ts';
import { findNumbers, showNumbersTo } from './people.ts';
import type { Show } from './people.ts';
import { Problem } from '../problem.ts';
import { planCall, Plan, PlannedShape } from './planned-calls-routes.ts';
import {
  CARRIER_NAME,
  closed,
  E164,
  FlowName,
  IdempotencyKey,
  InProject,
  Page,
  PageShape,
  Params,
  ProjectId,
  Time,
  Timestamp,
  Version,
} from './shapes.ts';

const Id = Type.String({ minLength: 3, maxLength: 260, description: 'Id of a call.' });

/** A call as the API returns it. */
export const CallShape = Type.Object({
  id: Type.String(),
  flow: Type.String(),
  version: Version,
  direction: Type.Union([Type.Literal('inbound'), Type.Literal('outbound')]),
  number: Type.String({
    description: 'The number of the remote party; without its middle for callers who may not read numbers.',
  }),
  from: Type.String(),
  to: Type.String(),
  startedAt: Timestamp,
  endedAt: Type.Optional(Type.Integer()),
  step: Type.String({
    description:
      'The current step; of an ended call the step in which it ended, before its finalizer (`on.end`).',
  }),
  leg: Type.String({ description: 'The state of the call at the platform.' }),
  ended: Type.Optional(Type.String({ description: 'The reason for which the call ended.' })),
  result: Type.Optional(
    Type.Enum([...CALL_RESULTS], {
      description:
        'How an ended call went, as the statistics count it. `failed`: it ended on an error path. `hung_up`: the caller hung up early. `talked`: the caller reached somebody. `served`: any other end.',
    }),
  ),
  outcomes: Type.Array(Type.String(), { description: 'The business outcomes that the call reached.' }),
  carrier: Type.Optional(
    Type.String({ description: 'Name of the carrier of the call; absent: the platform.' }),
  ),
  campaign: Type.Optional(Type.String({ description: 'Id of the campaign that placed the call.' })),
});

const Filter = {
  flow: Type.Optional(FlowName),
  state: Type.Optional(Type.Union([Type.Literal('live'), Type.Literal('ended')])),
  number: Type.Optional(Type.String({ pattern: '^\\+?[0-9]{3,15}$' })),
  campaign: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
      description: 'Returns only calls that this campaign placed.',
    }),
  ),
  since: Type.Optional(Time),
  before: Type.Optional(Time),
  ended: Type.Optional(
    Type.String({ pattern: '^[a-z_]{1,40}$', description: 'Returns only calls that ended for this reason.' }),
  ),
  result: Type.Optional(
    Type.Enum([...CALL_RESULTS], { description: 'Returns only ended calls that went like this.' }),
  ),
  outcome: Type.Optional(
    Type.String({
      pattern: '^[a-z][a-z0-9_]{0,63}$',
      description: 'Returns only calls that reached this outcome.',
    }),
  ),
};

/** Path parameters of a call. */
export const CallPath = Type.Object({ project: ProjectId, id: Id });

export const callRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/calls',
    action: 'calls.read',
    problems: ['bad_cursor'],
    schema: {
      operationId: 'listCalls',
      summary: 'List calls, newest first',
      description:
        'With `ended`, `result`, `outcome` or both `campaign` and `number`, a page may hold fewer items than `limit`, or none: continue as long as the response has a `next`.',
      tags: ['calls'],
      params: InProject,
      querystring: Type.Object({ ...Page, ...Filter }, closed),
      response: { 200: PageShape(CallShape) },
    },
    handler: async ({ calls: { records } }, request) => {
      const { project } = request.params;
      const { limit, after, ...query } = request.query;
      const page = { limit, ...(after && { after }) };
      const { calls, next } = await listMatching(records, {
        filter: { project, ...toFilter(query) },
        page,
        keeps: (record) => matchesRecord(record, query),
      }).catch(rethrowAsProblem);
      const show = showNumbersTo(request);
      return { items: calls.map((call) => showCall(call, show)), ...(next && { next }) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/calls/:id',
    action: 'calls.read',
    problems: ['unknown_call'],
    schema: {
      operationId: 'getCall',
      summary: 'Get a call',
      tags: ['calls'],
      params: CallPath,
      response: { 200: CallShape },
    },
    handler: async ({ calls: { records } }, request) =>
      showCall(await findCall(records, request.params), showNumbersTo(request)),
  }),

  defineRoute({
    method: 'POST',
    path: '/projects/:project/calls',
    action: 'calls.place',
    changesDirectory: false,
    problems: [
      'unknown_flow',
      'unknown_carrier',
      'key_reused',
      'bad_params',
      'too_many_calls',
      'invalid_time',
      'too_many_planned_calls',
    ],
    schema: {
      operationId: 'placeCall',
      summary: 'Place a call, now or later',
      description:
        'With `at` or `retries` the call is planned: the response (202) describes the planned call. Repeating a request with the same Idempotency-Key returns the same call and places no other; a different request with that key fails with 409.',
      tags: ['calls'],
      params: InProject,
      headers: IdempotencyKey,
      body: Type.Object(
        {
          ...{ flow: FlowName, from: E164, to: E164, params: Type.Optional(Params), ...Plan },
          carrier: Type.Optional(
            Type.String({
              pattern: CARRIER_NAME,
              description: 'Name of the carrier that places the call. Default: that of the project.',
            }),
          ),
        },
        closed,
      ),
      response: { 201: Type.Object({ id: Type.String() }), 202: PlannedShape },
    },
    handler: async (parts, { params: { project }, body, headers, principal }, reply) => {
      const { params, at, retries, ...call } = body;
      const key = headers['idempotency-key'];
      const wanted = { project, ...call, ...(params && { params }), ...(key && { key }) };
      if (at !== undefined || retries !== undefined) {
        const planned = await planCall(parts, principal, { ...wanted, at, retries }).catch(rethrowAsProblem);
        reply.code(202);
        reply.header('location', `planned-calls/${planned.id}`);
        return planned;
      }
      if (key !== undefined) await parts.plannedCalls.refusePlannedKey(project, key).catch(rethrowAsProblem);
      const { flow: subject, ...detail } = call;
      await writeAuditEntry(parts, principal, { project, action: 'call.place', subject, detail });
      const id = await parts.calls.place(wanted).catch(rethrowAsProblem);
      reply.code(201);
      return { id };
    },
  }),
];

function showCall(record: CallRecord, show: Show): CallSummary {
  const summary = summarize(record);
  return show(findNumbers(summary), summary);
}

/** Throws a `Problem`: `unknown_call`, for calls of other projects too. */
export async function findCall(
  records: ApiParts['calls']['records'],
  { project, id }: { project: string; id: string },
): Promise<CallRecord> {
  const isOfProject = id.startsWith(`${project}.`);
  const stored = isOfProject ? await records.load(callId(id)) : undefined;
  const hint = isOfProject ? '' : `: ids of calls of this project begin with "${project}."`;
  if (stored === undefined) throw new Problem('unknown_call', `there is no call "${id}"${hint}`);
  return stored.record;
}

/** Maximum number of store reads for one page. */
const MAX_READS = 40;

interface Wanted {
  filter: CallFilter;
  page: { limit: number; after?: string };
  keeps: (record: CallRecord) => boolean;
}

/** Reads a page of calls; filters without an index skip calls one by one. */
async function listMatching(
  records: ApiParts['calls']['records'],
  { filter, page, keeps }: Wanted,
): Promise<CallList> {
  const kept: CallRecord[] = [];
  let { after } = page;
  let looks = 0;
  do {
    const wanted = page.limit - kept.length;
    const list = await records.list(filter, { limit: wanted, ...(after === undefined ? {} : { after }) });
    kept.push(...list.calls.filter(keeps));
    after = list.next;
    looks += 1;
  } while (after !== undefined && kept.length < page.limit && looks < MAX_READS);
  return { calls: kept, ...(after === undefined ? {} : { next: after }) };
}

/** True when a call matches what stores do not filter by: the number within a campaign too. */
function matchesRecord(record: CallRecord, { ended, result, outcome, number }: FilterQuery): boolean {
  const { call, milestones } = record.context;
  return (
    (ended === undefined || call.reason === ended) &&
    (result === undefined || readResult(record) === result) &&
    (outcome === undefined || milestones.includes(outcome)) &&
    (number === undefined || toDigits(remoteNumber(call)) === toDigits(number))
  );
}

type FilterQuery = { [Name in keyof typeof Filter]?: string | undefined };

function toFilter({ flow, state, number, campaign, since, before }: FilterQuery): CallFilter {
  return {
    ...(flow !== undefined && { flow }),
    ...(state !== undefined && { state: state as 'live' | 'ended' }),
    ...(campaign !== undefined ? { campaign } : number !== undefined && { number }),
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(before !== undefined && { before: Date.parse(before) }),
  };
}
