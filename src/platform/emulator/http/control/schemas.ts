/** JSON Schemas of the control API, for Fastify. The `title` of a pattern is shown as advice. */
import { happeningKinds } from '../../model/index.ts';

const ms = { type: 'integer', minimum: 0, maximum: 86_400_000 } as const;
const text = { type: 'string', maxLength: 4_096 } as const;
const keys = {
  type: 'string',
  pattern: '^[0-9*#A-D]{1,128}$',
  title: 'from 1 to 128 keys of a telephone: 0-9, *, #, A-D',
} as const;
export const strictObject = { type: 'object', additionalProperties: false } as const;

const act = {
  ...strictObject,
  required: ['afterMs'],
  minProperties: 2,
  maxProperties: 2,
  properties: { afterMs: ms, presses: keys, says: text, hangsUp: { const: true } },
} as const;

const acts = { type: 'array', maxItems: 1_000, items: act } as const;

const party = {
  ...strictObject,
  properties: {
    on_ring: { enum: ['answers', 'busy', 'no_answer', 'rejects', 'fails', 'unreachable'] },
    reason: text,
    afterMs: ms,
    acts,
    recording: { enum: ['refused', 'fails'] },
  },
} as const;

export const ringBody = {
  ...strictObject,
  required: ['from', 'to'],
  properties: {
    from: { ...text, minLength: 1 },
    to: { ...text, minLength: 1 },
    acts,
    headers: { type: 'object', maxProperties: 20, additionalProperties: text },
  },
} as const;

export const pressBody = { ...strictObject, required: ['keys'], properties: { keys } } as const;

export const sayBody = { ...strictObject, required: ['text'], properties: { text } } as const;

export const speakBody = {
  ...strictObject,
  required: ['ms'],
  properties: { ms: { type: 'integer', minimum: 1, maximum: 3_600_000 } },
} as const;

/** Allows an empty body. */
export const hangUpBody = {
  ...strictObject,
  type: ['object', 'null'],
  properties: { who: { enum: ['ours', 'second'] } },
} as const;

/** Limits one step to a year, so that repeated steps do not soon exceed the range of dates. */
export const clockBody = {
  ...strictObject,
  required: ['advance'],
  properties: { advance: { type: 'integer', minimum: 0, maximum: 31_622_400_000 } },
} as const;

export const callsQuery = {
  ...strictObject,
  properties: { limit: { type: 'string', pattern: '^[1-9]\\d{0,5}$', title: 'a number from 1 to 999999' } },
} as const;

const seq = { type: 'string', pattern: '^\\d{1,15}$', title: 'the seq of an entry, or 0' } as const;

export const streamQuery = { ...strictObject, properties: { after: seq, voice_id: text } } as const;

export const journalQuery = {
  ...strictObject,
  properties: { ...streamQuery.properties, kind: { enum: happeningKinds } },
} as const;

const webhook = {
  type: 'string',
  format: 'uri',
  pattern: '^https?://',
  title: 'an address such as http://127.0.0.1:3000/hook',
} as const;

/** Webhooks of a project. */
export const webhooksBody = {
  ...strictObject,
  properties: { webhook, smsWebhook: webhook, videoWebhook: webhook },
} as const;

const spoken = { ...text, minLength: 1 } as const;

const greeting = {
  anyOf: [
    spoken,
    { ...strictObject, required: ['text'], properties: { text: spoken, language: text, voice: text } },
    { ...strictObject, required: ['prompt'], properties: { prompt: spoken } },
  ],
} as const;

export const numberBody = {
  ...strictObject,
  properties: {
    label: text,
    project: text,
    webhook,
    greeting,
    party: { anyOf: [party, { type: 'array', minItems: 1, maxItems: 100, items: party }] },
  },
} as const;

/** Accepts phone numbers, and SIP URIs for parties. */
export const numberParams = {
  type: 'object',
  properties: {
    number: {
      type: 'string',
      pattern: '^(\\+?\\d{3,15}|[sS][iI][pP][sS]?:([^\\s@]+@)?[^\\s@:;?][^\\s@]*)$',
      title: 'a phone number such as +4930100100, or a SIP URI such as sip:desk@example.com',
    },
  },
} as const;

/** Accepts what a server can send (RFC 9110 5.6.2 and 5.5). */
const headers = {
  type: 'object',
  propertyNames: {
    pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    title: 'the name of a header, such as retry-after',
  },
  additionalProperties: {
    ...text,
    pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
    title: 'one line of Latin characters',
  },
} as const;

export function createFaultBody(routeNames: string[]) {
  return {
    ...strictObject,
    required: ['status'],
    properties: {
      route: { enum: routeNames },
      times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
      status: { anyOf: [{ const: 0 }, { type: 'integer', minimum: 200, maximum: 599 }] },
      headers,
      body: {},
      executes: { type: 'boolean' },
      remembered: { type: 'boolean' },
    },
  } as const;
}
