import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/platform/emulator/model/rest/answers.ts';
import { Directory } from '../../../src/platform/emulator/model/directory.ts';
import {
  isNestedWithin,
  readOptionalFields,
  readOptionalFlag,
  readOptionalNumber,
  readOptionalText,
  readOptionalUrl,
  readBody,
  readRequiredText,
} from '../../../src/platform/emulator/model/rest/fields.ts';
import { Ids } from '../../../src/platform/emulator/model/ids.ts';
import { Journal } from '../../../src/platform/emulator/model/journal/journal.ts';
import {
  isPhoneNumber,
  isSipUri,
  toNumberKey,
  formatNumber,
} from '../../../src/platform/emulator/model/numbers.ts';
import { RateLimit } from '../../../src/platform/emulator/model/rest/rate-limit.ts';
import { decideOutcome } from '../../../src/platform/emulator/model/voice/disconnect-reason.ts';
import { findRoute, findService } from '../../../src/platform/emulator/model/rest/routes.ts';
import { completeSettings } from '../../../src/platform/emulator/model/settings.ts';
import type { Party } from '../../../src/platform/emulator/model/index.ts';

function refusalOf(work: () => unknown): { status: number; code: string } | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, code: error.code };
    throw error;
  }
  return undefined;
}

const refused = { status: 400, code: 'INVALID_PARAM' };

describe('numbers', () => {
  test.each([
    ['+4930100100', true],
    ['4930100100', true],
    ['+123456', true],
    ['+123456789012345', true],
    ['+1234567890123456', false],
    ['+12345', false],
    ['030100100', false],
    ['+49 30 100', false],
    ['++4930100', false],
    ['sip:a@b', false],
    ['', false],
  ])('%j is a phone number: %s', (text, expected) => {
    expect(isPhoneNumber(text)).toBe(expected);
  });

  test.each([
    ['sip:bob@b.example', true],
    ['SIPS:bob@b.example', true],
    ['sip:', false],
    ['sip:bob b', false],
    ['+4930100100', false],
  ])('%j is a SIP URI: %s', (text, expected) => {
    expect(isSipUri(text)).toBe(expected);
  });

  test('with and without + they are the same, and are shown with it', () => {
    expect(toNumberKey('+4930100100')).toBe(toNumberKey('4930100100'));
    expect(formatNumber('4930100100')).toBe('+4930100100');
    expect(formatNumber('anonymous')).toBe('anonymous');
  });

  test('SIP URIs are the same in any case, and not by their digits', () => {
    expect(toNumberKey('sip:Bob1@B.example')).toBe(toNumberKey('SIP:bob1@b.example'));
    expect(toNumberKey('sip:bob1@b.example')).not.toBe(toNumberKey('sip:ann1@b.example'));
  });
});

describe('reading fields', () => {
  test.each([undefined, '', '  \n', '{}'])('no body, %j, is an empty object', (text) => {
    expect(readBody(text)).toEqual({});
  });

  test.each(['[]', 'null', '7', '"a"', '{', 'nonsense', '{"a":1}}'])('%j is no body', (text) => {
    expect(refusalOf(() => readBody(text))).toEqual(refused);
  });

  test('null counts as absent', () => {
    const fields = { a: null };
    expect([
      readOptionalText(fields, 'a'),
      readOptionalFlag(fields, 'a'),
      readOptionalFields(fields, 'a'),
    ]).toEqual([undefined, undefined, undefined]);
    expect(readOptionalNumber(fields, 'a', { least: 0, most: 1 })).toBeUndefined();
    expect(readOptionalUrl(fields, 'a')).toBeUndefined();
    expect(refusalOf(() => readRequiredText(fields, 'a'))).toEqual(refused);
  });

  const readers: [string, (value: unknown) => unknown, unknown[]][] = [
    ['text', (value) => readOptionalText({ a: value }, 'a'), ['', 'x']],
    ['required text', (value) => readRequiredText({ a: value }, 'a'), ['x']],
    ['a flag', (value) => readOptionalFlag({ a: value }, 'a'), [true, false]],
    [
      'a number from 1 to 3',
      (value) => readOptionalNumber({ a: value }, 'a', { least: 1, most: 3 }),
      [1, 2.5, 3],
    ],
    ['an object', (value) => readOptionalFields({ a: value }, 'a'), [{}]],
    ['an address', (value) => readOptionalUrl({ a: value }, 'a'), ['https://a.example/x']],
  ];
  const values = ['', 'x', true, false, 0, 1, 2.5, 3, 4, {}, [], 'https://a.example/x', 'http://a.example/x'];
  test.each(readers)('%s is read as it is, everything else is INVALID_PARAM', (_what, read, right) => {
    for (const value of values) {
      const isText = typeof value === 'string';
      const fits = right.some(
        (one) => JSON.stringify(one) === JSON.stringify(value) || (isText && one === 'x' && value !== ''),
      );
      if (fits) expect(read(value)).toBe(value);
      else expect(refusalOf(() => read(value))).toEqual(refused);
    }
  });

  test('nesting is counted in levels', () => {
    expect(isNestedWithin(7, 0)).toBe(true);
    expect(isNestedWithin({ a: 7 }, 0)).toBe(false);
    expect(isNestedWithin({ a: [{ b: null }] }, 3)).toBe(true);
    expect(isNestedWithin({ a: [{ b: {} }] }, 3)).toBe(false);
  });
});

describe('reaching a party', () => {
  test.each<[Party, number, string | undefined]>([
    [{}, 1_000, undefined],
    [{ afterMs: 0 }, 0, undefined],
    [{ on_ring: 'answers', afterMs: 9_999 }, 9_999, undefined],
    [{ on_ring: 'answers', afterMs: 10_000 }, 10_000, 'No Answer'],
    [{ on_ring: 'busy' }, 0, 'User Busy'],
    [{ on_ring: 'busy', afterMs: 200 }, 200, 'User Busy'],
    [{ on_ring: 'rejects' }, 1_000, 'Call Rejected'],
    [{ on_ring: 'no_answer' }, 10_000, 'No Answer'],
    [{ on_ring: 'no_answer', afterMs: 4_000 }, 4_000, 'No Answer'],
    [{ on_ring: 'no_answer', afterMs: 40_000 }, 10_000, 'No Answer'],
  ])('%j: after %d ms %s', (party, ms, failure) => {
    expect(decideOutcome(party, 10_000)).toEqual({ ms, failure });
  });
});

describe('the directory', () => {
  const projects = [
    { appId: 'a', appKey: 'k', webhook: 'https://a.example' },
    { appId: 'b', appKey: 'k' },
  ];

  test('a number belongs to its project, or to the first', () => {
    const numbers = {
      '+4930100': {},
      '+4930200': { project: 'b', webhook: 'https://b.example' },
      '+4930300': { project: 'c' },
    };
    const directory = new Directory(completeSettings({ projects, numbers }));
    const owners = ['+4930100', '4930200', '+4930300', '+4930400'].map((number) => {
      const line = directory.findLine(number);
      return line && [line.project.appId, line.webhook];
    });
    expect(owners).toEqual([['a', 'https://a.example'], ['b', 'https://b.example'], undefined, undefined]);
    expect(directory.isProvisioned('4930200', 'b')).toBe(true);
    expect(directory.isProvisioned('4930200', 'a')).toBe(false);
    expect(directory.isProvisioned('+4930400', 'a')).toBe(false);
  });

  test('anyNumber adds every other number to the first project', () => {
    const numbers = { '+4930200': { project: 'b' } };
    const directory = new Directory(completeSettings({ projects, numbers, anyNumber: true }));
    expect(directory.findLine('+4930400')?.project.appId).toBe('a');
    expect(directory.findLine('+4930200')?.project.appId).toBe('b');
  });

  test('a list of behaviours is used attempt by attempt, its last one stays', () => {
    const busy: Party = { on_ring: 'busy' };
    const directory = new Directory(
      completeSettings({ parties: { '+4930100': [busy, {}], '+4930200': [] } }),
    );
    expect([1, 2, 3].map((attempt) => directory.getParty('4930100', attempt))).toEqual([busy, {}, {}]);
    expect(directory.getParty('+4930200', 1)).toEqual({});
    expect(directory.getParty('+4930300', 1)).toEqual({});
  });
});

describe('settings', () => {
  test('numbers limit what is provisioned, unless it is said otherwise', () => {
    expect(completeSettings({}).anyNumber).toBe(true);
    expect(completeSettings({ numbers: { '+4930100': {} } }).anyNumber).toBe(false);
    expect(completeSettings({ numbers: { '+4930100': {} }, anyNumber: true }).anyNumber).toBe(true);
    expect(completeSettings({ anyNumber: false }).anyNumber).toBe(false);
  });

  test('one dtmf setting leaves the others as they are', () => {
    expect(completeSettings({ dtmf: { gapMs: 7 } }).dtmf).toEqual({
      mode: 'gathered',
      digitForm: 'string',
      gapMs: 7,
      windowMs: 5_000,
      typeAhead: false,
    });
  });
});

describe('routes', () => {
  test.each([
    ['POST', '/voice/v1/call', 'dial', ''],
    ['DELETE', '/voice/v1/call/abc', 'hangup', 'abc'],
    ['PUT', '/voice/v1/call/a%20b/play', 'play', 'a%20b'],
    ['PUT', '/voice/v1/call/abc/hold/?x=/y', 'hold', 'abc'],
  ])('%s %s is %s of %j', (method, path, name, voiceId) => {
    const found = findRoute(findService(path), method, path);
    expect([found.route.name, found.params.voice_id ?? '']).toEqual([name, voiceId]);
  });

  test('no path makes it do anything but find or refuse', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'), (path, method) => {
        const refusal = refusalOf(() => findRoute(findService(path), method, path));
        expect([undefined, 404, 405]).toContain(refusal?.status);
      }),
    );
  });
});

test('in no second more calls are created than the limit says', () => {
  const gaps = fc.array(fc.nat(300), { maxLength: 200 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 10 }), (waits, perSecond) => {
      const limit = new RateLimit(perSecond);
      const created: number[] = [];
      let now = 0;
      for (const wait of waits) {
        now += wait;
        const inLastSecond = created.filter((at) => at > now - 1_000).length;
        const refusal = refusalOf(() => {
          limit.count('demo', now);
        });
        expect(refusal?.status).toBe(inLastSecond < perSecond ? undefined : 429);
        if (refusal === undefined) created.push(now);
      }
    }),
  );
});

test('projects have a rate limit each', () => {
  const limit = new RateLimit(1);
  limit.count('a', 0);
  expect(
    refusalOf(() => {
      limit.count('b', 0);
    }),
  ).toBeUndefined();
  expect(
    refusalOf(() => {
      limit.count('a', 0);
    })?.status,
  ).toBe(429);
});

test('the journal gives what it keeps, wherever one begins to read', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.integer({ min: 1, max: 10 }), fc.nat(35), (written, capacity, from) => {
      const journal = new Journal(capacity);
      for (let n = 1; n <= written; n++)
        journal.write(n, n % 2 === 0 ? 'even' : undefined, { kind: 'answered' });
      const kept = Array.from({ length: written }, (_, index) => index + 1).filter(
        (seq) => seq > written - capacity,
      );
      const expected = kept.filter((seq) => seq > from);
      expect(journal.lastSeq).toBe(written);
      expect(journal.readAfter(from).map(({ seq }) => seq)).toEqual(expected);
      expect(journal.readAfter(from, 'even').map(({ seq }) => seq)).toEqual(
        expected.filter((seq) => seq % 2 === 0),
      );
    }),
  );
});

describe('ids', () => {
  test('look like UUIDs, are all different, and name their seed', () => {
    const ids = new Ids(0xc0ffee);
    const given = Array.from({ length: 1_000 }, () => ids.next('call'));
    expect(new Set(given).size).toBe(1_000);
    for (const id of given) expect(id).toMatch(/^00c0ffee-0001-4000-8000-[0-9a-f]{12}$/);
  });

  test('a recording name is taken once in a project', () => {
    const ids = new Ids(0);
    expect([
      ids.claimRecordingName('a', 'r'),
      ids.claimRecordingName('a', 'r'),
      ids.claimRecordingName('b', 'r'),
      ids.claimRecordingName('a', 's'),
    ]).toEqual([true, false, true, true]);
  });
});
