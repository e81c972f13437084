/** Lists calls: each partition gives the newest that fit, by an index in the order of their text, and these are merged. */
import { digitsOf, readRecord } from '../../call/index.ts';
import type { CallId } from '../../call/index.ts';
import { newestFirst, pageOf, spanOf } from '../../ports/index.ts';
import type { CallFilter, CallList, CallPage, Place } from '../../ports/index.ts';
import { fieldOf, timeField } from './fields.ts';
import type { Keys, PartitionKeys } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';

const listScript = new Script<string[]>('list', 'starts');
const listNumberScript = new Script<[goOn: string, ...places: string[]]>('list-number', 'starts');
const countScript = new Script<number>('count', 'starts');

/** So many calls of a number one script looks through: others wait for it meanwhile. */
const WALKED = 200;
/** So much more than its share a partition is asked for: shares differ by chance. */
const MORE = 3;
const STATES = { live: 'L', ended: 'E' };

/** What is asked for, in the words of the index; empty: anything. */
interface Query {
  project: string;
  flow: string;
  state: string;
  /** What the entries of the number begin with. */
  number: string;
  since: string;
  /** The place behind which to begin. */
  behind: string;
}

export class Listing {
  readonly #connection: Connection;
  readonly #keys: Keys;

  constructor(connection: Connection, keys: Keys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  async list(filter: CallFilter, { limit, after }: CallPage): Promise<CallList> {
    const query = queryOf(filter, after);
    const found = isWalk(query)
      ? await this.#inPartitions((partition) => this.#walk(partition, query, limit + 1))
      : await this.#merged(query, limit + 1);
    const { places, ...next } = pageOf(found.flat().map(placeOf).sort(newestFirst), limit);
    const records = await Promise.all(places.map(({ id }) => this.#connection.get(this.#keys.of(id).record)));
    const calls = records.flatMap((text) =>
      text === null ? [] : [readRecord(text.slice(text.indexOf('\n') + 1))],
    );
    return { calls, ...next };
  }

  async count(filter: CallFilter): Promise<number> {
    const query = queryOf(filter);
    const counts = await this.#inPartitions(async (partition) =>
      isWalk(query)
        ? (await this.#walk(partition, query, Infinity)).length
        : countScript.run(this.#connection, keysOf(partition), argsOf(query)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #inPartitions<Result>(ask: (partition: PartitionKeys) => Promise<Result>): Promise<Result[]> {
    return Promise.all(this.#keys.partitions.map(ask));
  }

  /**
   * The newest of all partitions. Each is asked for its share and a little more, since each flow and state gives as many; one
   * whose share may not be enough, because the last it gave is still among the newest, is asked for what comes behind.
   */
  async #merged(query: Query, wanted: number): Promise<string[]> {
    const share = Math.ceil(wanted / this.#keys.partitions.length) + MORE;
    const places: string[] = [];
    let open = this.#keys.partitions.map((partition) => ({ partition, behind: query.behind }));
    while (open.length > 0) {
      const given = await Promise.all(
        open.map(async ({ partition, behind }) => {
          const args = [...argsOf({ ...query, behind }), share];
          const some = await listScript.run(this.#connection, keysOf(partition), args);
          return { partition, some: newest(some, share) };
        }),
      );
      places.push(...given.flatMap(({ some }) => some));
      const last = newest(places, wanted)[wanted - 1];
      open = given.flatMap(({ partition, some }) => {
        const behind = some[share - 1];
        const isEnough = behind === undefined || (last !== undefined && behind <= last);
        return isEnough ? [] : [{ partition, behind }];
      });
    }
    return places;
  }

  /** At least so many places, if there are, of the calls of a number that are of a project, flow or state as well. */
  async #walk(partition: PartitionKeys, query: Query, wanted: number): Promise<string[]> {
    const places: string[] = [];
    for (let behind = query.behind; behind !== '' && places.length < wanted;) {
      const args = [...argsOf({ ...query, behind }), WALKED];
      const [goOn, ...more] = await listNumberScript.run(this.#connection, keysOf(partition), args);
      places.push(...more);
      behind = goOn;
    }
    return places;
  }
}

/** So many, newest first: times are of one length, so places are in the order of their text. */
function newest(places: readonly string[], count: number): string[] {
  return places.toSorted().reverse().slice(0, count);
}

/** A number has too few calls for an index of its own by project, flow or state. */
function isWalk({ project, flow, state, number }: Query): boolean {
  return number !== '' && (project !== '' || flow !== '' || state !== '');
}

function keysOf({ index, flows }: PartitionKeys): string[] {
  return [index, flows];
}

function queryOf(filter: CallFilter, after?: string): Query {
  const { project, flow, state, number } = filter;
  const { since, from } = spanOf(filter, after);
  return {
    project: project === undefined ? '' : fieldOf(project),
    flow: flow === undefined ? '' : fieldOf(flow),
    state: state === undefined ? '' : STATES[state],
    number: number === undefined ? '' : `n ${fieldOf(digitsOf(number))} `,
    since: timeField(since),
    behind: from.id === '' ? timeField(from.at) : `${timeField(from.at)} ${from.id}`,
  };
}

/** In the order of the scripts that list. */
function argsOf({ project, flow, state, number, since, behind }: Query): string[] {
  return [project, flow, state, number, since, behind];
}

function placeOf(text: string): Place {
  const [time, id] = text.split(' ');
  return { at: Number(time), id: id as CallId };
}
