/**
 * Lists calls. For each project and each flow, a partition has a list of live calls and one of ended calls, in the order of
 * their starts, and an index of its calls by number and by campaign. A query reads the newest calls of one or a few of these lists in each partition and
 * merges them.
 */
import { toDigits } from '../../call/index.ts';
import type { CallId } from '../../call/index.ts';
import { compareNewestFirst, cutPage, readSpan } from '../../engine/ports/index.ts';
import type { CallFilter, CallList, CallPage, Place } from '../../engine/ports/index.ts';
import { campaignField, toField, flowList, projectField, projectList, timeField } from './fields.ts';
import { loadRecord } from './calls.ts';
import { listKey } from './keys.ts';
import type { Keys, PartitionKeys } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';

const listScript = new Script<string[]>('list');
const listNumberScript = new Script<[next: string, ...places: string[]]>('list-number');
const countScript = new Script<number>('count');

/** Number of calls requested from a partition beyond its share, because shares vary. */
const OVERFETCH = 5;
/** Maximum number of calls that a script reads from a list, apart from those with the same start time as the cursor. */
const MAX_PER_LIST = 200;
const STATES = { live: 'L', ended: 'E' } as const;

type List = [state: 'L' | 'E', name: string];

/** Query to a partition. */
interface Query {
  /** Disjoint lists; absent: all calls with the prefix. */
  lists?: List[];
  /** Prefix of the index entries of a number or a campaign, whose calls are filtered by the lists; absent: any. */
  prefix?: string;
  since: string;
  /** Cursor. */
  behind: string;
}

/** Result of a partition. */
interface Given {
  places: string[];
  /** Cursor of the next calls; empty if there are no more. */
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
    const { lists, prefix, since, behind } = query;
    if (lists?.length === 0) return 0;
    if (lists !== undefined && prefix !== undefined) return (await this.#newest(query, Infinity)).length;
    const counts = await Promise.all(
      this.#keys.partitions.map((partition) => {
        if (prefix !== undefined)
          return this.#connection.zlexcount(partition.numbers, `[${prefix}${since}`, `(${prefix}${behind}`);
        return countScript.run(this.#connection, listsIn(partition, query), [since, behind]);
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Reads the newest calls of all partitions. Requests the share of each partition and a few more; if the last call of a
   * partition is among the newest, it may have more, and its next calls are requested.
   */
  async #newest(query: Query, wanted: number): Promise<string[]> {
    const share = Math.ceil(wanted / this.#keys.partitions.length) + OVERFETCH;
    let found: string[] = [];
    const partitions = query.lists?.length === 0 ? [] : this.#keys.partitions;
    let open = partitions.map((partition) => ({ partition, behind: query.behind }));
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
    const { prefix, since, behind } = query;
    const lists = listsIn(partition, query);
    if (prefix === undefined) {
      const entries = await listScript.run(this.#connection, lists, [since, behind, most]);
      // Some calls with the start time of the cursor come before it.
      const places = sortNewest(
        placesIn(entries).filter((place) => place < behind),
        most,
      );
      return { places, behind: places[most - 1] ?? '' };
    }
    const [keys, args] = [
      [partition.numbers, ...lists],
      [since, behind, most, prefix],
    ];
    const [next, ...places] = await listNumberScript.run(this.#connection, keys, args);
    return { places, behind: next };
  }

  async #toQuery(filter: CallFilter, after?: string): Promise<Query> {
    const { project, flow, state } = filter;
    const { since, from } = readSpan(filter, after);
    const span = {
      since: timeField(since),
      behind: from.id === '' ? timeField(from.at) : `${timeField(from.at)} ${from.id}`,
    };
    const prefix = toPrefix(filter);
    const needsLists = prefix === undefined || [project, flow, state].some((one) => one !== undefined);
    return {
      ...span,
      ...(prefix !== undefined && { prefix }),
      ...(needsLists && { lists: await this.#chooseLists(filter) }),
    };
  }

  async #chooseLists({ project, flow, state }: CallFilter): Promise<List[]> {
    const states = state === undefined ? Object.values(STATES) : [STATES[state]];
    const projects = project === undefined ? await this.#projects() : [project];
    return projects.flatMap((one) => {
      const name = flow === undefined ? projectList(one) : flowList(one, flow);
      return states.map((letter): List => [letter, name]);
    });
  }

  /** Returns the projects with stored calls. */
  async #projects(): Promise<string[]> {
    const fields = await Promise.all(this.#keys.partitions.map(({ flows }) => this.#connection.hkeys(flows)));
    return [...new Set(fields.flat().map((field) => projectField(field.slice(field.indexOf(' ') + 1))))];
  }
}

/** Returns the prefix of the index entries of the wanted number or campaign; undefined if the filter has neither. */
function toPrefix({ number, campaign }: CallFilter): string | undefined {
  if (number !== undefined) return `${toField(toDigits(number))} `;
  return campaign === undefined ? undefined : `${campaignField(campaign)} `;
}

function listsIn(partition: PartitionKeys, { lists = [] }: Query): string[] {
  return lists.map(([state, name]) => listKey(partition, state, name));
}

/** Builds places from ids, each followed by a time. */
function placesIn(entries: readonly string[]): string[] {
  return entries.flatMap((id, at) => (at % 2 === 1 ? [] : [`${timeField(Number(entries[at + 1]))} ${id}`]));
}

/** Returns the newest places; they sort as text, because all times have the same length. */
function sortNewest(places: readonly string[], count: number): string[] {
  return places.toSorted().reverse().slice(0, count);
}

function parsePlace(text: string): Place {
  const [time, id] = text.split(' ');
  return { at: Number(time), id: id as CallId };
}
