/** Shapes that several routes of the API share, in JSON Schema. */
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';

/** Refuses what is not described, so that a misspelt member is told and not passed over. */
export const closed = { additionalProperties: false };

export const ProjectId = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,39}$',
  description: 'Id of a project.',
});

export const FlowName = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,63}$',
  description: 'Name of a flow.',
});

export const Version = Type.String({
  pattern: '^[0-9a-f]{16}$',
  description: 'Version of a flow: the content hash of its compiled form.',
});

export const Time = Type.String({
  format: 'date-time',
  description: 'A time with its distance to UTC, such as 2026-12-24T18:00:00+01:00.',
});

/** With it a request that is made again is known again. */
export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
});

/** The part of a list that is asked for. */
export const Page = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'At most so many.' }),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 400, description: '`next` of the page before.' }),
  ),
};

/** A page of a list. */
export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    next: Type.Optional(Type.String({ description: 'Where the next page begins; absent: there is none.' })),
  });

/** Why a request was refused (RFC 9457). */
export const ProblemShape = Type.Object(
  {
    type: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: 'Stable, for programs.' }),
    detail: Type.String({ description: 'For people: what is wrong and what to do.' }),
    diagnostics: Type.Optional(Type.Array(Type.Unknown())),
  },
  { description: 'Why the request was refused (RFC 9457).' },
);

/** A value of a flow's parameter. */
export const ParamValue = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]);

export const Params = Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), ParamValue, {
  description: "Values of the flow's parameters.",
});

export type PageOf<Item extends TSchema> = Static<ReturnType<typeof pageOf<Item>>>;

/** One more than asked for was read: the page, and where the next one begins. */
export function paged<Item extends { cursor: string }>(
  read: Item[],
  limit: number,
): { items: Omit<Item, 'cursor'>[]; next?: string } {
  const items = read.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(({ cursor: _cursor, ...item }) => item),
    ...(read.length > limit && last !== undefined && { next: last.cursor }),
  };
}
