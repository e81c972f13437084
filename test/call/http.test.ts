import { describe, expect, test } from 'vitest';
import type { Command, WebAnswer, WebRequest } from '../../src/call/index.ts';
import {
  formatReason,
  isObsolete,
  isReason,
  mustReportWithdrawal,
  runnable,
  voiceId,
  WITHDRAWN,
} from '../../src/call/index.ts';
import { BOUNDS } from '../../src/language/model/index.ts';
import { flowOf } from '../builders/flow.ts';
import { Script } from './script.ts';

/** A call in the step `check`, which asks at once; what it asks is gathered. */
class Asking {
  readonly call: Script;
  readonly requests: WebRequest[] = [];

  constructor(http: string, more = '', env: Record<string, string> = {}) {
    const flow = flowOf(
      `
      on: { error: sorry }
      env: { CRM_URL: The CRM., CRM_KEY: { secret: true } }
      vars: { tier: "", count: 0, ratio: 0.5, vip: false, word: "a b/c", pin: { type: string, initial: "0042", secret: true } }
      ${more}
      steps:
        check: { http: { ${http} } }
        ok: { say: "Tier \${vars.tier}, \${vars.count}, \${vars.ratio}, \${vars.vip}.", next: hangup }
        client: { say: "Client \${error.code}: \${error.message}", next: hangup }
        sorry: { say: "Sorry \${error.code}." }
    `.replaceAll(/^ {6}/gm, ''),
    );
    const settings = { CRM_URL: 'https://crm.test/v1', CRM_KEY: 'k-1', ...env };
    this.call = new Script(runnable(flow, settings));
    this.#keep(this.call.incoming());
  }

  get request(): WebRequest {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error('nothing was asked');
    return last;
  }

  get told(): string | undefined {
    return this.call.told.at(-1);
  }

  get reasons(): string[] {
    return this.call.notes.flatMap((note) => (isReason(note) ? [formatReason(note)] : []));
  }

  answered(answer: WebAnswer, visit = this.request.visit): void {
    this.#keep(this.call.happens({ type: 'answered', visit, answer }));
  }

  status(status: number, body = '', headers: Record<string, string> = {}): void {
    this.answered({ status, headers, body });
  }

  waits(ms: number): void {
    this.#keep(this.call.wait(ms).wakes());
  }

  #keep({ requests }: { requests: WebRequest[] }): void {
    this.requests.push(...requests);
  }
}

const heard = (asking: Asking) => {
  asking.call.connected();
  return asking.told;
};

describe('a request', () => {
  test('has its values encoded in the address, settings as they are', () => {
    const { request } = new Asking(
      'get: "${env.CRM_URL}/find/${vars.word}?a=1", query: { q: "${vars.word}", n: 5 }',
    );
    expect(request).toEqual({
      visit: 1,
      method: 'GET',
      url: 'https://crm.test/v1/find/a%20b%2Fc?a=1&q=a%20b%2Fc&n=5',
      headers: {},
      timeoutMs: 5_000,
    });
  });

  test('carries JSON in which a single expression keeps its type', () => {
    const { request } = new Asking(
      'post: "${env.CRM_URL}/pin", headers: { Authorization: "Bearer ${env.CRM_KEY}" }, json: { pin: "${vars.pin}", n: "${vars.count}", v: "${vars.vip}", list: [1, 2.5, null, "x ${vars.count}"], "no $${": true }, timeout: 3s',
    );
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://crm.test/v1/pin',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer k-1',
        'idempotency-key': 'default.call-1.1',
      },
      timeoutMs: 3_000,
    });
    expect(JSON.parse(request.body ?? '')).toEqual({
      pin: '0042',
      n: 0,
      v: false,
      list: [1, 2.5, null, 'x 0'],
      'no $${': true,
    });
  });

  test('carries a header of the author in place of ours, however it is written', () => {
    const { request } = new Asking(
      'post: "https://a.test", headers: { Content-Type: application/vnd.api+json, IDEMPOTENCY-KEY: "mine-${call.id}" }, json: { a: 1 }',
    );
    expect(request.headers).toEqual({
      'content-type': 'application/vnd.api+json',
      'idempotency-key': 'mine-default.call-1',
    });
  });

  test('carries a form, or text', () => {
    expect(new Asking('put: "https://a.test/x", form: { a: "${vars.word}", b: 1 }').request).toMatchObject({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=a%20b%2Fc&b=1',
    });
    expect(new Asking('patch: "https://a.test/x", text: "n=${vars.count}"').request).toMatchObject({
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'n=0',
    });
  });

  test('has no line break or foreign letter in a header', () => {
    const { request } = new Asking(
      'get: "https://a.test", headers: { x-who: "${params.who}" }',
      'params: { who: { type: string, default: "A\\r\\nB 語" } }',
    );
    expect(request.headers).toEqual({ 'x-who': 'A??B ?' });
  });

  test('does not leave the path it was written for', () => {
    const asking = new Asking(
      'get: "${env.CRM_URL}/${params.who}/x"',
      'params: { who: { type: string, default: ".." } }',
    );
    expect(asking.requests).toEqual([]);
    expect(heard(asking)).toBe('play Sorry expression.');
  });

  test('is told in the trace without what it asks for and without credentials', () => {
    const asking = new Asking('get: "${env.CRM_URL}/a", query: { q: secretive }', '', {
      CRM_URL: 'https://me:pw@crm.test',
    });
    expect(asking.request.url).toBe('https://me:pw@crm.test/a?q=secretive');
    expect(asking.reasons).toContain('asks GET https://crm.test/a?…');
  });
});

describe('an answer', () => {
  const save =
    'get: "https://a.test", save: { tier: "${response.json.tier}", count: "${response.json.n}", ratio: "${response.json.r}", vip: "${response.json.vip}" }';

  test.each([
    ['of the types of the variables', { tier: 'gold', n: 5, r: 1, vip: true }, 'Tier gold, 5, 1, true.'],
    ['as text that can be read', { tier: 7, n: ' 12 ', r: '1.5', vip: 'true' }, 'Tier 7, 12, 1.5, true.'],
  ])('is kept %s', (_, json, told) => {
    const asking = new Asking(save);
    asking.status(200, JSON.stringify(json));
    expect(heard(asking)).toBe(`play ${told}`);
  });

  test.each([
    ['without the field', '{}'],
    ['that is no JSON', '<html>'],
    ['with a fraction for a whole number', '{"tier":"x","n":1.5,"r":1,"vip":true}'],
    ['with a list for text', '{"tier":[],"n":1,"r":1,"vip":true}'],
    ['with digits that JSON has lost', '{"tier":12345678901234567890,"n":1,"r":1,"vip":true}'],
    ['that says true in another way', '{"tier":"x","n":1,"r":1,"vip":"yes"}'],
  ])('%s is bad, and nothing of it is kept', (_, body) => {
    const asking = new Asking(save);
    asking.status(200, body);
    expect(heard(asking)).toBe('play Sorry bad_response.');
    expect(asking.call.record.context.vars).toMatchObject({ tier: '', count: 0, ratio: 0.5, vip: false });
  });

  test.each(['response.json.tier', 'response.text', 'string(response["text"].size())'])(
    'that is too large to be read whole is a failure where %s is wanted',
    (wanted) => {
      const asking = new Asking(`get: "https://a.test", save: { tier: '\${${wanted}}' }`);
      asking.answered({ status: 200, headers: {}, body: '{"tier": "go', isCut: true });
      expect(asking.call.record.context).toMatchObject({
        vars: { tier: '' },
        error: { code: 'answer_too_large', message: 'the answer is larger than web_answer_size allows' },
      });
    },
  );

  test('that is too large is none where its body is not wanted', () => {
    const asking = new Asking('get: "https://a.test", save: { count: "${response.status}" }');
    asking.answered({ status: 200, headers: {}, body: '{"tier": "go', isCut: true });
    expect(heard(asking)).toContain('200');
  });

  test.each([
    [32, ''],
    [33, 'value_too_large'],
  ])('that nests lists %i deep: the failure is "%s"', (depth, code) => {
    const asking = new Asking('get: "https://a.test", save: { count: "${response.json.size()}" }');
    asking.answered({ status: 200, headers: {}, body: '['.repeat(depth) + ']'.repeat(depth) });
    expect(asking.call.record.context.error.code).toBe(code);
  });

  test('is not parsed where no JSON is wanted', () => {
    const asking = new Asking('get: "https://a.test", save: { count: "${response.status}" }');
    asking.answered({ status: 200, headers: {}, body: '['.repeat(50_000) });
    expect(asking.call.record.context.error.code).toBe('');
  });

  test.each([
    [BOUNDS.textChars, ''],
    [BOUNDS.textChars + 1, 'value_too_large'],
  ])('of %i characters, kept as it is: the failure is "%s"', (length, code) => {
    const asking = new Asking('get: "https://a.test", save: { tier: "${response.text}" }');
    asking.answered({ status: 200, headers: {}, body: 'x'.repeat(length) });
    expect(asking.call.record.context.error.code).toBe(code);
    expect(asking.call.record.context.vars.tier).toHaveLength(code === '' ? length : 0);
  });

  test('has a status, headers and text too', () => {
    const asking = new Asking(
      'get: "https://a.test", save: { count: "${response.status}", tier: "${response.headers[\'x-tier\']}: ${response.text}" }',
    );
    asking.status(204, 'plain', { 'x-tier': 'gold' });
    expect(heard(asking)).toBe('play Tier gold: plain, 204, 0.5, false.');
  });

  test.each<[WebAnswer, string]>([
    [{ status: 404, headers: {}, body: 'none' }, 'play Sorry http_404.'],
    [{ status: 500, headers: {}, body: '' }, 'play Sorry http_500.'],
    [{ status: 302, headers: {}, body: '' }, 'play Sorry http_302.'],
    [{ failed: 'timeout', message: 'slow' }, 'play Sorry timeout.'],
    [{ failed: 'unreachable', message: 'gone' }, 'play Sorry unreachable.'],
  ])('%j without an edge takes the error path', (answer, told) => {
    const asking = new Asking('get: "https://a.test"');
    asking.answered(answer);
    expect(heard(asking)).toBe(told);
  });

  test('goes where its own edge leads, else where that of "failed" leads', () => {
    const routed = () => new Asking('get: "https://a.test" }, on: { client_error: client, failed: sorry');
    const client = routed();
    client.status(404, 'no such caller');
    expect(heard(client)).toBe('play Client http_404: the service answered 404, 14 characters');
    const server = routed();
    server.status(503);
    expect(heard(server)).toBe('play Sorry http_503.');
    expect(server.call.notes).toContainEqual({
      kind: 'outcome',
      step: 'check',
      outcome: 'server_error',
      to: 'sorry',
    });
  });

  test('to an earlier visit is late (R2)', () => {
    const asking = new Asking('get: "https://a.test", retries: 1');
    asking.answered({ failed: 'timeout', message: 'slow' });
    asking.waits(500);
    const before = asking.call.state;
    asking.status(200, '', {});
    expect(asking.call.state).not.toBe(before);
    asking.answered({ status: 404, headers: {}, body: '' }, 1);
    expect(asking.reasons.at(-1)).toBe('ignored: it answers visit 1, which is over');
  });
});

describe('asking again', () => {
  const thrice = 'post: "https://a.test", retries: 2, timeout: 2s';

  test('comes after pauses that double, with the same key, each attempt a visit with a deadline (R3)', () => {
    const asking = new Asking(thrice);
    asking.status(500);
    asking.waits(499);
    expect(asking.requests).toHaveLength(1);
    asking.waits(1);
    asking.waits(3_000);
    asking.waits(999);
    expect(asking.requests).toHaveLength(2);
    asking.waits(1);
    expect(asking.requests.map(({ visit }) => visit)).toEqual([1, 2, 3]);
    expect(new Set(asking.requests.map(({ headers }) => headers['idempotency-key']))).toHaveProperty(
      'size',
      1,
    );
    asking.status(200);
    expect(heard(asking)).toBe('play Tier , 0, 0.5, false.');
  });

  test('ends with what the last attempt came to', () => {
    const asking = new Asking(thrice);
    asking.status(500);
    asking.waits(500);
    asking.answered({ failed: 'unreachable', message: 'gone' });
    asking.waits(1_000);
    asking.status(502);
    expect(heard(asking)).toBe('play Sorry http_502.');
  });

  test.each([400, 404, 409, 302])('is not done after %i', (status) => {
    const asking = new Asking(thrice);
    asking.status(status);
    asking.waits(20_000);
    expect(asking.requests).toHaveLength(1);
  });

  test('waits as long as the service asks for, in seconds or until a date', () => {
    const seconds = new Asking(thrice);
    seconds.status(429, '', { 'retry-after': '4' });
    seconds.waits(3_999);
    expect(seconds.requests).toHaveLength(1);
    seconds.waits(1);
    expect(seconds.requests).toHaveLength(2);
    const date = new Asking(thrice);
    date.status(503, '', { 'retry-after': 'Thu, 01 Jan 1970 00:00:03 GMT' });
    date.waits(3_000);
    expect(date.requests).toHaveLength(2);
  });

  test('is given up when the service asks for more time than a caller has', () => {
    const asking = new Asking(thrice);
    asking.status(429, '', { 'retry-after': '60' });
    expect(heard(asking)).toBe('play Sorry http_429.');
  });

  test.each(['soon', '-1', '1.5', ''])('takes no notice of a Retry-After that says "%s"', (header) => {
    const asking = new Asking(thrice);
    asking.status(503, '', { 'retry-after': header });
    asking.waits(500);
    expect(asking.requests).toHaveLength(2);
  });

  test('with the next stay in the step has another key', () => {
    const asking = new Asking('post: "https://a.test" }, on: { client_error: check');
    asking.status(400);
    const keys = asking.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['default.call-1.1', 'default.call-1.2']);
  });
});

function lastOf(call: Script): Command {
  const last = call.commands.at(-1);
  if (last === undefined) throw new Error('no command was decided');
  return last;
}

/** The record of a call that the platform has named. */
const named = ({ record }: Script) => ({ ...record, voiceId: voiceId('v1') });

describe('a filler', () => {
  /** Its caller was greeted, so that somebody hears it. */
  function filling(more = ''): { call: Script; visit: () => number } {
    const call = new Script(
      runnable(
        flowOf(`
          steps:
            hello: { say: Hello. }
            check:
              http: { get: "https://a.test", timeout: 20s, retries: 1, filler: [One moment., { url: "https://a.test/m.mp3", length: 3s }], ${more} }
              on: { failed: sorry }
            ok: { say: Thank you., next: hangup }
            sorry: { say: Sorry., next: hangup }
        `),
      ),
    );
    call.incoming();
    call.connected();
    call.played();
    return { call, visit: () => call.record.context.visit.number };
  }

  test('is heard after a second, piece by piece, and again', () => {
    const { call } = filling();
    call.wait(999).wakes();
    expect(call.told.at(-1)).toBe('play Hello.');
    call.wait(1).wakes();
    expect(call.told.at(-1)).toBe('play One moment.');
    call.played();
    expect(call.told.at(-1)).toBe('play https://a.test/m.mp3');
    call.played();
    call.wait(1_000).wakes();
    expect(call.told.at(-1)).toBe('play One moment.');
  });

  test('that the platform has not taken is needed no more once the answer is there', () => {
    const { call, visit } = filling();
    call.takesPlays = false;
    call.wait(1_000).wakes();
    const filler = lastOf(call);
    expect(isObsolete(filler, named(call))).toBe(false);
    call.happens({ type: 'answered', visit: visit(), answer: { status: 200, headers: {}, body: '' } });
    expect(isObsolete(filler, named(call))).toBe(true);
    expect(mustReportWithdrawal(filler, named(call))).toBe(true);
    call.happens({ type: 'command_failed', number: filler.number, kind: 'play', failure: WITHDRAWN });
    expect(call.told.at(-1)).toBe('play Thank you.');
  });

  test('that is refused during a later attempt ends all the same', () => {
    const { call, visit } = filling();
    call.takesPlays = false;
    call.wait(1_000).wakes();
    const filler = lastOf(call);
    call.happens({ type: 'answered', visit: visit(), answer: { status: 503, headers: {}, body: '' } });
    call.wait(500).wakes();
    const failure = { code: '500', message: 'refused', callEnded: false };
    call.happens({ type: 'command_failed', number: filler.number, kind: 'play', failure });
    call.happens({ type: 'answered', visit: visit(), answer: { status: 200, headers: {}, body: '' } });
    expect(call.told.at(-1)).toBe('play Thank you.');
  });

  test('that is being heard is heard to its end, but what would follow is left out', () => {
    const { call, visit } = filling();
    call.wait(1_000).wakes();
    call.happens({ type: 'answered', visit: visit(), answer: { status: 200, headers: {}, body: '' } });
    expect(call.told.at(-1)).toBe('play One moment.');
    call.played();
    expect(call.told.at(-1)).toBe('play Thank you.');
  });

  test('goes on over the attempts', () => {
    const { call, visit } = filling();
    call.wait(1_000).wakes();
    const first = visit();
    call.happens({ type: 'answered', visit: first, answer: { status: 500, headers: {}, body: '' } });
    call.wait(500).wakes();
    expect(visit()).toBeGreaterThan(first);
    call.played();
    expect(call.told.at(-1)).toBe('play https://a.test/m.mp3');
  });

  test('whose end is never told does not hold the call for ever', () => {
    const { call, visit } = filling();
    call.wait(1_000).wakes();
    call.happens({ type: 'answered', visit: visit(), answer: { status: 200, headers: {}, body: '' } });
    call.wait(20_000).wakes();
    expect(call.told.at(-1)).toBe('play Thank you.');
  });

  test('that the platform refuses is left out', () => {
    const { call, visit } = filling();
    call.wait(1_000).wakes();
    call.fails('6120');
    call.happens({ type: 'answered', visit: visit(), answer: { status: 200, headers: {}, body: '' } });
    expect(call.told.at(-1)).toBe('play Thank you.');
  });

  test('comes when the author says', () => {
    const { call } = filling('filler_after: 3s');
    call.wait(2_999).wakes();
    expect(call.told.at(-1)).toBe('play Hello.');
    call.wait(1).wakes();
    expect(call.told.at(-1)).toBe('play One moment.');
  });

  test('is not heard while the call rings (R10)', () => {
    const asking = new Asking('get: "https://a.test", filler: Wait.');
    asking.waits(2_000);
    expect(asking.call.commands).toEqual([]);
  });
});

describe('when the caller hangs up (R5)', () => {
  const flow = flowOf(`
    on: { end: note }
    vars: { state: new }
    steps:
      hello: { say: Hello. }
      check: { http: { get: "https://a.test", filler: Wait. }, on: { failed: bye } }
      bye: { say: Bye., next: hangup }
      note: { http: { post: "https://a.test/end", json: { why: "\${call.reason}" }, save: { state: noted } }, on: { failed: hangup }, next: hangup }
  `);

  test('the request is left, and the finalizer may ask in turn', () => {
    const call = new Script(runnable(flow));
    call.incoming();
    call.connected();
    call.played();
    const visit = call.record.context.visit.number;
    const { requests } = call.disconnected();
    expect(requests).toMatchObject([{ url: 'https://a.test/end', body: '{"why":"normal"}' }]);
    call.happens({ type: 'answered', visit, answer: { status: 200, headers: {}, body: '' } });
    expect(call.record.context.vars.state).toBe('new');
    call.wait(3_000).wakes();
    expect(call.told).toEqual(['accept', 'play Hello.']);
    call.happens({
      type: 'answered',
      visit: call.record.context.visit.number,
      answer: { status: 200, headers: {}, body: '' },
    });
    expect(call.record.context.vars.state).toBe('noted');
    expect(call.record.endedAt).toBeDefined();
  });

  test('a finalizer that gets no answer ends all the same', () => {
    const call = new Script(runnable(flow));
    call.incoming();
    call.disconnected();
    call.wait(6_000).wakes();
    expect(call.record.endedAt).toBeDefined();
  });
});

describe('the trace (I7)', () => {
  const shown = (asking: Asking) => asking.call.last?.trace.event;

  test('shows what was answered', () => {
    const asking = new Asking('get: "https://a.test"');
    asking.status(200, '{"a":1}', { 'x-a': 'b' });
    expect(shown(asking)).toMatchObject({
      answer: { status: 200, headers: { 'x-a': 'b' }, body: '{"a":1}' },
    });
    expect(asking.reasons).toContain('the service answered 200, 7 characters');
  });

  test.each([
    ['is kept in a secret variable', 'get: "https://a.test", save: { pin: "${response.json.pin}" }'],
    ['answers a secret one', 'post: "https://a.test", json: { a: ["${vars.pin}"] }'],
  ])('shows the status alone of what %s', (_, http) => {
    const asking = new Asking(http);
    asking.status(200, '{"pin":"9876"}', { 'x-pin': '9876' });
    expect(shown(asking)).toMatchObject({ answer: { status: 200, headers: {}, body: '•••' } });
    const trace = JSON.stringify([asking.call.last?.trace, asking.call.notes]);
    expect(trace).not.toContain('9876');
    expect(trace).not.toContain('0042');
  });

  test('hides a secret answer that comes too late as well', () => {
    const asking = new Asking('get: "https://a.test", save: { pin: "${response.json.pin}" }');
    const { visit } = asking.request;
    asking.waits(6_000);
    asking.answered({ status: 200, headers: {}, body: '{"pin":"9876"}' }, visit - 1);
    expect(JSON.stringify(asking.call.last?.trace)).not.toContain('9876');
  });
});
