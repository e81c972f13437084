/**
 * Lists calls on one snapshot of the file. The index by flow starts with project, flow and state, so a query over several of
 * these runs once per combination, and the results are merged.
 */
import type { DatabaseSync } from 'node:sqlite';
import { toDigits, readRecord } from '../../call/index.ts';
import type { CallId } from '../../call/index.ts';
import { compareNewestFirst, cutPage, readSpan } from '../../engine/ports/index.ts';
import type { CallFilter, CallList, CallPage, Place, Span } from '../../engine/ports/index.ts';
import { prepareAll } from './statements.ts';
import type { Statements } from './statements.ts';
import { snapshot } from './transaction.ts';

const inSpan = `began_at >= :since AND (began_at, id) < (:at, :id)`;
const ofFlow = `project = :project AND flow_name = :flow AND ended = :ended AND ${inSpan}`;
const sharing = (column: 'number' | 'campaign') => `${column} = :shared AND ${inSpan}
  AND project = ifnull(:project, project) AND flow_name = ifnull(:flow, flow_name) AND ended = ifnull(:ended, ended)`;
const newest = `ORDER BY began_at DESC, id DESC LIMIT :limit`;

const sql = {
  // Loose index scans: DISTINCT would read every call.
  projects: `WITH RECURSIVE projects (name) AS (
               SELECT min(project) FROM calls
               UNION ALL SELECT (SELECT min(project) FROM calls WHERE project > name) FROM projects WHERE name IS NOT NULL)
             SELECT name FROM projects WHERE name IS NOT NULL`,
  flows: `WITH RECURSIVE flows (name) AS (
            SELECT min(flow_name) FROM calls WHERE project = :project
            UNION ALL SELECT (SELECT min(flow_name) FROM calls WHERE project = :project AND flow_name > name)
                      FROM flows WHERE name IS NOT NULL)
          SELECT name FROM flows WHERE name IS NOT NULL`,
  listFlow: `SELECT key, began_at AS at, id FROM calls WHERE ${ofFlow} ${newest}`,
  countFlow: `SELECT count(*) AS count FROM calls WHERE ${ofFlow}`,
  listNumber: `SELECT key, began_at AS at, id FROM calls WHERE ${sharing('number')} ${newest}`,
  countNumber: `SELECT count(*) AS count FROM calls WHERE ${sharing('number')}`,
  listCampaign: `SELECT key, began_at AS at, id FROM calls WHERE ${sharing('campaign')} ${newest}`,
  countCampaign: `SELECT count(*) AS count FROM calls WHERE ${sharing('campaign')}`,
  record: `SELECT record FROM calls WHERE key = ?`,
};

interface Row extends Place {
  key: number;
}

/** Named parameters of a statement. */
type Values = Record<string, string | number | null>;

const STATES = { live: 0, ended: 1 };

export class Listing {
  readonly #db: DatabaseSync;
  readonly #sql: Statements<typeof sql>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = prepareAll(db, sql);
  }

  list(filter: CallFilter, { limit, after }: CallPage): CallList {
    const values = { ...spanValues(readSpan(filter, after)), limit: limit + 1 };
    return snapshot(this.#db, () => {
      const { places, ...next } = cutPage(this.#rows(filter, values).sort(compareNewestFirst), limit);
      return { calls: places.map(({ id, key }) => this.#record(id, key)), ...next };
    });
  }

  count(filter: CallFilter): number {
    const values = spanValues(readSpan(filter));
    return snapshot(this.#db, () => {
      const { countFlow } = this.#sql;
      const shared = this.#findShared(filter);
      const counts =
        shared === undefined
          ? this.#listCombinations(filter).map((one) => countFlow.get({ ...values, ...one }))
          : [shared.count.get({ ...values, ...shared.values })];
      return counts.reduce((sum, row) => sum + Number(row?.count), 0);
    });
  }

  #rows(filter: CallFilter, values: Values): Row[] {
    const shared = this.#findShared(filter);
    const rows =
      shared === undefined
        ? this.#listCombinations(filter).flatMap((one) => this.#sql.listFlow.all({ ...values, ...one }))
        : shared.list.all({ ...values, ...shared.values });
    return rows as unknown as Row[];
  }

  /** Returns the statements for what few calls have in common, a number or a campaign; undefined if the filter has neither. */
  #findShared({ number, campaign, ...filter }: CallFilter) {
    const { listNumber, countNumber, listCampaign, countCampaign } = this.#sql;
    if (number !== undefined)
      return { list: listNumber, count: countNumber, values: sharedValues(filter, toDigits(number)) };
    if (campaign !== undefined)
      return { list: listCampaign, count: countCampaign, values: sharedValues(filter, campaign) };
    return undefined;
  }

  #record(id: CallId, key: number) {
    const { record } = this.#sql.record.get(key) as { record: string };
    return readRecord(id, record);
  }

  /** Returns every combination of project, flow and state that matches the filter. */
  #listCombinations({ project, flow, state }: CallFilter): Values[] {
    const { projects, flows } = this.#sql;
    const states = state === undefined ? Object.values(STATES) : [STATES[state]];
    return namesOr(project, () => projects.all()).flatMap((one) =>
      namesOr(flow, () => flows.all({ project: one })).flatMap((name) =>
        states.map((ended) => ({ project: one, flow: name, ended })),
      ),
    );
  }
}

function spanValues({ since, from: { at, id } }: Span): Values {
  return { since, at, id };
}

/** Returns the wanted name, or all. */
function namesOr(wanted: string | undefined, all: () => { name?: unknown }[]): string[] {
  return wanted === undefined ? all().map(({ name }) => String(name)) : [wanted];
}

function sharedValues({ project, flow, state }: CallFilter, shared: string): Values {
  const ended = state === undefined ? null : STATES[state];
  return { shared, project: project ?? null, flow: flow ?? null, ended };
}
