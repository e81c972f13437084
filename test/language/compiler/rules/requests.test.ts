/** Requests that expose something, or that a service carries out twice or never: those that are told, and those that are not. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

const HEAD = `ringflow: 1
name: case
on: { error: sorry }
env:
  PUBLIC: { description: A service., default: 'http://service.example' }
  OWN: { description: A service., default: 'http://10.1.2.3' }
  UNKNOWN: A service.
  KEY: { description: A key., secret: true }
  API_KEY: Another key.
vars: { number: '', pin: '', code: { type: string, secret: true }, tries: 0 }
steps:
`;

/** Returns the codes that are told of the requests of a flow with these steps. */
function judge(steps: string): string[] {
  const text = `${HEAD}${steps}  sorry: { say: '\${vars.number} \${vars.tries}' }\n`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const codes = ['unencrypted-secret', 'secret-in-address', 'shared-idempotency-key', 'repeated-request'];
  return diagnostics.map(({ code }) => code as string).filter((code) => codes.includes(code));
}

const http = (body: string, more = '') => `  ask: { http: { ${body}, timeout: 4s }${more} }\n`;
const post = (more: string) => `post: 'https://service.example/orders', ${more}`;

describe('a secret', () => {
  test.each([
    ['over http', "post: 'http://service.example', json: { pin: '${vars.pin}' }", ['unencrypted-secret']],
    [
      'over http by default',
      "post: '${env.PUBLIC}/a', json: { code: '${vars.code}' }",
      ['unencrypted-secret'],
    ],
    [
      'in a header over http',
      "get: 'http://service.example', headers: { X-Api-Key: '${env.KEY}' }",
      ['unencrypted-secret'],
    ],
    ['over https', "post: 'https://service.example', json: { pin: '${vars.pin}' }", []],
    ['over http in the own network', "post: '${env.OWN}/a', json: { pin: '${vars.pin}' }", []],
    [
      'over http to a host without a domain',
      "post: 'http://billing:8080/a', json: { pin: '${vars.pin}' }",
      [],
    ],
    ['over what only the deployment knows', "post: '${env.UNKNOWN}/a', json: { pin: '${vars.pin}' }", []],
    ['in the path', "get: 'https://service.example/${vars.pin}'", ['secret-in-address']],
    ['in the query', "get: 'https://service.example', query: { pin: '${vars.pin}' }", ['secret-in-address']],
    [
      'named by its field of the query',
      "get: 'https://service.example', query: { token: '${vars.number}' }",
      ['secret-in-address'],
    ],
    [
      'as a setting in the query',
      "get: 'https://service.example', query: { k: '${env.API_KEY}' }",
      ['secret-in-address'],
    ],
    ['in the body', post("json: { pin: '${vars.pin}' }"), []],
  ])('%s', (_fact, body, codes) => {
    expect(judge(http(body))).toEqual(codes);
  });

  test('is no number that nothing calls secret', () => {
    const plain = "get: 'http://service.example/${vars.number}', query: { number: '${call.from}' }";
    expect(judge(http(plain))).toEqual([]);
  });
});

describe('a key of a request', () => {
  const key = (value: string) => http(post(`headers: { Idempotency-Key: '${value}' }`));
  test.each([
    ['that is constant', 'order', ['shared-idempotency-key']],
    ['of a caller', 'order-${call.from}', ['shared-idempotency-key']],
    ['of a setting', 'order-${env.API_KEY}', ['shared-idempotency-key']],
    ['of a call', 'order-${call.id}', []],
    ['of a caller and a value', '${call.from}-${vars.number}', []],
  ])('%s', (_fact, value, codes) => {
    expect(judge(key(value))).toEqual(codes);
  });
});

describe('a request that is sent again', () => {
  const count =
    "  count: { set: { tries: '${vars.tries + 1}' } }\n  enough: { switch: [{ when: vars.tries < 3, goto: ask }] }\n";
  const again = ', on: { failed: count }, next: sorry';
  const ask =
    '  more: { collect: { prompt: Another?, digits: 4, save: number }, on: { exhausted: sorry }, next: ask }\n';
  const key = (value: string) =>
    post(`json: { number: '\${vars.number}' }, headers: { Idempotency-Key: '${value}' }`);
  test.each([
    ['without a key', http(post('json: {}'), again) + count, ['repeated-request']],
    ['with one key', http(key('${call.id}'), again) + count, []],
    [
      'with a key that counts the tries',
      http(key('${call.id}-${vars.tries}'), again) + count,
      ['repeated-request'],
    ],
    ['after a question', http(post('json: {}'), ', on: { failed: more }, next: sorry') + ask, []],
    ['to ask, not to order', http("get: 'https://service.example/orders'", again) + count, []],
    ['to ask, with retries', http("get: 'https://service.example/orders', retries: 2"), []],
    [
      'to order by a get with retries',
      http("get: 'https://service.example/book', retries: 2"),
      ['repeated-request'],
    ],
    ['to order by a get without retries', http("get: 'https://service.example/book'"), []],
    [
      'for something else with the same key',
      http(key('${call.id}'), ', next: more') + ask,
      ['shared-idempotency-key'],
    ],
    ['for something else with another key', http(key('${call.id}-${vars.number}'), ', next: more') + ask, []],
  ])('%s', (_fact, steps, codes) => {
    expect(judge(steps)).toEqual(codes);
  });
});
