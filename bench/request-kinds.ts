/** The kinds of requests that `bench/requests.ts` sends: to hooks and API, as they should be and as they should not. */
import { token } from './contestants.ts';
import { flowOfSteps } from './flow-text.ts';
import type { RawRequest } from './raw-request.ts';
import type { randomOf } from '../test/e2e/random.ts';

/** Data from which requests are built. */
export interface Making {
  random: ReturnType<typeof randomOf>;
  /** A key that opens the API. */
  key: string;
  /** Tells calls apart. */
  id: string;
}

type Maker = (making: Making) => Omit<RawRequest, 'from'>;

const HOOK = `/hooks/default/${token}/voice`;

/** A whole number from 0 to `end` - 1. */
export function below({ between }: Making['random'], end: number): number {
  return Math.floor(between(0, end));
}

function post(path: string, body: string, headers = ''): string {
  const length = Buffer.byteLength(body);
  return `${head('POST', path, headers)}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

function head(method: string, path: string, headers = ''): string {
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}`;
}

function bearer(key: string): string {
  return `authorization: Bearer ${key}\r\n`;
}

function notice(id: string, more: object = {}): object {
  const at = new Date().toISOString();
  return { voice_id: id, state: 'incomingcall', from: '+4930111', to: '+4930222', timestamp: at, ...more };
}

/** A notification, cut in two behind so many characters of its body. */
function halves(id: string, at: number): [string, string] {
  const whole = post(HOOK, JSON.stringify(notice(id)));
  const cut = whole.indexOf('\r\n\r\n') + 4 + at;
  return [whole.slice(0, cut), whole.slice(cut)];
}

const kinds = {
  notification: ({ id }) => ({ parts: [post(HOOK, JSON.stringify(notice(id)))], answers: 1 }),
  'half-closed': ({ id }) => ({
    parts: [post(HOOK, JSON.stringify(notice(id)))],
    isHalfClosed: true,
    answers: 1,
  }),
  'slow body': ({ id, random }) => ({
    parts: halves(id, 20),
    pauseMs: 200 + below(random, 2_000),
    answers: 1,
  }),
  'cut body': ({ id }) => ({ parts: [halves(id, 30)[0]], isHalfClosed: true, answers: 1 }),
  'broken JSON': ({ id, random }) => ({
    parts: [post(HOOK, JSON.stringify(notice(id)).slice(0, 1 + below(random, 60)))],
    answers: 1,
  }),
  'byte order mark': ({ id }) => ({ parts: [post(HOOK, `\ufeff${JSON.stringify(notice(id))}`)], answers: 1 }),
  array: ({ id, random }) => {
    const all = Array.from({ length: 1 + below(random, 50) }, (_, index) => notice(`${id}-${index}`));
    return { parts: [post(HOOK, JSON.stringify(all))], answers: 1 };
  },
  'large body': ({ id }) => ({
    parts: [post(HOOK, JSON.stringify(notice(id, { note: 'x'.repeat(900_000) })))],
    answers: 1,
  }),
  'too large': ({ id }) => ({
    parts: [post(HOOK, JSON.stringify(notice(id, { note: 'x'.repeat(2_000_000) })))],
    answers: 1,
  }),
  'wrong hook token': ({ id }) => ({
    parts: [post('/hooks/default/wrong/voice', JSON.stringify(notice(id)))],
    answers: 1,
  }),
  pipelined: ({ id }) => ({
    parts: [Array.from({ length: 5 }, (_, at) => post(HOOK, JSON.stringify(notice(`${id}-${at}`)))).join('')],
    answers: 5,
  }),
  'keep-alive': ({ id }) => ({
    parts: Array.from({ length: 3 }, (_, at) => post(HOOK, JSON.stringify(notice(`${id}-${at}`)))),
    inTurn: true,
    answers: 3,
  }),
  'expect 100': ({ id, random }) => {
    const body = JSON.stringify(notice(id));
    const whole = post(HOOK, body, 'expect: 100-continue\r\n');
    return { parts: [whole.slice(0, -body.length), body], pauseMs: 10 + below(random, 100), answers: 1 };
  },
  'no HTTP': ({ random }) => ({
    parts: [`${'\u0000GET '.repeat(1 + below(random, 9))}\r\n\r\n`],
    answers: 1,
  }),
  'wrong key': ({ id }) => ({
    parts: [`${head('GET', '/api/v1/projects', bearer(`rf_${id}_${'0'.repeat(40)}`))}\r\n`],
    answers: 1,
  }),
  // The id of a key that exists, so that its secret is hashed.
  'wrong secret': ({ key, id }) => ({
    parts: [`${head('GET', '/api/v1/projects', bearer(`${key.slice(0, -id.length)}${id}`))}\r\n`],
    answers: 1,
  }),
  read: ({ key }) => ({
    parts: [`${head('GET', '/api/v1/projects/default/calls', bearer(key))}\r\n`],
    answers: 1,
  }),
  deploy: ({ key, random }) => {
    const name = `bench-${below(random, 20)}`;
    const files = { [`${name}/flow.yaml`]: flowOfSteps(20, name) };
    return {
      parts: [post('/api/v1/projects/default/flows', JSON.stringify({ files }), bearer(key))],
      answers: 1,
    };
  },
} satisfies Record<string, Maker>;

export type RequestKind = keyof typeof kinds;

/** Deploys are rarer than the rest, as each takes a core for a while. */
export const REQUEST_KINDS = (Object.keys(kinds) as RequestKind[]).flatMap((kind) =>
  kind === 'deploy' ? [kind] : [kind, kind, kind, kind],
);

/** A request of a kind, from one of 32 addresses. */
export function requestOf(kind: RequestKind, making: Making): RawRequest {
  return { ...kinds[kind](making), from: `127.0.0.${2 + below(making.random, 32)}` };
}
