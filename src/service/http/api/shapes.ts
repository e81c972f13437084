/** JSON Schemas shared by several routes. */
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { PROJECT_ID } from '../../management/index.ts';

/** Refuses unknown members, so misspelt ones are reported. */
export const closed = { additionalProperties: false };

export const ProjectId = Type.String({
  pattern: PROJECT_ID.source,
  description: 'Id of a project.',
});

/** Pattern of the names of carriers. */
export const CARRIER_NAME = '^[a-z][a-z0-9-]{0,31}$';

/** Path parameters of the resources of a project. */
export const InProject = Type.Object({ project: ProjectId });

export const E164 = Type.String({ pattern: '^\\+[1-9][0-9]{3,14}$', description: 'A number in E.164 form.' });

export const Timestamp = Type.Integer({ description: 'ms since the epoch' });

export const FlowName = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,63}$',
  description: 'Name of a flow.',
});

export const Version = Type.String({
  pattern: '^[0-9a-f]{16}$',
  description: 'Version of a flow: the content hash of its compiled form.',
});

/** Origin of a version in the API. */
export const Source = Type.Optional(
  Type.Literal('files', {
    description:
      'The version comes from a folder of files that the service runs or ran lately. Absent: it was uploaded.',
  }),
);

/** RFC 3339 times that `Date` can parse; other ones would become NaN. */
export const Time = Type.String({
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:[0-5]\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:\\d\\d)$',
  description: 'A time with its UTC offset, such as 2026-12-24T18:00:00+01:00.',
});

/** Header that makes a request repeatable. */
export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
});

/** Paging parameters of a list. */
export const Page = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Maximum number of items.' }),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 400, description: 'The `next` of the previous page.' }),
  ),
};

/** A page of a list. */
export const PageShape = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    next: Type.Optional(Type.String({ description: 'Cursor of the next page; absent on the last page.' })),
  });

/** The files of a bundle. */
export const Files = Type.Record(Type.String({ minLength: 1, maxLength: 400 }), Type.String(), {
  description: 'Maps relative paths to file contents: flows, their imports, tables and scenarios.',
});

/** Far above the size of a hundred flows with tables, bytes. */
export const MAX_BUNDLE_BYTES = 32 * 1024 * 1024;

/** Reason for proceeding despite failed scenarios. */
export const Force = Type.Object(
  {
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Recorded in the audit log.' }),
  },
  { ...closed, description: 'Proceeds although scenarios fail, or no carrier can run the flow.' },
);

/** A diagnostic of a file. */
export const DiagnosticShape = Type.Object(
  { code: Type.String(), severity: Type.String(), message: Type.String(), file: Type.String() },
  { additionalProperties: true },
);

/** Result of one scenario, with the place of its first failure. */
const TestCaseShape = Type.Object(
  {
    file: Type.String({ description: 'The scenario file.' }),
    flow: Type.String({ description: 'The file of the flow.' }),
    name: Type.String(),
    line: Type.Integer({ description: 'Line of the scenario in its file, from 1.' }),
    ms: Type.Integer({ description: 'Duration of the simulated call.' }),
    passed: Type.Boolean(),
    failure: Type.Optional(
      Type.Object(
        {
          message: Type.String(),
          hint: Type.Optional(Type.String()),
          line: Type.Integer({ description: 'Line in the scenario file.' }),
          column: Type.Integer(),
          ms: Type.Integer({ description: 'Time since the start of the call.' }),
          step: Type.Optional(
            Type.Object(
              { name: Type.String(), verb: Type.String(), line: Type.Integer() },
              { additionalProperties: true, description: 'The step of the flow, with its line.' },
            ),
          ),
        },
        { additionalProperties: true, description: 'The first failure; absent if the scenario passed.' },
      ),
    ),
    story: Type.Optional(
      Type.Array(Type.Any(), { description: 'What happened in the call; only for failed scenarios.' }),
    ),
  },
  { additionalProperties: true },
);

/** A scenario that was not run. */
const NotRunShape = Type.Object({
  file: Type.String(),
  name: Type.String(),
  line: Type.Integer(),
  reason: Type.String(),
});

/** Results of scenarios. */
export const TestResultsShape = Type.Object(
  {
    passed: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Integer(),
    cases: Type.Array(TestCaseShape),
    notRun: Type.Array(NotRunShape),
    broken: Type.Array(Type.String(), { description: 'Scenario files that could not be run.' }),
    diagnostics: Type.Array(DiagnosticShape, { description: 'Diagnostics of scenario files.' }),
    only: Type.Array(Type.Object({ file: Type.String(), line: Type.Integer() }), {
      description: 'Scenarios with "only": if there is one, no scenario is run.',
    }),
  },
  { description: 'The output of `ringflow test --json`.' },
);

/** A problem (RFC 9457). */
export const ProblemShape = Type.Object(
  {
    type: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: 'Stable code for programs.' }),
    detail: Type.String({ description: 'Explanation for people: the problem and its remedy.' }),
    requestId: Type.String({
      description: 'The id in `X-Request-Id`; the log of the service contains it too.',
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          in: Type.String({ description: 'Part of the request: body, querystring, params or headers.' }),
          pointer: Type.String({ description: 'JSON Pointer into that part.' }),
          detail: Type.String({ description: 'The mistake, for people.' }),
        }),
        { description: 'With `invalid`: the mistakes and their places.' },
      ),
    ),
    diagnostics: Type.Optional(
      Type.Array(DiagnosticShape, { description: 'With `flow_errors`: the diagnostics of the flows.' }),
    ),
    etag: Type.Optional(
      Type.String({
        description: 'With `precondition_failed`: the current `ETag`; absent if there is none.',
      }),
    ),
    tests: Type.Optional(
      Type.Object(TestResultsShape.properties, {
        description: 'With `tests_failed`: the results of the scenarios.',
      }),
    ),
  },
  { description: 'A problem (RFC 9457).' },
);

/** A value of a flow's parameter. */
const ParamValue = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]);

export const Params = Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), ParamValue, {
  description: "Values of the flow's parameters.",
});

/** Reads a page, and one more item to know whether there is a next page. `cursor`: the member that is the cursor. */
export async function readPage<Name extends string, Item extends Record<Name, string>>(
  { limit, after }: { limit: number; after?: string | undefined },
  cursor: Name,
  list: (page: { limit: number; after?: string }) => Promise<readonly Item[]>,
): Promise<{ items: Item[]; next?: string }> {
  const read = await list({ limit: limit + 1, ...(after && { after }) });
  const items = read.slice(0, limit);
  const last = items.at(-1);
  return { items, ...(read.length > limit && last !== undefined && { next: last[cursor] }) };
}
