/** What can be wrong with a request besides what its schema says. */
import { authorization, basic } from '../platform.ts';

/** Bodies that are no JSON, or no JSON object, or too much. */
export const brokenBodies: readonly (string | Buffer)[] = [
  ...['{', '{"a":', '{"a":1}}', '{"a":1,}', "{'a':1}", '[]', '[{}]', 'null', 'true', '1', '"x"', '', ' ', 'a=1&b=2'],
  ...['\uFEFF{}', '\u0000', '{"a":\u0000}', '{"\\ud800":1}', '['.repeat(100_000), '{"a":'.repeat(100_000)],
  ...['<xml/>', '{"a":NaN}', '{"a":01}', '{"a":1}\n{"a":2}', `{"a":"${'x'.repeat(2_000_000)}"}`],
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
]; // prettier-ignore

/** Types that a JSON body does not have. */
export const contentTypes = [
  ...[
    '',
    ';',
    'x',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ],
  ...[
    'application/json; charset=latin1',
    'application/json;;',
    'application/json, text/plain',
    'a/'.repeat(2_000),
  ],
];

/** Credentials that are nobody's. */
export const credentials = [
  ...[
    '',
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic é',
    'basic x',
    'Bearer',
    'Bearer x',
    'Bearer __proto__',
    'Digest a',
  ],
  ...['nocolon', ':', 'demo:', ':demo-key', 'demo:wrong', '__proto__:x', 'constructor:', 'a:b:c'].map(base64),
  ...[basic('demo', 'x'.repeat(5_000)), `Basic ${'A'.repeat(10_000)}`, `${authorization} ${authorization}`],
];

function base64(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** Parts of a path that name nothing, or should not be there. */
export const segments = [
  ...[
    '',
    '%',
    '%00',
    '%ff',
    '%2F',
    '%2e%2e',
    '..',
    '.',
    '.wav',
    'a.b.c',
    '__proto__',
    'constructor',
    'null',
    '-1',
  ],
  ...[
    '0000-00-00',
    '2026-02-31',
    '9999-12-31',
    '2026-01-01T00:00:00Z',
    "'%20OR%201",
    'x'.repeat(5_000),
    '%F0%9F%98%80',
  ],
];

/** Methods that a server may hear of. */
export const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
];

/** Headers of which there is something to say. */
export const otherHeaders: Record<string, string>[] = [
  ...['', 'k', 'k'.repeat(255), 'k'.repeat(256), 'k'.repeat(5_000), '__proto__'].map((key) => ({ 'idempotency-key': key })),
  ...['gzip', 'identity', 'nonsense'].map((coding) => ({ 'content-encoding': coding })),
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, 'x'])),
  { 'x-long': 'x'.repeat(50_000) },
  { accept: 'text/html', range: 'bytes=0-1', 'if-match': '*', 'x-http-method-override': 'DELETE' },
]; // prettier-ignore

/** Requests that are no HTTP, or hardly. A host is not named in any but the last. */
export const brokenHttp: readonly [string, string][] = [
  ['no HTTP at all', 'this is no HTTP\r\n\r\n'],
  ['an unknown method', 'DANCE / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ['another version', 'GET / HTTP/9.9\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nhost: a\r\nnonsense\r\n\r\n'],
  ['a header with a NUL', 'GET / HTTP/1.1\r\nhost: a\r\nx: \u0000\r\n\r\n'],
  ['a length that is none', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: many\r\n\r\n'],
  ['a negative length', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
  ['a length and chunks', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n'],
  ['a chunk that is none', 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ['a huge header', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a huge address', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: a\r\n\r\n`],
  ['an expectation that nobody meets', 'GET / HTTP/1.1\r\nhost: a\r\nexpect: wonders\r\nconnection: close\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['an upgrade', 'GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n'],
]; // prettier-ignore
