import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDoneCode, errorCatalogue, readError, getRetryGuidance } from '../../../src/platform/wire/index.ts';

describe('error envelopes', () => {
  it.each([
    ['result and msg', 401, { result: 401, msg: 'Unauthorized' }, { code: '401', message: 'Unauthorized' }],
    [
      'a failed status',
      409,
      { status: 'failed', result: '408', msg: 'Call is already recording' },
      { code: '408', message: 'Call is already recording' },
    ],
    [
      'string codes',
      429,
      { status: 'error', error_code: 'RATE_LIMITED', message: 'Slow down', request_id: 'r1' },
      { code: 'RATE_LIMITED', message: 'Slow down', requestId: 'r1' },
    ],
    [
      'an event',
      400,
      { event_code: 6128, event_name: 'tts', description: 'too long', msg: 'x' },
      { code: '6128', message: 'x' },
    ],
    [
      'an event with desc',
      400,
      { event_code: '6128', desc: 'too long' },
      { code: '6128', message: 'too long' },
    ],
    [
      'a business failure with 200',
      200,
      { status: 'failed', result: '6122', msg: 'pending' },
      { code: '6122', message: 'pending' },
    ],
    [
      'a bare result with 200',
      200,
      { result: 6118 },
      { code: '6118', message: 'phone number not found for the service' },
    ],
    [
      'a failed status without a code',
      200,
      { status: 'failed', msg: 'no' },
      { code: 'failed', message: 'no' },
    ],
    [
      'the SMS service, authentication',
      401,
      { result: '1', details: 'Authentication failed', desc: 'Authentication failed' },
      { code: '1', message: 'Authentication failed' },
    ],
    [
      'the video service',
      400,
      { result: 10002, error: 'Name missing' },
      { code: '10002', message: 'Name missing' },
    ],
    [
      'the video service, with more to say',
      200,
      { result: 40001, error: { desc: 'Room not found' } },
      { code: '40001', message: 'Room not found' },
    ],
    [
      'the video service, saying nothing',
      404,
      { result: 40001 },
      { code: '40001', message: 'room not found' },
    ],
    ['an empty object', 404, {}, { code: 'http_404', message: 'HTTP 404' }],
    ['a body that is no object', 502, '<html>', { code: 'http_502', message: 'HTTP 502' }],
    ['no body', 500, undefined, { code: 'http_500', message: 'HTTP 500' }],
    [
      'a success word beside an error status',
      400,
      { result: 'success' },
      { code: 'http_400', message: 'HTTP 400' },
    ],
    [
      'a proxy, by a status that is a code of the platform too',
      409,
      '<html>',
      { code: 'http_409', message: 'HTTP 409' },
    ],
    ['a redirect', 302, undefined, { code: 'http_302', message: 'HTTP 302' }],
  ])('%s', (_form, status, body, expected) => {
    expect(readError(status, body)).toEqual(expected);
  });

  it.each([
    [200, { voice_id: 'v', state: 'initiated' }],
    [200, { status: 'success', voice_id: 'v' }],
    [200, { result: 0, job_id: 'j' }],
    [201, { result: 'Success' }],
    [200, { state: 'success' }],
    [200, {}],
    [204, undefined],
  ])('%d %j is no error', (status, body) => {
    expect(readError(status, body)).toBeUndefined();
  });

  it('bounds the message', () => {
    expect(readError(400, { result: 400, msg: 'x'.repeat(10_000) })?.message).toHaveLength(500);
  });

  it('reads any JSON with an error status as an error', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), fc.jsonValue(), (status, body) => {
        expect(readError(status, body)?.code).not.toBe('');
        expect(readError(status, body)).toBeDefined();
      }),
    );
  });
});

describe('the error catalogue', () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => String(first + i));

  it('has every numeric code of voice.md 7.3', () => {
    const documented = ['400', '401', '404', '405', '407', '500', '511', '6101', ...range(6110, 6146)];
    expect(documented.filter((code) => !errorCatalogue.has(code))).toEqual([]);
  });

  it('has every string code of voice.md 7.4', () => {
    const documented =
      'UNAUTHORIZED CREDENTIAL_EXPIRED PROJECT_SUSPENDED RATE_LIMITED INTERNAL_ERROR INVALID_PARAM CALLER_ID_NOT_ALLOWED ' +
      'DESTINATION_BLOCKED INVALID_RECIPIENT CALL_ALREADY_ENDED CARRIER_UNAVAILABLE WEBHOOK_TIMEOUT WEBHOOK_HTTP_ERROR ' +
      'INVALID_ACTION CONNECT_TIMEOUT RECORD_FAILED STREAM_FAILED';
    expect(documented.split(' ').filter((code) => !errorCatalogue.has(code))).toEqual([]);
  });

  it('lets a call go on whose recording or stream failed', () => {
    const ends = ['CONNECT_TIMEOUT', 'RECORD_FAILED', 'STREAM_FAILED'].map(
      (code) => errorCatalogue.get(code)?.callEnded,
    );
    expect(ends).toEqual([true, undefined, undefined]);
  });

  it('has every code of sms.md 7', () => {
    const documented =
      '1 INVALID_PARAM SENDER_NOT_CONFIGURED DLT_VALIDATION_FAILED OPT_OUT INVALID_RECIPIENT MESSAGE_TOO_LONG RATE_LIMITED';
    expect(documented.split(' ').filter((code) => !errorCatalogue.has(code))).toEqual([]);
  });

  it('has every code of video.md 7', () => {
    const documented = [
      ...'INVALID_PARAM ROOM_LOCKED MAX_PARTICIPANTS_REACHED ROOM_NOT_FOUND TOKEN_EXPIRED'.split(' '),
      ...'RECORDING_ALREADY_ACTIVE RECORDING_NOT_ACTIVE RECORDING_NOT_FOUND UNAUTHORIZED'.split(' '),
      ...'CREDENTIAL_EXPIRED PROJECT_SUSPENDED RATE_LIMITED INTERNAL_ERROR 40001 40002 10030'.split(' '),
      ...[range(10000, 10026), range(10101, 10106), range(10111, 10114), range(10201, 10204)].flat(),
      ...range(50000, 50005),
    ];
    expect(documented.filter((code) => !errorCatalogue.has(code))).toEqual([]);
  });

  it('gives each code once', () => {
    const text = readFileSync(
      new URL('../../../src/platform/wire/error-catalogue.ts', import.meta.url),
      'utf8',
    );
    const codes = [...text.matchAll(/^ {2}\['(\w+)',/gm)].map((match) => match[1]);
    expect(codes).toHaveLength(errorCatalogue.size);
  });

  it('waits only where a repetition may help', () => {
    const waiting = [...errorCatalogue.values()].filter(({ scheduleMs }) => scheduleMs !== undefined);
    expect(waiting.every(({ retryable }) => retryable)).toBe(true);
  });
});

describe('retry guidance', () => {
  it.each([400, 403, 404, 422])('%d is never repeated, whatever its code', (status) => {
    expect(getRetryGuidance(status, '6130')).toEqual({ retryable: false, scheduleMs: [] });
  });

  it.each([
    [429, 'RATE_LIMITED', true, [1_000, 2_000, 4_000, 8_000]],
    [500, 'INTERNAL_ERROR', true, [2_000, 5_000, 10_000]],
    [503, 'CARRIER_UNAVAILABLE', true, []],
    [502, '502', true, []],
    [409, '6122', true, []],
    [409, '409', false, []],
    [401, 'NEVER_HEARD_OF', false, []],
    [429, '6129', true, [1_000, 2_000, 4_000, 8_000]],
    [500, '6130', true, [2_000, 5_000, 10_000]],
    [500, 'INVALID_PARAM', false, []],
    [500, 'NEVER_HEARD_OF', true, [2_000, 5_000, 10_000]],
    [200, 'RATE_LIMITED', true, [1_000, 2_000, 4_000, 8_000]],
    [200, '6130', true, []],
    [200, '6118', false, []],
    [200, 'NEVER_HEARD_OF', false, []],
  ])('%d with %s: retryable %s after %j', (status, code, retryable, scheduleMs) => {
    expect(getRetryGuidance(status, code)).toEqual({ retryable, scheduleMs });
  });
});

describe('a command in doubt (I4)', () => {
  it.each([
    ['accept', 'CALL_ALREADY_ACCEPTED', true],
    ['accept', 'CALL_ALREADY_ENDED', false],
    ['play', '6122', true],
    ['play', '6128', false],
    ['connect', '6113', true],
    ['connect', '6122', false],
    ['hangup', 'CALL_ALREADY_ENDED', true],
    ['hangup', '404', true],
    ['hangup', '500', false],
    ['dial', 'CALL_ALREADY_ENDED', false],
  ] as const)('%s refused with %s counts as done: %s', (kind, code, done) => {
    expect(isDoneCode({ kind }, code)).toBe(done);
  });
});
