/** Control of live calls. Each action is written to the audit log before it is attempted. */
import { Type } from 'typebox';
import { callId, summarize } from '../../../call/index.ts';
import { CallShape, findCall, CallPath } from './calls-routes.ts';
import { rethrowAsProblem } from './engine-refusal.ts';
import { writeAuditEntry } from './audit-entry.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, E164, IdempotencyKey } from './shapes.ts';

const Text = Type.String({ minLength: 1, maxLength: 1_000 });

const GivenShape = Type.Union([
  Type.Object(
    {
      type: Type.Literal('digits'),
      digits: Type.String({ pattern: '^[0-9*#]{1,32}$', description: 'Keys to press.' }),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal('speech'), text: Text }, closed),
  Type.Object({ type: Type.Literal('message'), text: Text, from: Type.Optional(E164) }, closed),
]);

export const callControlRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/projects/:project/calls/:id/events',
    action: 'calls.control',
    changesDirectory: false,
    problems: ['unknown_call', 'call_over', 'not_awaited', 'key_reused'],
    schema: {
      operationId: 'sendCallEvent',
      summary: 'Send an event to a call',
      description:
        'Sends key presses, speech or a text message as if they came from the caller. If the call is not waiting for such an event, the request changes nothing and fails with 409 `not_awaited`. Repeating a request with the same Idempotency-Key has no effect; using the key for an event of another type, or with a different number of digits, fails with 409 `key_reused`. The digits and words themselves are not compared, because they are not stored. A call remembers the idempotency keys of its last 32 events.',
      tags: ['calls'],
      params: CallPath,
      headers: IdempotencyKey,
      body: GivenShape,
      response: { 200: CallShape },
    },
    handler: async (parts, { params, body, headers, principal }) => {
      const { id } = await findCall(parts.calls.records, params);
      await writeAuditEntry(parts, principal, {
        ...toAuditTarget(params),
        action: 'call.event',
        detail: { type: body.type },
      });
      await parts.calls.give(id, body, headers['idempotency-key']).catch(rethrowAsProblem);
      return summarize(await findCall(parts.calls.records, params));
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/projects/:project/calls/:id/end',
    action: 'calls.control',
    changesDirectory: false,
    problems: ['unknown_call', 'call_over'],
    schema: {
      operationId: 'endCall',
      summary: 'End a call',
      description:
        'Responds once the hang-up is stored; the node that owns the call sends it to the platform. The finalizer of the flow runs as usual. Fails with 409 `call_over` if the call has ended, but not if it is already being hung up.',
      tags: ['calls'],
      params: CallPath,
      response: { 202: CallShape },
    },
    handler: async (parts, { params, principal }) => {
      await findCall(parts.calls.records, params);
      await writeAuditEntry(parts, principal, { ...toAuditTarget(params), action: 'call.end', detail: {} });
      await parts.calls.hangUp(callId(params.id)).catch(rethrowAsProblem);
      return summarize(await findCall(parts.calls.records, params));
    },
  }),
];

const toAuditTarget = ({ project, id: subject }: { project: string; id: string }) => ({ project, subject });
