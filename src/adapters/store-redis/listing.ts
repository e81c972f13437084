/**
 * Lists calls. A partition has lists of its calls in the order of their beginnings, for each project and each flow one of
 * those that live and one of those that have ended, and its calls by number. What is asked for is one or a few of these; each
 * partition gives the newest of its own, and these are merged.
 */
import { toDigits } from '../../call/index.ts';
import type { CallId } from '../../call/index.ts';
import { compareNewestFirst, cutPage, readSpan } from '../../engine/ports/index.ts';
import type { CallFilter, CallList, CallPage, Place } from '../../engine/ports/index.ts';
import { toField, flowList, projectField, projectList, timeField } from './fields.ts';
import { loadRecord } from './calls.ts';
import { listKey } from './keys.ts';
import type { Keys, PartitionKeys } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';

const listScript = new Script<string[]>('list');
const listNumberScript = new Script<[goOn: string, ...places: string[]]>('list-number');
const countScript = new Script<number>('count');

/** Factor by which a partition is first asked for more than its share, since shares differ by chance. */
const MORE = 5;
/** Maximum number of calls that one script reads from a list, beside those of its very first moment: others wait for it meanwhile. */
const MAX_PER_LIST = 200;
const STATES = { live: 'L', ended: 'E' } as const;

type List = [state: 'L' | 'E', name: string];

/** The request to a partition. */
interface Query {
  /** One call is in one of them at most; absent: any call of the number is wanted. */
  lists?: List[];
  /** Prefix of the entries of a number, whose calls are filtered by the lists; absent: any number. */
  number?: string;
  since: string;
  /** The place behind which to begin. */
  behind: string;
}

/** The answer of a partition. */
interface Given {
  places: string[];
  /** Behind which place there may be more; empty: there is no more. */
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
    const found = await this.#newest(await this.#toQuery(filter, after), limit + 1);
    const { places, ...next } = cutPage(found.map(parsePlace).sort(compareNewestFirst), limit);
    const records = await Promise.all(places.map(({ id }) => loadRecord(this.#connection, this.#keys, id)));
    return { calls: records.filter((record) => record !== undefined), ...next };
  }

  async count(filter: CallFilter): Promise<number> {
    const query = await this.#toQuery(filter);
    const { lists, number, since, behind } = query;
    if (lists?.length === 0) return 0;
    if (lists !== undefined && number !== undefined) return (await this.#newest(query, Infinity)).length;
    const counts = await Promise.all(
      this.#keys.partitions.map((partition) => {
        if (number !== undefined)
          return this.#connection.zlexcount(partition.numbers, `[${number}${since}`, `(${number}${behind}`);
        return countScript.run(this.#connection, listsIn(partition, query), [since, behind]);
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Reads the newest calls of all partitions. Each is asked for its share and a little more; one that may have more of the
   * newest, because its last is still among them, is asked for the next ones.
   */
  async #newest(query: Query, wanted: number): Promise<string[]> {
    const share = Math.ceil(wanted / this.#keys.partitions.length) + MORE;
    let found: string[] = [];
    const isOfNone = query.lists?.length === 0;
    let open = (isOfNone ? [] : this.#keys.partitions).map((partition) => ({
      partition,
      behind: query.behind,
    }));
    for (let most = share; open.length > 0; most *= 2) {
      const given = await Promise.all(
        open.map(async ({ partition, behind }) => ({
          partition,
          ...(await this.#ask(partition, { ...query, behind }, Math.min(most, MAX_PER_LIST))),
        })),
      );
      found = sortNewest([...found, ...given.flatMap(({ places }) => places)], wanted);
      const last = found[wanted - 1] ?? '';
      open = given.filter(({ behind }) => behind > last);
    }
    return found;
  }

  async #ask(partition: PartitionKeys, query: Query, most: number): Promise<Given> {
    const { number, since, behind } = query;
    const lists = listsIn(partition, query);
    if (number === undefined) {
      const entries = await listScript.run(this.#connection, lists, [since, behind, most]);
      // Of those that began at the time of that place some are before it.
      const places = sortNewest(
        placesIn(entries).filter((place) => place < behind),
        most,
      );
      return { places, behind: places[most - 1] ?? '' };
    }
    const args = [since, behind, most, number];
    const [goOn, ...places] = await listNumberScript.run(
      this.#connection,
      [partition.numbers, ...lists],
      args,
    );
    return { places, behind: goOn };
  }

  async #toQuery(filter: CallFilter, after?: string): Promise<Query> {
    const { project, flow, state } = filter;
    const { since, from } = readSpan(filter, after);
    const span = {
      since: timeField(since),
      behind: from.id === '' ? timeField(from.at) : `${timeField(from.at)} ${from.id}`,
    };
    const number = filter.number !== undefined && { number: `${toField(toDigits(filter.number))} ` };
    const isOfNumberOnly = number !== false && [project, flow, state].every((one) => one === undefined);
    return { ...span, ...number, ...(!isOfNumberOnly && { lists: await this.#chooseLists(filter) }) };
  }

  async #chooseLists({ project, flow, state }: CallFilter): Promise<List[]> {
    const states = state === undefined ? Object.values(STATES) : [STATES[state]];
    const projects = project === undefined ? await this.#projects() : [project];
    return projects.flatMap((one) => {
      const name = flow === undefined ? projectList(one) : flowList(one, flow);
      return states.map((letter): List => [letter, name]);
    });
  }

  /** Those of which calls are stored. */
  async #projects(): Promise<string[]> {
    const fields = await Promise.all(this.#keys.partitions.map(({ flows }) => this.#connection.hkeys(flows)));
    return [...new Set(fields.flat().map((field) => projectField(field.slice(field.indexOf(' ') + 1))))];
  }
}

function listsIn(partition: PartitionKeys, { lists = [] }: Query): string[] {
  return lists.map(([state, name]) => listKey(partition, state, name));
}

/** From ids, each followed by a time. */
function placesIn(entries: readonly string[]): string[] {
  return entries.flatMap((id, at) => (at % 2 === 1 ? [] : [`${timeField(Number(entries[at + 1]))} ${id}`]));
}

/** Returns the newest places: times are of one length, so places sort as text. */
function sortNewest(places: readonly string[], count: number): string[] {
  return places.toSorted().reverse().slice(0, count);
}

function parsePlace(text: string): Place {
  const [time, id] = text.split(' ');
  return { at: Number(time), id: id as CallId };
}
