/** Pages that are read one after another, deep into a list, while calls begin, end and are forgotten. */
import { expect } from 'vitest';
import { projectId } from '../../../../src/call/index.ts';
import type { CallFilter, Commit, Store } from '../../../../src/engine/ports/index.ts';
import { commitOf } from '../../../builders/commit.ts';
import type { Fact } from './fact.ts';

const PROJECTS = ['default', 'shop', 'shop-2'];
const FLOWS = ['sales', 'support'];
const NUMBERS = ['+4930111', '+4930112'];
const CALLS = 400;
const PAGE = 9;
/** When ended calls may be forgotten: the first ones, and the others. */
const SOON = 5_000;
const LATE = 90_000;

/** A call, by its number: its kind, and when it began; three begin in each moment. */
interface Call {
  id: string;
  project: string;
  flow: string;
  from: string;
  startedAt: number;
}

function callOf(number: number, startedAt = 1_000 + Math.floor(number / 3)): Call {
  const pick = (of: string[], every: number) => of[Math.floor(number / every) % of.length] ?? '';
  const project = pick(PROJECTS, 1);
  // Ids of one moment are in no order that others have too.
  const id = `${project}.${(number * 7_919) % 1_009}-${number}`;
  return { id, project, flow: pick(FLOWS, 2), from: pick(NUMBERS, 5), startedAt };
}

function commitOfCall({ project, flow, from, ...parts }: Call, more: { expiresAt?: number } = {}): Commit {
  const commit = commitOf({ ...parts, seq: more.expiresAt === undefined ? 1 : 2, ...more });
  const { record } = commit;
  const call = { ...record.context.call, from };
  return {
    ...commit,
    record: {
      ...record,
      project: projectId(project),
      flow: { ...record.flow, name: flow },
      context: { ...record.context, call },
    },
  };
}

function newestFirst(one: Call, other: Call): number {
  return other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1);
}

/** By everything but the state. */
function fits({ project, flow, number, since = 0, before = Infinity }: CallFilter, call: Call): boolean {
  return (
    (project === undefined || project === call.project) &&
    (flow === undefined || flow === call.flow) &&
    (number === undefined || number === call.from) &&
    call.startedAt >= since &&
    call.startedAt < before
  );
}

const filters: CallFilter[] = [
  {},
  { project: 'shop' },
  { project: 'shop', state: 'live' },
  { project: 'default', state: 'ended' },
  { state: 'live' },
  { project: 'default', flow: 'sales' },
  { flow: 'support', state: 'ended' },
  { project: 'shop-2', flow: 'support', state: 'live' },
  { number: '+4930111' },
  { project: 'default', number: '+4930112' },
  { project: 'shop', number: '+4930111', state: 'ended' },
  { project: 'shop', since: 1_020, before: 1_090 },
  { project: 'shop-2', flow: 'sales', state: 'live', number: '+4930112', since: 1_010, before: 1_120 },
];

/** The first calls, every fourth of which is over. */
async function beginAll(one: Store, two: Store): Promise<Map<Call, 'live' | 'ended'>> {
  const calls = Array.from({ length: CALLS }, (_, number) => callOf(number));
  await Promise.all(calls.map((call) => one.commit(commitOfCall(call))));
  const over = calls.filter((_, number) => number % 4 === 0);
  await Promise.all(
    over.map((call, at) => two.commit(commitOfCall(call, { expiresAt: at % 5 === 0 ? SOON : LATE }))),
  );
  return new Map(calls.map((call, number) => [call, number % 4 === 0 ? 'ended' : 'live']));
}

export const pagingFacts: Fact[] = [
  {
    title: 'every page of every filter goes on exactly behind the one before, however deep it is',
    async holds({ one, two }) {
      const states = await beginAll(one, two);
      for (const filter of filters) {
        const expected = [...states.keys()]
          .filter((call) => fits(filter, call) && states.get(call) === (filter.state ?? states.get(call)))
          .sort(newestFirst)
          .map(({ id }) => id);
        const listed: string[] = [];
        for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
          const page = await one.list(filter, { limit: PAGE, ...(after !== undefined && { after }) });
          expect(page.calls).toHaveLength(Math.min(PAGE, expected.length - listed.length));
          listed.push(...page.calls.map(({ id }) => id));
          after = page.next;
        }
        expect(listed, JSON.stringify(filter)).toEqual(expected);
        expect(await two.count(filter)).toBe(expected.length);
      }
    },
  },
  {
    title:
      'of calls that begin and end while a list is read page by page none comes twice, and those that change nothing all come, in order',
    async holds({ one, two }) {
      const states = await beginAll(one, two);
      const touched = new Set<string>();
      let turn = 0;
      /** Some of those that live end, wherever in the list they are, and others begin, newer and older than the page. */
      const meanwhile = async () => {
        const alive = [...states].filter(([, state]) => state === 'live').map(([call]) => call);
        const ending = alive.filter((_, at) => (at + turn) % 61 === 0);
        const begun = [1, 2, 3].map((nth) =>
          callOf(CALLS + turn * 3 + nth, 1_000 + ((turn * 37 + nth * 53) % 160)),
        );
        turn += 1;
        await Promise.all([
          ...ending.map((call) => two.commit(commitOfCall(call, { expiresAt: LATE }))),
          ...begun.map((call) => two.commit(commitOfCall(call))),
        ]);
        for (const call of ending) states.set(call, 'ended');
        for (const call of begun) states.set(call, 'live');
        for (const { id } of [...ending, ...begun]) touched.add(id);
      };
      for (const filter of filters) {
        touched.clear();
        const listed: Call[] = [];
        const byId = () => new Map([...states.keys()].map((call) => [call.id, call]));
        for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
          const page = await one.list(filter, { limit: PAGE, ...(after !== undefined && { after }) });
          const known = byId();
          listed.push(...page.calls.flatMap(({ id }) => known.get(id) ?? []));
          after = page.next;
          await meanwhile();
        }
        const label = JSON.stringify(filter);
        expect(listed, label).toEqual(listed.toSorted(newestFirst));
        expect(new Set(listed).size, label).toBe(listed.length);
        expect(
          listed.every((call) => fits(filter, call)),
          label,
        ).toBe(true);
        const unmoved = [...states].filter(
          ([call, state]) => fits(filter, call) && !touched.has(call.id) && state === (filter.state ?? state),
        );
        const ids = new Set(listed.map(({ id }) => id));
        expect(
          unmoved.filter(([{ id }]) => !ids.has(id)),
          label,
        ).toEqual([]);
      }
    },
  },
  {
    title: 'what was forgotten is neither listed nor counted, and hides nothing of what is behind it',
    async holds({ one, two }) {
      const states = await beginAll(one, two);
      const forgotten = [...states.keys()].filter((_, number) => number % 20 === 0);
      expect(await two.expire(SOON, CALLS)).toBe(forgotten.length);
      for (const filter of filters) {
        const left = [...states].filter(
          ([call, state]) =>
            fits(filter, call) && !forgotten.includes(call) && state === (filter.state ?? state),
        );
        expect(await one.count(filter), JSON.stringify(filter)).toBe(left.length);
        const { calls } = await one.list(filter, { limit: CALLS });
        expect(calls.map(({ id }) => id)).toEqual(
          left
            .map(([call]) => call)
            .sort(newestFirst)
            .map(({ id }) => id),
        );
      }
    },
  },
];
