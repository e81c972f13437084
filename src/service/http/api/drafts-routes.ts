/** Drafts of flows, changed under a precondition so that nobody overwrites what somebody else has saved. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MAX_DRAFT_BYTES } from '../../management/index.ts';
import type { Draft, Precondition } from '../../management/index.ts';
import { Problem } from '../problem.ts';
import { explainConflict, IfMatch, IfMatchOrNone, readPrecondition } from './preconditions.ts';
import type { ConditionHeaders } from './preconditions.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import {
  closed,
  Files,
  FlowName,
  InProject,
  Page,
  PageShape,
  ProjectId,
  readPage,
  Timestamp,
  Version,
} from './shapes.ts';

/** Leaves room for the escapes of JSON. */
const MAX_BODY_BYTES = 4 * MAX_DRAFT_BYTES;

const BasedOn = Type.Optional({ ...Version, description: 'Version with which editing began.' });

const DraftInfoShape = Type.Object({
  flow: FlowName,
  savedAt: Timestamp,
  savedBy: Type.Optional(
    Type.String({ description: 'Id of the principal who saved it; absent with `source`.' }),
  ),
  basedOn: BasedOn,
  source: Type.Optional(
    Type.Literal('files', { description: 'The draft is the files of the folder that the node runs.' }),
  ),
});

const DraftShape = Type.Object({ ...DraftInfoShape.properties, files: Files });

const ofFlow = Type.Object({ project: ProjectId, flow: FlowName });

const conditional = ['precondition_required', 'precondition_failed'] as const;

export const draftRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/drafts',
    action: 'drafts.read',
    schema: {
      operationId: 'listDrafts',
      summary: 'List drafts',
      tags: ['drafts'],
      params: InProject,
      querystring: Type.Object({ ...Page, flow: Type.Optional(FlowName) }, closed),
      response: { 200: PageShape(DraftInfoShape) },
    },
    handler: ({ management: { drafts } }, { params: { project }, query: { flow, ...query } }) =>
      readPage(query, 'flow', (page) => drafts.list(project, { ...page, ...(flow && { flow }) })),
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/drafts/:flow',
    action: 'drafts.read',
    problems: ['unknown_draft'],
    schema: {
      operationId: 'getDraft',
      summary: 'Get the draft of a flow with its files',
      description: 'The `ETag` of the response names this state of the draft.',
      tags: ['drafts'],
      params: ofFlow,
      response: { 200: DraftShape },
    },
    handler: async ({ management: { drafts } }, { params }, reply) => {
      const draft = await drafts.get(params);
      reply.header('etag', `"${draft.etag}"`);
      return toDraftBody(draft);
    },
  }),

  defineRoute({
    method: 'PUT',
    path: '/projects/:project/drafts/:flow',
    action: 'drafts.write',
    changesDirectory: false,
    problems: [
      ...conditional,
      'editing_off',
      'invalid_path',
      'draft_too_large',
      'too_many_drafts',
      'folder_not_writable',
    ],
    bodyLimit: MAX_BODY_BYTES,
    schema: {
      operationId: 'putDraft',
      summary: 'Save the draft of a flow',
      description:
        'Requires `If-Match` with the `ETag` of the draft, or `If-None-Match: *` for a new one. The files need not be valid. With `dev` the files are written to its folder; files that the request leaves out remain there.',
      tags: ['drafts'],
      params: ofFlow,
      headers: IfMatchOrNone,
      body: Type.Object({ files: Files, basedOn: BasedOn }, closed),
      response: { 200: DraftInfoShape, 201: DraftInfoShape },
    },
    handler: async ({ management: { drafts } }, { params, headers, body, principal }, reply) => {
      const precondition = requirePrecondition(headers);
      const saving = drafts.put(principal, params, { draft: body, precondition });
      const { draft, isNew } = await explainConflict(saving);
      reply.code(isNew ? 201 : 200);
      reply.header('etag', `"${draft.etag}"`);
      const { files: _files, ...info } = toDraftBody(draft);
      return info;
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/projects/:project/drafts/:flow',
    action: 'drafts.write',
    changesDirectory: false,
    problems: [...conditional, 'unknown_draft', 'flow_from_files'],
    schema: {
      operationId: 'deleteDraft',
      summary: 'Delete the draft of a flow',
      description: 'Requires `If-Match` with the `ETag` of the draft, or `*`.',
      tags: ['drafts'],
      params: ofFlow,
      headers: IfMatch,
      response: { 204: Type.Null() },
    },
    handler: ({ management: { drafts } }, { params, headers, principal }) =>
      explainConflict(drafts.remove(principal, params, requirePrecondition(headers))),
  }),
];

/** Reads the precondition of a change. Throws a `Problem` if there is none. */
function requirePrecondition(headers: ConditionHeaders): Precondition {
  const precondition = readPrecondition(headers);
  if (Object.keys(precondition).length === 0)
    throw new Problem(
      'precondition_required',
      'send If-Match with the ETag of the draft, or If-None-Match: * to create one',
    );
  return precondition;
}

function toDraftBody({ etag: _etag, files, ...info }: Draft): Static<typeof DraftShape> {
  return { ...info, files: { ...files } };
}
