/**
 * Lists calls. The index of a partition has them in the order of their text: by project and state, by flow and state, by
 * number. A list is one or a few ranges of it (its _starts_ say what their entries begin with); each partition gives the
 * newest of its own, and these are merged.
 */
import { digitsOf } from '../../call/index.ts';
import type { CallId, CallRecord } from '../../call/index.ts';
import { newestFirst, pageOf, spanOf } from '../../ports/index.ts';
import type { CallFilter, CallList, CallPage, Place } from '../../ports/index.ts';
import { fieldOf, flowField, projectField, timeField } from './fields.ts';
import { recordIn } from './calls.ts';
import type { Keys, PartitionKeys } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';

const listScript = new Script<string[]>('list');
const listNumberScript = new Script<[goOn: string, ...places: string[]]>('list-number');
const countScript = new Script<number>('count');

/** So much more than its share a partition is asked for at first: shares differ by chance. */
const MORE = 5;
/** So many calls one script gives or looks through for each start: others wait for it meanwhile. */
const MOST = 200;
const STATES = { live: 'L', ended: 'E' };

/** What is asked for, in the words of the index. */
interface Query {
  /** One call has an entry of one of them at most. */
  starts: string[];
  /** Start of the entries of a number, whose calls are looked through for those of the other starts; empty: none. */
  number: string;
  since: string;
  /** The place behind which to begin. */
  behind: string;
}

/** What a partition gives. */
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
    const found = await this.#newest(await this.#queryOf(filter, after), limit + 1);
    const { places, ...next } = pageOf(found.map(placeOf).sort(newestFirst), limit);
    const records = await Promise.all(places.map(({ id }) => this.#record(id)));
    return { calls: records.filter((record) => record !== undefined), ...next };
  }

  async count(filter: CallFilter): Promise<number> {
    const query = await this.#queryOf(filter);
    if (query.number !== '') return (await this.#newest(query, Infinity)).length;
    const { since, behind, starts } = query;
    const counts = await Promise.all(
      this.#keys.partitions.map(({ index }) =>
        countScript.run(this.#connection, [index], [since, behind, ...starts]),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * So many of the newest of all partitions, if there are. Each is asked for its share and a little more; one that may have
   * more of the newest, because the last it gave is still among them, is asked for what comes behind.
   */
  async #newest(query: Query, wanted: number): Promise<string[]> {
    const share = Math.ceil(wanted / this.#keys.partitions.length) + MORE;
    let found: string[] = [];
    let open = this.#keys.partitions.map((partition) => ({ partition, behind: query.behind }));
    for (let most = share; open.length > 0; most *= 2) {
      const given = await Promise.all(
        open.map(async ({ partition, behind }) => ({
          partition,
          ...(await this.#ask(partition, { ...query, behind }, Math.min(most, MOST))),
        })),
      );
      found = newest([...found, ...given.flatMap(({ places }) => places)], wanted);
      const last = found[wanted - 1] ?? '';
      open = given.filter(({ behind }) => behind > last);
    }
    return found;
  }

  async #ask({ index }: PartitionKeys, query: Query, most: number): Promise<Given> {
    const { starts, number, since, behind } = query;
    if (number === '') {
      const args = [since, behind, most, ...starts];
      const places = newest(await listScript.run(this.#connection, [index], args), most);
      return { places, behind: places[most - 1] ?? '' };
    }
    const args = [since, behind, most, number, ...starts];
    const [goOn, ...places] = await listNumberScript.run(this.#connection, [index], args);
    return { places, behind: goOn };
  }

  async #record(id: CallId): Promise<CallRecord | undefined> {
    const text = await this.#connection.get(this.#keys.of(id).record);
    return text === null ? undefined : recordIn(text);
  }

  async #queryOf(filter: CallFilter, after?: string): Promise<Query> {
    const { project, flow, state } = filter;
    const { since, from } = spanOf(filter, after);
    const span = {
      since: timeField(since),
      behind: from.id === '' ? timeField(from.at) : `${timeField(from.at)} ${from.id}`,
    };
    const number = filter.number === undefined ? '' : `n ${fieldOf(digitsOf(filter.number))} `;
    const isOfNumberOnly = number !== '' && [project, flow, state].every((one) => one === undefined);
    if (isOfNumberOnly) return { starts: [number], number: '', ...span };
    return { starts: await this.#startsOf(filter), number, ...span };
  }

  async #startsOf({ project, flow, state }: CallFilter): Promise<string[]> {
    const states = state === undefined ? Object.values(STATES) : [STATES[state]];
    const projects = project === undefined ? await this.#projects() : [project];
    return projects.flatMap((one) => {
      const name = flow === undefined ? `p ${fieldOf(one)}` : `f ${flowField(one, flow)}`;
      return states.map((letter) => `${name} ${letter} `);
    });
  }

  /** Those of which calls are stored. */
  async #projects(): Promise<string[]> {
    const fields = await Promise.all(this.#keys.partitions.map(({ flows }) => this.#connection.hkeys(flows)));
    return [...new Set(fields.flat().map((field) => projectField(field.slice(field.indexOf(' ') + 1))))];
  }
}

/** So many, newest first: times are of one length, so places are in the order of their text. */
function newest(places: readonly string[], count: number): string[] {
  return places.toSorted().reverse().slice(0, count);
}

function placeOf(text: string): Place {
  const [time, id] = text.split(' ');
  return { at: Number(time), id: id as CallId };
}
