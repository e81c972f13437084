import { expect } from 'vitest';
import { callId, projectId } from '../../../../src/call/index.ts';
import type { CallFilter, Commit, Store } from '../../../../src/engine/ports/index.ts';
import { commitOf } from '../../../builders/commit.ts';
import type { CommitParts } from '../../../builders/commit.ts';
import type { Fact } from './fact.ts';

interface Begun extends CommitParts {
  project?: string;
  flow?: string;
  /** Who calls us. */
  from?: string;
  /** Whom we call. */
  to?: string;
  campaign?: string;
}

/** The commit that begins a call, from its short form. */
function begun({ project, flow = 'front-desk', from, to, campaign, ...parts }: Begun): Commit {
  const commit = commitOf(parts);
  const { record } = commit;
  if (project !== undefined) record.project = projectId(project);
  record.flow = { ...record.flow, name: flow };
  if (campaign !== undefined) record.campaign = campaign;
  if (from !== undefined) record.context.call.from = from;
  if (to !== undefined) Object.assign(record.context.call, { direction: 'outbound', from: '+4930222', to });
  return commit;
}

/** The next commit of a call that `begun` has begun, which ends it. */
function ended(parts: Begun): Commit {
  return begun({ seq: 2, expiresAt: 50_000, ...parts });
}

async function idsOf(store: Store, filter: CallFilter = {}, limit = 100): Promise<string[]> {
  return (await store.list(filter, { limit })).calls.map(({ id }) => id);
}

/** The pages of a list, each by its calls, from the place where another one ended. */
async function pagesOf(store: Store, filter: CallFilter, limit: number, after?: string): Promise<string[][]> {
  const { calls, next } = await store.list(filter, { limit, ...(after === undefined ? {} : { after }) });
  const rest = next === undefined ? [] : await pagesOf(store, filter, limit, next);
  return [calls.map(({ id }) => id), ...rest];
}

const FLOWS = ['sales', 'sales-2', 'support'];
const NUMBERS = ['+4930111', '+4930112', 'anonymous', ''];

const PROJECTS = ['default', 'shop', 'shop-2'];

/** One has the name of a number; most calls have none. */
const CAMPAIGNS = ['spring', '4930111'];

/** One call of every kind: flow, number, live or ended, of one project after the other; two begin in each moment. */
const everyKind = FLOWS.flatMap((flow) =>
  NUMBERS.flatMap((from) => (['live', 'ended'] as const).map((state) => ({ flow, from, state }))),
)
  .map((kind, at) => ({ ...kind, project: PROJECTS[at % PROJECTS.length] ?? '', at }))
  .map(({ at, ...kind }) => ({
    ...kind,
    id: `${kind.project}.c${at}`,
    startedAt: 1_000 + Math.floor(at / 2),
    ...(at % 5 < CAMPAIGNS.length && { campaign: CAMPAIGNS[at % 5] ?? '' }),
  }));

type Kind = (typeof everyKind)[number];

function matches(
  { project, flow, state, number, campaign, since = 0, before = Infinity }: CallFilter,
  kind: Kind,
): boolean {
  return (
    (project === undefined || project === kind.project) &&
    (flow === undefined || flow === kind.flow) &&
    (state === undefined || state === kind.state) &&
    (number === undefined || number === kind.from) &&
    (campaign === undefined || campaign === kind.campaign) &&
    kind.startedAt >= since &&
    kind.startedAt < before
  );
}

/** Each of the possible values, and none. */
function orNot<Name extends keyof CallFilter>(name: Name, values: CallFilter[Name][]): CallFilter[] {
  return [{}, ...values.map((value) => ({ [name]: value }))];
}

const campaignFilters: CallFilter[] = [...CAMPAIGNS, 'spr'].map((campaign) => ({ campaign }));

const everyFilter: CallFilter[] = orNot('project', ['shop', 'sho']).flatMap((project) =>
  orNot('flow', ['sales', 'front-desk']).flatMap((flow) =>
    orNot('state', ['live', 'ended']).flatMap((state) =>
      [...orNot('number', ['+4930111', '', '+49309']), ...campaignFilters].flatMap((shared) =>
        [{}, { since: 1_003 }, { before: 1_007 }, { since: 1_002, before: 1_009 }].map((time) => ({
          ...project,
          ...flow,
          ...state,
          ...shared,
          ...time,
        })),
      ),
    ),
  ),
);

async function beginEveryKind(one: Store, two: Store): Promise<void> {
  for (const { state, ...kind } of everyKind) {
    await one.commit(begun(kind));
    if (state === 'ended') await two.commit(ended(kind));
  }
}

export const listingFacts: Fact[] = [
  {
    title: 'an empty store lists and counts nothing, whatever is asked for',
    async holds({ one }) {
      for (const filter of everyFilter) {
        expect(await one.list(filter, { limit: 10 })).toEqual({ calls: [] });
        expect(await one.count(filter)).toBe(0);
      }
    },
  },
  {
    title: 'calls are listed newest first, those of the same moment by id, backwards, as last committed',
    async holds({ one, two }) {
      const last = commitOf({ id: 'default.b', seq: 2, context: { step: 'main' } });
      await one.commit(commitOf({ id: 'default.b' }));
      await two.commit(commitOf({ id: 'default.a' }));
      await one.commit(commitOf({ id: 'default.c' }));
      await one.commit(commitOf({ id: 'default.late', startedAt: 20_000 }));
      await two.commit(commitOf({ id: 'default.early', startedAt: 999 }));
      await two.commit(last);
      for (const store of [one, two]) {
        const { calls } = await store.list({}, { limit: 10 });
        expect(calls.map(({ id }) => id)).toEqual(
          ['late', 'c', 'b', 'a', 'early'].map((id) => `default.${id}`),
        );
        expect(calls[2]).toEqual(last.record);
      }
    },
  },
  {
    title: 'every filter and every combination of them lists and counts what it says, in pages of any length',
    async holds({ one, two }) {
      await beginEveryKind(one, two);
      const newest = everyKind.toSorted((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1));
      for (const filter of everyFilter) {
        const expected = newest.filter((kind) => matches(filter, kind)).map(({ id }) => id);
        const label = JSON.stringify(filter);
        expect(await two.count(filter), label).toBe(expected.length);
        expect(await idsOf(two, filter), label).toEqual(expected);
        expect((await pagesOf(one, filter, 5)).flat(), label).toEqual(expected);
      }
    },
  },
  {
    title: 'a page has as many calls as it may, and says where the next begins exactly if there is one',
    async holds({ one }) {
      const ids = Array.from({ length: 6 }, (_, at) => `default.c${5 - at}`);
      for (const id of ids) await one.commit(commitOf({ id }));
      const pages = await Promise.all([1, 3, 4, 6, 7].map((limit) => pagesOf(one, {}, limit)));
      expect(pages.map((list) => list.map((page) => page.length))).toEqual([
        [1, 1, 1, 1, 1, 1],
        [3, 3],
        [4, 2],
        [6],
        [6],
      ]);
      expect(pages.map((list) => list.flat())).toEqual(pages.map(() => ids));
    },
  },
  {
    title: 'what begins, ends and is forgotten between two pages neither repeats nor hides another call',
    async holds({ one, two }) {
      for (let at = 0; at < 8; at += 1)
        await one.commit(commitOf({ id: `default.c${at}`, startedAt: 1_000 + at }));
      const { calls, next } = await one.list({}, { limit: 3 });
      expect(calls.map(({ id }) => id)).toEqual(['default.c7', 'default.c6', 'default.c5']);
      await two.commit(commitOf({ id: 'default.new', startedAt: 2_000 }));
      await two.commit(commitOf({ id: 'default.c5', seq: 2, startedAt: 1_005, expiresAt: 1 }));
      await two.commit(commitOf({ id: 'default.c4', seq: 2, startedAt: 1_004, expiresAt: 9 }));
      await two.commit(commitOf({ id: 'default.c3', seq: 2, startedAt: 1_003, expiresAt: 1 }));
      expect(await two.expire(1, 10)).toBe(2);
      expect(await pagesOf(one, {}, 2, next)).toEqual([
        ['default.c4', 'default.c2'],
        ['default.c1', 'default.c0'],
      ]);
    },
  },
  {
    title:
      'a call is live until the commit that says when it may be forgotten, and then listed as ended, until it is',
    async holds({ one, two }) {
      const id = 'default.call-1';
      const states = async () => [await idsOf(two, { state: 'live' }), await idsOf(one, { state: 'ended' })];
      await one.commit(commitOf({ id }));
      await two.commit(commitOf({ id, seq: 2 }));
      expect(await states()).toEqual([[id], []]);
      await one.commit(commitOf({ id, seq: 3, expiresAt: 7_000 }));
      await one.commit(commitOf({ id, seq: 4, expiresAt: 8_000 }));
      expect(await states()).toEqual([[], [id]]);
      expect(await Promise.all([one.count({ state: 'live' }), two.count({ state: 'ended' })])).toEqual([
        0, 1,
      ]);
      await two.expire(8_000, 10);
      expect(await states()).toEqual([[], []]);
      expect(await one.count({})).toBe(0);
    },
  },
  {
    title: 'a call that was over when it began is listed as ended, and an id that begins anew as live',
    async holds({ one }) {
      await one.commit(commitOf({ expiresAt: 5 }));
      expect(await one.count({ state: 'ended' })).toBe(1);
      await one.expire(5, 10);
      await one.commit(commitOf({ startedAt: 3_000 }));
      expect(await idsOf(one, { state: 'live', since: 3_000 })).toEqual(['default.call-1']);
      expect(await one.count({})).toBe(1);
    },
  },
  {
    title: 'the number is that of the other party, who calls or is called, with a plus or without',
    async holds({ one, two }) {
      await one.commit(begun({ id: 'default.in', from: '+49 30 111' }));
      await one.commit(begun({ id: 'default.out', to: '4930111' }));
      await one.commit(begun({ id: 'default.self', from: '+4930222' }));
      for (const number of ['+4930111', '4930111', '+49 (30) 111'])
        expect(await idsOf(two, { number })).toEqual(['default.out', 'default.in']);
      expect(await idsOf(two, { number: '+4930222' })).toEqual(['default.self']);
    },
  },
  {
    title: 'a call of a campaign is found by it and by its number, until it is deleted',
    async holds({ one, two }) {
      const call = { id: 'default.out', to: '+4930111', campaign: 'spring' };
      await one.commit(begun(call));
      await one.commit(begun({ id: 'default.other', to: '+4930111' }));
      expect((await two.list({ campaign: 'spring' }, { limit: 5 })).calls).toMatchObject([
        { id: 'default.out', campaign: 'spring' },
      ]);
      expect(await idsOf(two, { number: '+4930111' })).toEqual(['default.out', 'default.other']);
      await two.commit(ended(call));
      expect(await idsOf(one, { campaign: 'spring', state: 'ended' })).toEqual(['default.out']);
      await one.expire(50_000, 10);
      expect(
        await Promise.all([two.count({ campaign: 'spring' }), two.count({ number: '+4930111' })]),
      ).toEqual([0, 1]);
    },
  },
  {
    title: 'names and numbers are compared as a whole, whatever is in them',
    async holds({ one, two }) {
      const odd = ['a b', 'a', 'anonymous|x', 'anonymous\tx', 'ä\n', 'n L', '%', '~'];
      for (const [at, from] of odd.entries()) await one.commit(begun({ id: `default.c${at}`, from }));
      for (const [at, number] of odd.entries()) {
        expect(await idsOf(two, { number })).toEqual([`default.c${at}`]);
        expect(await idsOf(two, { number, state: 'live', flow: 'front-desk' })).toEqual([`default.c${at}`]);
        expect(await two.count({ flow: number })).toBe(0);
      }
      expect(await two.count({ flow: 'front-desk L' })).toBe(0);
    },
  },
  {
    title: 'a call is found by the flow on which it began, whichever version and whichever flow runs in it',
    async holds({ one, two }) {
      const other = begun({ id: 'default.two', flow: 'sales', context: { flow: 'billing' } });
      other.record.flow.version = 'v2' as typeof other.record.flow.version;
      await one.commit(begun({ id: 'default.one', flow: 'sales' }));
      await one.commit(other);
      expect(await idsOf(two, { flow: 'sales' })).toEqual(['default.two', 'default.one']);
      expect(await idsOf(two, { flow: 'billing' })).toEqual([]);
    },
  },
  {
    title: 'the calls of a project are listed without those of others, however many of those lie between',
    async holds({ one, two }) {
      const calls = Array.from({ length: 300 }, (_, at) => {
        const project = at % 100 === 0 ? 'rare' : 'busy';
        return { project, id: `${project}.c${at}`, startedAt: 1_000 + at };
      });
      await Promise.all(calls.map((call) => one.commit(begun(call))));
      expect(await pagesOf(two, { project: 'rare' }, 2)).toEqual([['rare.c200', 'rare.c100'], ['rare.c0']]);
      await one.commit(ended({ project: 'rare', id: 'rare.c100', startedAt: 1_100 }));
      expect(await two.count({ project: 'rare', state: 'live' })).toBe(2);
      expect(await idsOf(two, { project: 'rare', number: '+4930111', state: 'ended' })).toEqual([
        'rare.c100',
      ]);
      expect(await two.count({ project: 'busy' })).toBe(297);
    },
  },
  {
    title: 'two nodes that begin and end calls at once see the same list',
    async holds({ one, two }) {
      const calls = Array.from({ length: 60 }, (_, at) => ({
        id: `default.c${at}`,
        startedAt: 1_000 + (at % 7),
      }));
      await Promise.all(
        calls.map(async (call, at) => {
          await (at % 2 === 0 ? one : two).commit(begun(call));
          if (at % 3 === 0) await (at % 2 === 0 ? two : one).commit(ended(call));
        }),
      );
      for (const store of [one, two]) {
        expect(await Promise.all([store.count({}), store.count({ state: 'ended' })])).toEqual([60, 20]);
        expect((await pagesOf(store, { state: 'live' }, 7)).flat()).toHaveLength(40);
        expect(new Set(await idsOf(store))).toEqual(new Set(calls.map(({ id }) => id)));
      }
    },
  },
  {
    title: 'a number of very many calls is walked to the last one that fits',
    async holds({ one, two }) {
      const calls = Array.from({ length: 1_200 }, (_, at) => ({
        id: `default.c${at}`,
        startedAt: 1_000 + at,
        flow: at === 0 || at === 700 ? 'rare' : 'sales',
      }));
      await Promise.all(calls.map((call) => one.commit(begun(call))));
      const filter = { number: '+4930111', flow: 'rare' };
      expect(await pagesOf(two, filter, 1)).toEqual([['default.c700'], ['default.c0']]);
      expect(await two.count(filter)).toBe(2);
      expect(await two.count({ number: '+4930111', state: 'live' })).toBe(1_200);
    },
  },
  {
    title: 'a place that no list has named is refused',
    async holds({ one }) {
      await one.commit(commitOf());
      for (const after of ['', 'page 2', '!!', Buffer.from('x y').toString('base64url')])
        await expect(one.list({}, { limit: 1, after })).rejects.toMatchObject({ code: 'bad_cursor' });
      expect(await one.load(callId('default.call-1'))).toBeDefined();
    },
  },
];
